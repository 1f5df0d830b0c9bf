import type { ChatModel } from "../capabilities/models.ts"
import type { ChatResponse } from "../core/chat/chat.ts"
import { undecoded } from "../core/chat/codec.ts"
import { GatewayError } from "../core/errors/error.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import { valueWithoutAccount } from "../core/errors/failure.ts"
import { unfoldResponse } from "../core/events/fold.ts"
import { checkedResponse } from "../core/events/checked-answer.ts"
import type { QuotedError } from "../core/passthrough.ts"
import {
  type BodyEdit,
  type ReplyPreferences,
  emptyReplyContext,
  type ReplyContext,
  type UpstreamFormat
} from "../core/format.ts"
import { isObject, JsonText } from "../core/json/json.ts"
import { readOrNull } from "../core/json/value.ts"
import { countsOf } from "../core/tokens/usage.ts"
import type { Translated } from "../core/notes/note.ts"
import { notUnderstood } from "./call-model.ts"
import {
  type ChatClient,
  identified,
  type ReplyHandlers,
  type ReplyPlan,
  type Reply,
  type ReplyStream
} from "./chat-exchange.ts"
import { errorData, errorFrom } from "./offload.ts"
import { counting, estimateNote, type CountPrompt, AnswerCounter, StreamObserver } from "./usage.ts"
import { passStream } from "./pass-stream.ts"
import { KeptNotes } from "./answer.ts"
import { cutsOf, splice } from "./body.ts"
import { translateStream, sayer } from "./translate-stream.ts"

/** What becomes of a model's answer: bytes of the client's own format pass, unless reasoning has to move into the text. */
export const replyHandlers = (
  client: ChatClient,
  model: Pick<ChatModel, "format">,
  { preferences, context, hidesUsage, prompt }: ReplyPlan
): ReplyHandlers => {
  const own = client.format.id === model.format.id
  const upstream = own ? client.format : model.format
  const passes = own && preferences.thinking !== "content"
  const count = prompt && counting(upstream, prompt)
  return {
    reply: (body) =>
      passes
        ? passReply(client, preferences, body)
        : translateReply(client, upstream, context, preferences, body, count),
    stream: () =>
      passes
        ? passStream(client, client.format, preferences, hidesUsage)
        : translateStream(client, upstream, context, preferences, count),
    unfold: (body) => unfoldReply(client, upstream, context, preferences, body, count)
  }
}

const exactDecoder = new TextDecoder("utf-8", { ignoreBOM: true })

/** Up to so many characters a text is written to a socket faster than its bytes are. */
const mostAsText = 4 * 1024

/** What no JSON may begin with (RFC 8259, 8.1), and some vendors write: many clients read it no more than we do. */
const byteOrderMark = "\ufeff"

/** Passes a whole answer as it is, one that failed, too; what the client must not see is spliced out. */
const passReply = (
  client: ChatClient,
  preferences: ReplyPreferences,
  body: Uint8Array
): Result<Reply, GatewayError> => {
  const whole = exactDecoder.decode(body)
  const text = whole.startsWith(byteOrderMark) ? whole.slice(byteOrderMark.length) : whole
  const value = readOrNull(text)
  if (!isObject(value)) return fail(notUnderstood())
  const failed = client.passing.failed?.(value)
  if (failed === undefined && !client.passing.answers(value)) {
    const decoded = decodeReply(client.format, emptyReplyContext, text)
    if (!decoded.ok) return decoded
  }
  const errors = client.passing.errors?.(value) ?? []
  const edits = [...client.hide(value, preferences), ...(failed?.edits ?? []), ...errors.flatMap(withoutAccountIn)]
  const isPassed = text === whole && (text.length > mostAsText || text.includes("\ufffd"))
  const same = isPassed ? body : text
  const told = edits.length === 0 ? text : splice(text, edits)
  return succeed({
    body: edits.length === 0 ? same : told,
    usage: countsOf(client.passing.usage(value)),
    notes: [],
    ...(errors.length === 0 ? {} : { quoted: textsAt(told, errors) }),
    ...(failed === undefined ? {} : { failure: errorData(failed.error) })
  })
}

