import Anthropic from "@anthropic-ai/sdk"
import { GoogleGenAI } from "@google/genai"
import OpenAI from "openai"
import type { WatchedUpstream } from "../upstream.ts"
import { clientKey } from "../gateway.ts"

/** What a case of the contract is given. */
export interface Given {
  /** The gateway's root. */
  readonly url: string
  readonly upstream: WatchedUpstream
}

/** Something that every host promises. */
export interface Case {
  readonly name: string
  readonly holds: (given: Given) => Promise<void>
}

const settings = { apiKey: clientKey, maxRetries: 0, logLevel: "off" } as const

/** The official SDK of chat completions. */
export const openai = ({ url }: Given, apiKey: string = clientKey): OpenAI =>
  new OpenAI({ ...settings, apiKey, baseURL: `${url}/v1` })

/** The official SDK of messages. */
export const anthropic = ({ url }: Given, apiKey: string = clientKey): Anthropic =>
  new Anthropic({ ...settings, apiKey, baseURL: url })

/** The official SDK of generate content. */
export const google = ({ url }: Given, apiKey: string = clientKey): GoogleGenAI =>
  new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } })

/** What a call without an SDK says of itself. */
export interface Call {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A call without an SDK, let in. */
export const call = ({ url }: Given, path: string, { headers, ...init }: Call = {}): Promise<Response> =>
  fetch(`${url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${clientKey}`, "content-type": "application/json", ...headers }
  })

/** What the sandbox answers to a text. */
export const answerTo = (text: string): string =>
  `You wrote: “${text}”. The sandbox answers the same request with the same words every time.`

/** A body of chat completions. */
export const chat = (model: string, text = "Hello there") => ({
  model,
  messages: [{ role: "user" as const, content: text }]
})

/** A body of messages. */
export const message = (model: string, text = "Hello there") => ({ ...chat(model, text), max_tokens: 200 })
