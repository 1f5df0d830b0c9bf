import Anthropic from "@anthropic-ai/sdk"
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod"
import { beforeAll, expect, it, onTestFinished, vi } from "vitest"
import { z } from "zod"
import { make } from "../../src/sandbox.ts"
import type { FetchFunction } from "../../src/upstream/fetch.ts"
import { bothTools } from "./asked.ts"
import { clientKey, serveOver, upstreamKey } from "./gateway.ts"

beforeAll(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined) // the SDK warns of models near their end
})

/** What of a request a thread is about. */
interface Asked {
  readonly thread?: { readonly type: string; readonly previous_message_id?: string }
  readonly tools?: readonly unknown[]
  readonly messages: readonly unknown[]
}

/** The id of an answer, whole or streamed. */
const idIn = (text: string): string => /"id":"(msg_[^"]+)"/.exec(text)?.[1] ?? ""

/**
 * A vendor that holds conversations, as its SDK's types say it: `create` begins a thread under the answer's id, and
 * `continue` says its new messages alone. What was said is told to the sandbox, which holds none. Streams are asked for
 * whole a second time, for what they said.
 *
 * @see `BetaThreadCreateParams` and `BetaThreadContinueParams` of `@anthropic-ai/sdk` 1.11
 */
const holding = (vendor: FetchFunction): { readonly fetch: FetchFunction; readonly threads: string[] } => {
  const held = new Map<string, { readonly tools: readonly unknown[]; readonly messages: readonly unknown[] }>()
  const threads: string[] = []
  const fetch: FetchFunction = async (request) => {
    const { thread, ...body } = (await request.clone().json()) as Asked
    const before = held.get(thread?.previous_message_id ?? "") ?? { tools: body.tools ?? [], messages: [] }
    const { tools } = before
    const messages = [...before.messages, ...body.messages]
    const told = (stream: object): Promise<Response> => {
      const said = JSON.stringify({ ...body, ...stream, tools, messages })
      return vendor(new Request(request.url, { method: "POST", headers: request.headers, body: said }))
    }
    const answer = await told({})
    if (thread === undefined) return answer
    threads.push(`${thread.type} ${body.messages.length}`)
    const { content } = (await (await told({ stream: false })).json()) as { content: unknown }
    held.set(idIn(await answer.clone().text()), { tools, messages: [...messages, { role: "assistant", content }] })
    return answer
  }
  return { fetch, threads }
}

const inputSchema = z.object({ city: z.string() })
const tools = [
  betaZodTool({ name: "get_weather", description: "Current weather of a city", inputSchema, run: () => "18 degrees" }),
  betaZodTool({ name: "get_time", description: "Local time of a city", inputSchema, run: () => "noon" })
]

const ran = async (model: string, stream: boolean) => {
  const upstream = holding(make({ pace: 0, key: upstreamKey }).fetch)
  const served = await serveOver(upstream.fetch)
  onTestFinished(served.close)
  const { beta } = new Anthropic({ apiKey: clientKey, baseURL: served.url, maxRetries: 0, logLevel: "off" })
  const asked = { model, max_tokens: 4096, tools, messages: [{ role: "user" as const, content: bothTools }] }
  const runner = stream ? beta.messages.toolRunner({ ...asked, stream: true }) : beta.messages.toolRunner(asked)
  const { content } = await runner.runUntilDone()
  return { content, threads: upstream.threads, statuses: served.calls().map(({ status }) => status) }
}

const text = "get_weather answered: 18 degrees. get_time answered: noon. That is what the tools say."

it.each([false, true])("a runner's results go to the thread that holds their calls, streamed: %s", async (stream) => {
  const { content, threads, statuses } = await ran("claude-sonnet-4-5", stream)
  expect(content).toMatchObject([{ text }])
  expect([threads, statuses]).toEqual([
    ["create 1", "continue 1"],
    [200, 200]
  ])
})

it.each([false, true])("another vendor's model is asked without threads, streamed: %s", async (stream) => {
  const { content, threads, statuses } = await ran("gpt-4o", stream)
  expect(content).toMatchObject([{ text }])
  expect([threads, statuses]).toEqual([[], [200, 200]])
})
