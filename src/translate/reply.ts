import { GatewayError } from "../core/errors/error.ts"
import { fail, Invalid, type Result, succeed, placeOfIssue } from "../core/errors/invalid.ts"
import {
  defaultReplyPreferences,
  emptyReplyContext,
  type ReplyPreferences,
  type ChatFormat,
  type ResponseDefaults,
  type ReplyContext,
  type UpstreamFormat
} from "../core/format.ts"
import { checkedResponse, checkedEvents } from "../core/events/checked-answer.ts"
import { type TranslationNote, refusalOf, Refused } from "../core/notes/note.ts"
import { jsonGiven, bodyTextGiven } from "../core/given.ts"
import type { ChatEvent } from "../core/chat/chat.ts"
import { undecoded } from "../core/chat/codec.ts"
import { type StreamFrame, chainTransducers, type StreamEnding } from "../core/framing/transducer.ts"

/** A translated answer. */
export interface ResponseTranslation {
  /** JSON text. */
  readonly body: string
  readonly notes: readonly TranslationNote[]
}

/**
 * Translates a whole answer, as JSON text, its bytes or the parsed value. A `GatewayError`: the body is the upstream's
 * report of a failure, or no answer of its format, or one that ends in a failure. What was paid for is always translated,
 * so nothing else is refused.
 *
 * @example
 * translateResponse({ from: Formats.chatCompletions, to: Formats.messages }, '{"id":"chatcmpl-1","choices":[…]}')
 */
export const translateResponse = (options: ReplyOptions, body: unknown): Result<ResponseTranslation, GatewayError> => {
  const json = jsonGiven(body)
  if (!json.ok) return fail(notUnderstood(json.error))
  const undo = options.undo ?? emptyReplyContext
  const decoded = options.from.decodeResponse(json.value, undo)
  if (!decoded.ok) return fail(notUnderstood(decoded.error))
  const checked = checkedResponse(decoded.value.value, undo)
  if (!checked.ok) return checked
  const encoded = options.to.encodeResponse(
    checked.value,
    options.asked ?? defaultReplyPreferences,
    responseDefaultsOf(options)
  )
  if (encoded.failure !== undefined) return fail(encoded.failure)
  return succeed({ body: encoded.value.text, notes: [...decoded.value.notes, ...encoded.notes] })
}

/** An upstream's answer that is none of its format is its fault, and not the client's. */
const notUnderstood = (error: Invalid | GatewayError): GatewayError =>
  error instanceof Invalid ? undecoded(error) : error

/** How an answer is to be translated. */
export interface ReplyOptions {
  /** The format that the upstream answers in. */
  readonly from: UpstreamFormat
  /** The format that the client reads. */
  readonly to: ChatFormat
  /** What the answer must reverse of its request's translation. */
  readonly undo?: ReplyContext
  /** How the client wants its answer. */
  readonly asked?: ReplyPreferences
  /** What is told where the upstream does not say it. `id`: `translated`; `created`: 0 seconds; `model`: none. */
  readonly stamp?: Partial<ResponseDefaults>
}

/** The stamp of an answer's translation, complete. */
const responseDefaultsOf = ({ stamp }: ReplyOptions): ResponseDefaults => ({
  id: "translated",
  created: 0,
  model: "",
  ...stamp
})

/** The translation of one stream, fed piece by piece. */
export interface StreamTranslation {
  /** Takes the upstream's next bytes or text, cut anywhere, and gives what can be told the client of them. */
  readonly push: (piece: Uint8Array | string) => string
  /**
   * Tells how the upstream ended, and gives the last of the client's stream. `clean` (the default): the connection
   * closed as it should; `cut`: it broke, as any error says; or the `GatewayError` that ended it. An answer that is not
   * known to be whole ends in an error of the client's format.
   */
  readonly end: (how?: StreamEnding | Error) => string
  /** The notes found since this was last asked. */
  readonly notes: () => readonly TranslationNote[]
  /** The error that the client's stream ended with, if it did. */
  readonly failure: () => GatewayError | undefined
}

/**
 * Translates a streamed answer, framing included: what comes out is the text that the client reads from its socket.
 * Whatever can be said of a piece is returned by the `push` of that piece.
 *
 * @example
 * const stream = translateStream({ from: Formats.messages, to: Formats.chatCompletions })
 * for await (const bytes of upstream) client.write(stream.push(bytes))
 * client.end(stream.end())
 */
