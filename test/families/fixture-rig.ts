import { readFileSync } from "node:fs"
import * as Layer from "effect/Layer"
import { Credentials } from "../../src/credentials/credentials.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { generateContent, streamGenerateContent } from "../../src/endpoints/generate-content.ts"
import { messages } from "../../src/endpoints/messages.ts"
import * as families from "../../src/config/families.ts"
import * as Families from "../../src/families/families.ts"
import { Gateway, type GatewayOptions } from "../../src/gateway/gateway.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"

/** A body of JSON. */
export type Body = Readonly<Record<string, unknown>>

/** What a family does to one request and its answer, typed by hand after its vendor's documentation. */
export interface Fixture {
  readonly says: string
  /** Where the client calls, and with what; absent: the chat completions endpoint. */
  readonly path?: string
  readonly asks: Body
  /** The body that the upstream must receive; absent: the client's. */
  readonly sent?: Body
  /** The notes of the request, `<pointer> <rule>` each; absent: none. */
  readonly notes?: readonly string[]
  /** What the upstream answers: a body, or the data of a stream's frames; absent: a short answer. */
  readonly answers?: Body | readonly (Body | string)[]
  /** Members of what the client gets: a body, or the data of a stream's frames. */
  readonly gets?: Body | readonly (Body | string)[]
  /** The pointer of a refusal, for which no upstream is called. */
  readonly refused?: string
}

/** The fixtures of a family. */
export const fixturesOf = (family: string): readonly Fixture[] =>
  JSON.parse(readFileSync(new URL(`../fixtures/families/${family}/exchanges.json`, import.meta.url), "utf8"))

const shortAnswer: Body = {
  id: "c-1",
  object: "chat.completion",
  created: 1_700_000_000,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Yes." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 4, completion_tokens: 2, total_tokens: 6 }
}

/** What an upstream received. */
export interface Received {
  readonly url: string
  readonly headers: Headers
  readonly body: unknown
}

/** The end of a client's call, as a test looks at it. */
export interface Called {
  readonly status: number
  readonly notes: readonly string[]
  readonly body: unknown
  readonly received: readonly Received[]
}

/** A gateway of all families in front of an upstream that answers what it is told. */
export const startFamilies = (policy: GatewayOptions = {}) => {
  let received: Received[] = []
  let answers: Fixture["answers"] = undefined
  const upstream = async (request: Request): Promise<Response> => {
    const body: unknown = JSON.parse(await request.text())
    received.push({ url: request.url, headers: request.headers, body })
    return answered(answers, body)
  }
  const key = "key-of-the-operator"
  const { OpenAI, Claude, Gemini, Qwen, DeepSeek, Kimi, OpenRouter, Compatible } = families
  const layer = Families.of(
    OpenRouter.layer({ key }),
    OpenAI.layer({ key }),
    Claude.layer({ key }),
    Gemini.layer({ key }),
    Qwen.layer({ key }),
    DeepSeek.layer({ key }),
    Kimi.layer({ key }),
    Compatible.layer({ key, url: "http://127.0.0.1:8000/v1", models: ["llama-*"] })
  )
  const gateway = Gateway.make(
    Gateway.layer(chatCompletions, messages, generateContent, streamGenerateContent).pipe(
      Layer.provide(layer.pipe(Layer.provide(layerFetch(upstream)))),
      Layer.provide(Credentials.keys("client-key"))
    ),
    policy
  )
  const send = async (
    { path = "/v1/chat/completions", asks, answers: said }: Fixture,
    padding = ""
  ): Promise<Called> => {
    received = []
    answers = said
    const response = await gateway.fetch(
      new Request(`http://gateway.test${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: "Bearer client-key" },
        body: JSON.stringify(asks) + padding
      })
    )
    const text = await response.text()
    return { status: response.status, notes: notesIn(response.headers), body: read(text), received }
  }
  return {
    call: (fixture: Fixture) => send(fixture),
    /** The same with white space behind its body, which is so long then that lists need not be read. */
    callAsLong: (fixture: Fixture) => send(fixture, " ".repeat(4096)),
    close: () => gateway.dispose()
  }
}

/** A started gateway of all families. */
export type FamiliesRig = ReturnType<typeof startFamilies>

const answered = (answers: Fixture["answers"], asked: unknown): Response => {
  if (Array.isArray(answers)) {
    const frames = answers.map((data) => `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`)
    return new Response(frames.join(""), { headers: { "content-type": "text/event-stream" } })
  }
  if (answers === undefined && isStreamed(asked)) return answered(shortStream, asked)
  return Response.json(answers ?? shortAnswer)
}

const isStreamed = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "stream" in body && body.stream === true

const shortStream: readonly (Body | string)[] = [
  {
    id: "c-1",
    object: "chat.completion.chunk",
    model: "m",
    choices: [{ index: 0, delta: { role: "assistant", content: "Yes." } }]
  },
  { id: "c-1", object: "chat.completion.chunk", model: "m", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  "[DONE]"
]

/** A body, or the data of a stream's frames. */
const read = (text: string): unknown => {
  if (text.startsWith("{")) return JSON.parse(text)
  const data = text.split("\n").filter((line) => line.startsWith("data: "))
  return data.map((line) => (line === "data: [DONE]" ? "[DONE]" : JSON.parse(line.slice(6))))
}

/** `<pointer> <rule>` of each note; the header's first item is the count. */
const notesIn = (headers: Headers): readonly string[] =>
  (headers.get("x-isogloss-notes") ?? "")
    .split("; ")
    .slice(1)
    .map((note) => note.split(" ").slice(1).join(" "))
