import Anthropic from "@anthropic-ai/sdk"
import OpenAI from "openai"
import { make } from "../../src/sandbox.ts"
import type { Sandbox, SandboxOptions } from "../../src/sandbox.ts"

/** The official clients on one sandbox; no retries, so that an error is seen at once. */
export const clients = (options: SandboxOptions = {}) => {
  const sandbox: Sandbox = make({ pace: 0, key: "sandbox", now: () => 1_790_000_000_000, ...options })
  const fetch = (input: string | URL | Request, init?: RequestInit) => sandbox.fetch(new Request(input, init))
  const openai = new OpenAI({ apiKey: "sandbox", baseURL: "http://sandbox.test/v1", fetch, maxRetries: 0 })
  const anthropic = new Anthropic({
    apiKey: "sandbox",
    baseURL: "http://sandbox.test",
    fetch,
    maxRetries: 0,
    defaultHeaders: { "anthropic-version": "2023-06-01" }
  })
  return { sandbox, openai, anthropic }
}

/** A JSON body posted to a sandbox as it is. */
export const post = (
  sandbox: Sandbox,
  path: string,
  body: unknown,
  headers: Record<string, string>
): Promise<Response> =>
  sandbox.fetch(
    new Request(`http://sandbox.test${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body)
    })
  )