export const translateStream = (options: ReplyOptions): StreamTranslation => {
  const reader = options.from.framings[0].read()
  let failure: GatewayError | undefined
  const seen = (events: readonly ChatEvent[]): readonly ChatEvent[] => {
    for (const event of events) if (event.type === "error") failure = event.error
    return events
  }
  const undo = options.undo ?? emptyReplyContext
  const decoder = checkedEvents(options.from.decodeStream(undo), undo)
  const events: typeof decoder = {
    ...decoder,
    push: (frame) => seen(decoder.push(frame)),
    end: (how) => seen(decoder.end(how))
  }
  const writer = options.to.encodeStream(options.asked ?? defaultReplyPreferences, responseDefaultsOf(options))
  const frames = chainTransducers(events, writer)
  const machine = chainTransducers(frames, options.to.framings[0].write())
  const encoder = new TextEncoder()
  let held = ""
  let over = false
  const take = (items: readonly (StreamFrame | StreamEnding)[]): string => {
    let text = ""
    for (const item of items) {
      if (over) break
      over = isEnding(item)
      text += (isEnding(item) ? machine.end(item) : machine.push(item)).join("")
    }
    return text
  }
  const bytesOf = (text: string): Uint8Array => {
    const whole = held + text
    held = /[\uD800-\uDBFF]$/.test(whole) ? whole.slice(-1) : ""
    return encoder.encode(held === "" ? whole : whole.slice(0, -1))
  }
  return {
    push: (piece) => take(reader.push(typeof piece === "string" ? bytesOf(piece) : piece)),
    end: (how = "clean") => {
      const ending = typeof how === "string" || how instanceof GatewayError ? how : "cut"
      return take([...reader.end(ending), ending])
    },
    notes: machine.notes,
    failure: () => failure ?? writer.failure?.()
  }
}

const isEnding = (item: StreamFrame | StreamEnding): item is StreamEnding =>
  typeof item === "string" || item instanceof GatewayError

/** A translation of a stream for `pipeThrough`. */
export interface PipedTranslation {
  readonly writable: WritableStream<Uint8Array>
  readonly readable: ReadableStream<Uint8Array>
  /** The notes found since this was last asked. */
  readonly notes: () => readonly TranslationNote[]
}

/**
 * Pipes bytes through a translation, no faster than they are read. An upstream that breaks off ends the client's stream
 * in an error of its format and not in a broken stream; a reader that leaves cancels the upstream.
 */
export const piped = (machine: StreamTranslation): PipedTranslation => {
  const encoder = new TextEncoder()
  let how: "clean" | "cut" = "clean"
  const tell = (text: string, client: TransformStreamDefaultController<Uint8Array>): void => {
    if (text !== "") client.enqueue(encoder.encode(text))
  }
  const translation = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, client) => tell(machine.push(piece), client),
    flush: (client) => tell(machine.end(how), client)
  })
  const writer = translation.writable.getWriter()
  const writable = new WritableStream<Uint8Array>({
    start: (upstream) => {
      writer.closed.catch((reason: unknown) => upstream.error(reason))
    },
    write: (piece) => writer.write(piece),
    close: () => writer.close(),
    abort: () => {
      how = "cut"
      return writer.close()
    }
  })
  return { writable, readable: translation.readable, notes: machine.notes }
}

/** An upstream's answer with a status that is no success. */
export interface FailedAnswer {
  readonly status: number
  /** Lower-case names, or those of a `Response`; `retry-after` is read. */
  readonly headers?: Readonly<Record<string, string>> | Headers
  /** Text or bytes; a value that was read from JSON is printed, and what is none of these says nothing. */
  readonly body: unknown
}

/** An error as its client reads it. */
export interface ErrorTranslation {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
}

/**
 * Says a failure in the client's format: an upstream's answer of any kind (its own JSON, a proxy's HTML, nothing), why a
 * translation gave no value, or what else was thrown, such as by a `fetch` that reached nobody: a 502.
 *
 * @example
 * translateError({ from: Formats.messages, to: Formats.chatCompletions }, { status: 529, body: '{"type":"error",…}' })
 */
export const translateError = (
  { from, to }: Pick<ReplyOptions, "from" | "to">,
  failure: FailedAnswer | Error
): ErrorTranslation => {
  const { status, headers, body } = to.encodeError(errorOf(from, failure))
  return { status, headers, body: body.text }
}

const errorOf = (from: UpstreamFormat, failure: FailedAnswer | Error): GatewayError => {
  if (failure instanceof GatewayError) return failure
  if (failure instanceof Invalid) return invalid(failure.issues[0].message, placeOfIssue(failure.issues[0]))
  if (failure instanceof Refused) return invalid(refusalOf(failure.notes[0]), failure.notes[0].path)
  if (!isAnswer(failure)) return new GatewayError("UpstreamFailed", "The upstream could not be reached.")
  const { status, headers = {}, body } = failure
  const named = headers instanceof Headers ? Object.fromEntries(headers) : headers
  // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- some give it as a text
  return from.decodeError(Number(status), named, bodyTextGiven(body))
}

/** Whether it is an answer: anything may be thrown. */
const isAnswer = (failure: unknown): failure is FailedAnswer =>
  typeof failure === "object" &&
  failure !== null &&
  !(failure instanceof Error) &&
  "status" in failure &&
  Number(failure.status) > 0

const invalid = (message: string, pointer: string): GatewayError =>
  new GatewayError("InvalidRequest", message, { pointer })
