import { listings } from "../../src/config/known-families.ts"
import { type Answering, streamed, whole } from "./vendor.ts"

/** A request of a client's. */
export interface Request {
  readonly name: string
  readonly path: string
  readonly body: object
  /** The format of its stream's upstream; absent: it is no stream. */
  readonly stream?: string
  /** Whether its format is its upstream's. */
  readonly same: boolean
}

type Whole = readonly [name: string, answer: Answering]

/** What a vendor may answer in whole, the key in all places. */
export const wholes: readonly [Whole, Whole, ...Whole[]] = [
  ["a 401 in JSON", whole(401, "application/json", (key) => errorBody(key))],
  [
    "a 400 in JSON, after headers",
    whole(
      400,
      "application/json",
      (key) => errorBody(key),
      (key) => ({ "request-id": key, "x-request-id": key, location: `/?key=${key}` })
    )
  ],
  ["a 400 of text", whole(400, "text/plain", (key) => `Bad key ${key}, that is ${key}.`)],
  ["a 500 that is a page", whole(500, "text/html", (key) => `<html><title>${key}</title>${key}</html>`)],
  ["a 200 that holds an error", whole(200, "application/json", (key) => errorBody(key))],
  ["a 200 of text", whole(200, "text/plain", (key) => `Bad key ${key}`)]
]

const errorBody = (key: string): string =>
  `{"type":"error","error":{"message":"Bad key ${key}: see https://vendor.invalid/?key=${key}","type":"${key}","code":"${key}","param":"${key}","status":"${key}","details":[{"reason":"${key}"}]},"code":"${key}","message":"Bad key ${key}","request_id":"${key}","base_resp":{"status_msg":"${key}"}}`

/** The first events of a stream and one that tells an error, by the format of its vendor. */
const events: Readonly<Record<string, readonly [begun: string, error: (key: string) => string]>> = {
  "chat-completions": [
    'data: {"id":"x","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"}}]}\n\n',
    (key) => `data: {"error":{"message":"Bad key ${key}","type":"server_error","code":"${key}"}}\n\n`
  ],
  messages: [
    'event: message_start\ndata: {"type":"message_start","message":{"id":"x","type":"message","role":"assistant","model":"m","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}\n\nevent: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\nevent: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}\n\n',
    (key) =>
      `event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Bad key ${key}"},"request_id":"${key}"}\n\n`
  ],
  "generate-content": [
    'data: {"candidates":[{"index":0,"content":{"role":"model","parts":[{"text":"Hi"}]}}]}\n\n',
    (key) =>
      `data: {"error":{"code":500,"message":"Bad key ${key}","status":"INTERNAL","details":[{"key":"${key}"}]}}\n\n`
  ],
  responses: [
    'event: response.created\ndata: {"type":"response.created","sequence_number":0,"response":{"id":"x","object":"response","created_at":1,"status":"in_progress","model":"m","output":[]}}\n\nevent: response.output_item.added\ndata: {"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"id":"i","type":"message","role":"assistant","status":"in_progress","content":[]}}\n\nevent: response.output_text.delta\ndata: {"type":"response.output_text.delta","sequence_number":2,"item_id":"i","output_index":0,"content_index":0,"delta":"Hi"}\n\n',
    (key) =>
      `event: response.failed\ndata: {"type":"response.failed","sequence_number":3,"response":{"id":"x","object":"response","created_at":1,"status":"failed","model":"m","output":[],"error":{"code":"server_error","message":"Bad key ${key}"}}}\n\n`
  ]
}

/** The events of a stream that tells the key in an error after its first ones. */
export const failing = (format: string, key: string): string => {
  const [begun = "", error] = events[format] ?? []
  return begun + (error?.(key) ?? "")
}

/** What a vendor may answer in a stream. */
export const streams = (format: string): readonly (readonly [name: string, answer: Answering])[] => [
  ["an error as its first event", streamed((key) => failing(format, key).slice(events[format]?.[0].length))],
  ["an error after a text", streamed((key) => failing(format, key))],
  ["a text that tells it", streamed((key) => (events[format]?.[0] ?? "").replace("Hi", `Hi ${key}`))]
]

const chats = ["chat-completions", "messages", "generate-content", "responses"] as const

const chatRequests = (family: string, format: string): readonly Request[] =>
  chats.flatMap((client) =>
    [true, false].map((stream): Request => {
      const model = `${family}-chat`
      const same = client === format
      const name = `${family} from ${client}${stream ? ", streamed" : ""}`
      const body = { model, stream, messages: [{ role: "user", content: "Hello" }] }
      const told = stream ? { stream: format } : {}
      switch (client) {
        case "chat-completions":
          return { name, path: "/v1/chat/completions", body, same, ...told }
        case "messages":
          return { name, path: "/v1/messages", body: { ...body, max_tokens: 100 }, same, ...told }
        case "responses":
          return { name, path: "/v1/responses", body: { model, stream, input: "Hello" }, same, ...told }
        case "generate-content": {
          const verb = stream ? "streamGenerateContent?alt=sse" : "generateContent"
          return {
            name,
            path: `/v1beta/models/${model}:${verb}`,
            body: { contents: [{ role: "user", parts: [{ text: "Hello" }] }] },
            same,
            ...told
          }
        }
      }
    })
  )

const one = (name: string, path: string, body: object): Request => ({ name, path, body, same: false })

/** What a family is asked, and which of its models by which id. */
interface AskedFamily {
  readonly family: string
  readonly format: string
  readonly tasks: boolean
  readonly requests: readonly Request[]
  readonly routes: readonly { readonly match: string; readonly upstream: string; readonly model: string }[]
  /** What its upstream says of it besides. */
  readonly called?: object
}

const served = listings.map(({ family, format, catalogue, embedders, tasks = false }): AskedFamily => {
  const [first = "any-model"] = catalogue.keys()
  const painter = family === "gemini" ? "gemini-2.5-flash-image" : first
  const embedder = embedders?.keys().next().value ?? "any-embedder"
  const isChat = chats.some((chat) => chat === format)
  const requests: Request[] = isChat ? [...chatRequests(family, format)] : []
  if (embedders !== undefined || family === "compatible")
    requests.push(one(`${family} embeds`, "/v1/embeddings", { model: `${family}-embed`, input: "Hello" }))
  if (format.endsWith("images") || family === "gemini")
    requests.push(one(`${family} draws`, "/v1/images/generations", { model: `${family}-draw`, prompt: "Waves" }))
  if (format.endsWith("rerank"))
    requests.push(
      one(`${family} ranks`, "/v1/rerank", { model: `${family}-rank`, query: "sea", documents: ["a", "b"] })
    )
  if (tasks)
    requests.push(one(`${family} films`, "/v1/video/generations", { model: `${family}-film`, prompt: "Waves" }))
  const ids = { chat: first, embed: embedder, draw: painter, rank: first, film: first }
  const routes = Object.entries(ids).map(([kind, model]) => ({ match: `${family}-${kind}`, upstream: family, model }))
  return { family, format, tasks, requests, routes }
})

/** The families, and one that is called in the Responses format. */
export const families: readonly AskedFamily[] = [
  ...served,
  {
    family: "items",
    called: { family: "compatible", format: "responses" },
    format: "responses",
    tasks: false,
    requests: chatRequests("items", "responses"),
    routes: [{ match: "items-chat", upstream: "items", model: "any-model" }]
  }
]
