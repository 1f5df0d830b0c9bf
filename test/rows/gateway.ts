import * as Layer from "effect/Layer"
import { TokenCounts } from "../../src/endpoints/counting.ts"
import { Credentials, type ClientKey } from "../../src/credentials/credentials.ts"
import * as Claude from "../../src/families/claude.ts"
import * as Compatible from "../../src/families/compatible.ts"
import * as DeepSeek from "../../src/families/deepseek.ts"
import * as Families from "../../src/families/families.ts"
import * as Gemini from "../../src/families/gemini.ts"
import * as Kimi from "../../src/families/kimi.ts"
import * as OpenAI from "../../src/families/openai.ts"
import * as OpenRouter from "../../src/families/openrouter.ts"
import * as Qwen from "../../src/families/qwen.ts"
import { Gateway, type GatewayOptions } from "../../src/gateway/gateway.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { chatEndpoints } from "../shell/endpoints.ts"
import type { FormatId, Said } from "./row.ts"
import { written } from "./said.ts"

/** The key of clients. */
export const clientKey = "key-of-a-client"

/** One call that an upstream received. */
export interface Received {
  readonly format: FormatId
  readonly path: string
  /** The id that the upstream was asked for: in its path, else in its body. */
  readonly model: string
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

/** What came back to the client, and what the upstream received on the way. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
  readonly calls: readonly Received[]
  /** The notes of the request, each `<kind> <pointer>`. */
  readonly notes: readonly string[]
}

/** A request of a client. */
export interface Sent {
  readonly method?: "GET" | "POST"
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** A text goes as it is, all else as JSON. */
  readonly body?: unknown
  /** What the upstream says. */
  readonly said?: Said
}

/** A gateway of every chat endpoint in front of upstreams that say what they are told and keep what they received. */
export interface Rig {
  readonly send: (sent: Sent) => Promise<Answered>
  readonly close: () => Promise<void>
}

/** What a test changes of the rig. */
export interface RigOptions {
  readonly keys?: readonly ClientKey[]
  readonly policy?: GatewayOptions
}

/** Starts one, all in this process. Ids that begin with `plain-` are served by an API like OpenAI's that lists none. */
export const startRig = ({ keys = [clientKey], policy }: RigOptions = {}): Rig => {
  let calls: Received[] = []
  let said: Said = {}
  const upstream = async (request: Request): Promise<Response> => {
    const received = await receive(request)
    calls.push(received)
    return written(received.format, received.model, said, isStream(received))
  }
  const gateway = Gateway.make(
    Gateway.layer(...chatEndpoints).pipe(
      Layer.provide(families.pipe(Layer.provide(layerFetch(upstream)))),
      Layer.provide(TokenCounts.layer()),
      Layer.provide(Credentials.keys(...keys))
    ),
    policy
  )
  return {
    send: async (sent) => {
      calls = []
      said = sent.said ?? { text: "Hello" }
      const response = await gateway.fetch(requestOf(sent))
      const text = await response.text()
      const { status, headers } = response
      return { status, headers, text, body: parsed(text), calls, notes: notesIn(headers) }
    },
    close: () => gateway.dispose()
  }
}

const key = "key-of-the-operator"

const families = Families.of(
  OpenAI.layer({ key, url: "http://upstream.test/v1", models: ["gpt-*", "plain-*"] }),
  Claude.layer({ key, url: "http://upstream.test" }),
  Gemini.layer({ key, url: "http://upstream.test" }),
  Qwen.layer({ key, url: "http://upstream.test/v1" }),
  Kimi.layer({ key, url: "http://upstream.test/v1" }),
  DeepSeek.layer({ key, url: "http://upstream.test/v1" }),
  OpenRouter.layer({ key, url: "http://upstream.test/v1" }),
  Compatible.layer({ key, url: "http://upstream.test/v1", models: ["llama-*"] })
)

const requestOf = ({ method = "POST", path, headers, body }: Sent): Request => {
  const init = { method, headers: headers ?? { authorization: `Bearer ${clientKey}` } }
  const text = typeof body === "string" ? body : JSON.stringify(body)
  return new Request(
    `http://gateway.test${path}`,
    method === "GET" ? init : { ...init, headers: { "content-type": "application/json", ...init.headers }, body: text }
  )
}

const formatAt = (path: string): FormatId =>
  path.endsWith("/chat/completions") ? "chat-completions" : path.endsWith("/messages") ? "messages" : "generate-content"

const receive = async (request: Request): Promise<Received> => {
  const path = new URL(request.url).pathname
  const text = await request.text()
  const body = parsed(text)
  const inPath = /\/models\/(.+):/.exec(path)?.[1]
  const model = inPath ?? (isRecord(body) ? String(body["model"]) : "")
  return { format: formatAt(path), path, model, headers: request.headers, text, body }
}

const isStream = ({ path, body }: Received): boolean =>
  path.endsWith(":streamGenerateContent") || (isRecord(body) && body["stream"] === true)

/** Whether a value is an object of members. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const notesIn = (headers: Headers): readonly string[] =>
  (headers.get("x-isogloss-notes") ?? "")
    .split("; ")
    .slice(1)
    .map((note) => note.split(" ").slice(0, 2).join(" "))