/** The edit that takes what is the operator's own out of an error; none where it says nothing of that. */
const withoutAccountIn = ({ at, error }: QuotedError): readonly BodyEdit[] => {
  const value = JsonText.of(valueWithoutAccount(error))
  return value.text === JSON.stringify(error) ? [] : [{ path: at, value }]
}

/** Errors as they stand in an answer's text. */
const textsAt = (text: string, errors: readonly QuotedError[]): readonly string[] =>
  cutsOf(
    text,
    errors.map(({ at }) => ({ path: at, value: null }))
  ).map(({ from, to }) => text.slice(from, to))

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Decodes an upstream's whole answer and encodes it for the client. */
const translateReply = (
  client: ChatClient,
  upstream: UpstreamFormat,
  context: ReplyContext,
  preferences: ReplyPreferences,
  body: Uint8Array,
  prompt?: CountPrompt
): Result<Reply, GatewayError> => {
  const decoded = decodeReply(upstream, context, decoder.decode(body))
  if (!decoded.ok) return decoded
  const { value } = decoded.value
  const response = prompt === undefined ? value : counted(value, prompt)
  const encoded = client.format.encodeResponse(identified(client, response), preferences, client.defaults)
  if (encoded.failure !== undefined) return fail(encoded.failure.with({ usage: countsOf(value.usage) }))
  const notes = new KeptNotes()
  if (response !== value) notes.add([estimateNote])
  notes.add(decoded.value.notes)
  notes.add(encoded.notes)
  return succeed({ body: encoded.value.text, usage: countsOf(value.usage), notes: notes.take() })
}

const decodeReply = (
  upstream: UpstreamFormat,
  context: ReplyContext,
  text: string
): Result<Translated<ChatResponse>, GatewayError> => {
  const decoded = upstream.decodeResponse(JsonText.source(text), context)
  if (!decoded.ok) return fail(decoded.error instanceof GatewayError ? decoded.error : undecoded(decoded.error))
  const checked = checkedResponse(decoded.value.value, context)
  return checked.ok
    ? succeed({ ...decoded.value, value: checked.value })
    : fail(checked.error.with({ usage: countsOf(decoded.value.value.usage) }))
}

/** An answer with its usage: estimated, where its upstream told none. */
const counted = (response: ChatResponse, prompt: CountPrompt): ChatResponse => {
  if (response.usage !== undefined) return response
  const counter = new AnswerCounter()
  for (const { parts } of response.candidates) for (const part of parts) counter.count(part)
  return { ...response, usage: counter.usage(prompt) }
}

/** A whole answer to a request for a stream, as the stream that it would have been. */
const unfoldReply = (
  client: ChatClient,
  upstream: UpstreamFormat,
  context: ReplyContext,
  preferences: ReplyPreferences,
  body: Uint8Array,
  prompt?: CountPrompt
): Result<Reply, GatewayError> => {
  const decoded = decodeReply(upstream, context, decoder.decode(body))
  if (!decoded.ok) return decoded
  const watch = new StreamObserver(prompt)
  const say = sayer(client, preferences, watch)
  const text = [say.events(unfoldResponse(decoded.value.value)), ...say.end("clean")].join("")
  const failure = watch.failure()
  return succeed({
    body: encoder.encode(text),
    usage: countsOf(watch.usage()),
    notes: watch.notes(),
    ...(failure === undefined ? {} : { failure: errorData(failure) })
  })
}

/** A stream that is there already. */
export const replyStream = ({ body, usage, notes, failure }: Reply): ReplyStream => {
  let left: readonly Uint8Array[] = [typeof body === "string" ? encoder.encode(body) : body]
  const take = (): readonly Uint8Array[] => {
    const taken = left
    left = none
    return taken
  }
  return {
    push: take,
    end: take,
    notes: () => notes,
    usage: () => usage,
    failure: () => failure && errorFrom(failure),
    began: () => true,
    ended: () => left === none,
    waits: () => false,
    awaitsUsage: () => false
  }
}

const none: readonly Uint8Array[] = []
