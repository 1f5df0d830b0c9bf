import {
  chatAnswer,
  chatBody,
  chatFrames,
  clientKey,
  deliveredByFrames,
  goldenChat,
  goldenMessages,
  messagesAnswer,
  messagesBody,
  messagesFrames,
  post,
  readFrames,
  shortChat,
  shortMessages
} from "../index.ts"
import type { Delivered, FormatId, Frame, Golden, Header, RawClient, RawResponse } from "../index.ts"

/** One side's half of a cell: what a client of the format sends, and what an upstream of it answers. */
interface Side {
  readonly format: FormatId
  readonly path: string
  readonly model: string
  readonly body: object
  readonly golden: Golden
  readonly short: Golden
  /** The first frames of the golden stream, up to and with its first text. */
  readonly begun: readonly Frame[]
  readonly error: Frame
  readonly answer: object
  readonly failure: object
}

const chatSide: Side = {
  format: "chat-completions",
  path: "/v1/chat/completions",
  model: "gold-chat",
  body: chatBody,
  golden: goldenChat,
  short: shortChat,
  begun: goldenChat.frames.slice(0, 4),
  error: chatFrames.error("Broken by hand"),
  answer: chatAnswer,
  failure: { error: { message: "Broken by hand", type: "server_error", param: null, code: null } }
}

const messagesSide: Side = {
  format: "messages",
  path: "/v1/messages",
  model: "gold-messages",
  body: messagesBody,
  golden: goldenMessages,
  short: shortMessages,
  begun: goldenMessages.frames.slice(0, 9),
  error: messagesFrames.error("api_error", "Broken by hand"),
  answer: messagesAnswer,
  failure: { type: "error", error: { type: "api_error", message: "Broken by hand" }, request_id: "req_gold" }
}

/** A client's format in front of an upstream's. */
export interface Cell {
  readonly name: string
  readonly client: Side
  readonly upstream: Side
  readonly same: boolean
}

const cell = (client: Side, upstream: Side): Cell => ({
  name: `a ${client.format} client, a ${upstream.format} upstream`,
  client,
  upstream,
  same: client === upstream
})

/** Both formats as client and as upstream. */
export const cells: readonly Cell[] = [chatSide, messagesSide].flatMap((client) => [
  cell(client, chatSide),
  cell(client, messagesSide)
])

/** The request id that {@link ask} sends: what a translated answer's id is made of. */
export const requestId = "harness-request"

/** What a request changes: members of its body, headers, a stream or not. */
export interface Asking {
  readonly stream?: boolean
  readonly body?: object
  readonly headers?: readonly Header[]
}

/** The bytes of a cell's request. */
export const ask = ({ client, upstream }: Cell, { stream = true, body = {}, headers = [] }: Asking = {}): Uint8Array =>
  post(
    client.path,
    { ...client.body, model: upstream.model, ...(stream ? { stream: true } : {}), ...body },
    { headers: [["authorization", `Bearer ${clientKey}`], ["x-request-id", requestId], ...headers] }
  )

/** What a streamed answer told a cell's client. */
export const toldIn = ({ client }: Cell, { text }: RawResponse): Delivered =>
  deliveredByFrames(client.format, readFrames(text).frames)

/** What an upstream of the cell tells by these frames. */
export const toldBy = ({ upstream }: Cell, frames: readonly Frame[]): Delivered =>
  deliveredByFrames(upstream.format, frames)

/** What an upstream's own id is followed by, where it carries bytes for clients that keep nothing else. */
const carried = /-isg1-[\w-]+$/

/** Runs that both formats can tell: a signature has no place of its own in chat completions, and stands in an id. */
export const common = (delivered: Delivered): Delivered => ({
  ...delivered,
  runs: delivered.runs.flatMap(({ track, text }) =>
    track === "signature" ? [] : [{ track, text: track.endsWith(" id") ? text.replace(carried, "") : text }]
  )
})

/** Waits until the client was told everything that these frames of the upstream tell. */
export const untilTold = (client: RawClient, at: Cell, frames: readonly Frame[], nth = 1): Promise<true> => {
  const wanted = JSON.stringify(common(toldBy(at, frames)).runs)
  return client.until("all that was told", ({ responses }) => {
    const response = responses[nth - 1]
    if (response === undefined || response.status !== 200) return undefined
    return JSON.stringify(common(toldIn(at, response)).runs) === wanted ? true : undefined
  })
}
