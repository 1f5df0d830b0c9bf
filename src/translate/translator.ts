import {
  type ChatFormat,
  type RequestTarget,
  type UpstreamFormat,
  type ReplyPreferences,
  type WireRequest,
  type RequiredMedia,
  type ReplyContext,
  wireNames
} from "../core/format.ts"
import { GatewayError } from "../core/errors/error.ts"
import { fail, Invalid, type Result, succeed } from "../core/errors/invalid.ts"
import { Refused, type TranslationNote } from "../core/notes/note.ts"
import { pieceGiven, jsonGiven } from "../core/given.ts"
import {
  type ReplyOptions,
  type ResponseTranslation,
  translateResponse,
  piped,
  type PipedTranslation,
  type StreamTranslation,
  translateStream,
  type ErrorTranslation,
  type FailedAnswer,
  translateError
} from "./reply.ts"
import { afterCalls } from "../core/events/checked-answer.ts"
import type { JsonText } from "../core/json/json.ts"

/** How a request is to be translated. */
export interface RequestOptions {
  /** The format that the body is written in. */
  readonly from: ChatFormat
  /** The format to write. */
  readonly to: UpstreamFormat
  /** Who will read it. Absent: the model id that the body names, of which nothing more is known. */
  readonly target?: Partial<RequestTarget>
  /** The request's headers that its format defines, such as `anthropic-beta`; lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the answer is to be streamed. Absent: as the body says. */
  readonly stream?: boolean
  /** Bytes for URLs that an earlier translation put on its list of {@link RequestTranslation.needs}, by URL. */
  readonly media?: RequestTarget["media"]
  /** Refuse what would be dropped, approximated or clamped with a change of meaning or cost. */
  readonly strict?: boolean
  /** What its answer tells where the upstream does not say it: an id, and when it was made, which else is 0 seconds. */
  readonly stamp?: ReplyOptions["stamp"]
}

/** A translated request, and what its answer's translation has to know. */
export interface RequestTranslation {
  /** The JSON text to send. */
  readonly body: string
  /** The body with the model id, the headers to send beside it, and whether its answer will be a stream. */
  readonly call: WireRequest
  readonly undo: ReplyContext
  readonly asked: ReplyPreferences
  /** What could not be carried over as it was, with pointers into the body that was given. */
  readonly notes: readonly TranslationNote[]
  /** URLs that the target needs as bytes: fetch them, and translate again with `media`. Empty: the body is ready. */
  readonly needs: readonly RequiredMedia[]
  /** The options for {@link translateResponse}, `translateStream` and {@link translateError} of its answer. */
  readonly reply: ReplyOptions
}

/**
 * Translates a request body, as JSON text, its bytes or the parsed value. Numbers, schemas and tool arguments keep their
 * source text if text is given. `Invalid`: the body is not one of its format; `Refused`: the target cannot take it, or
 * `strict` forbids what would become of it.
 *
 * @example
 * const there = translateRequest({ from: Formats.messages, to: Formats.chatCompletions, target: { model: "gpt-4o" } }, body)
 * if (!there.ok) return translateError({ from: Formats.chatCompletions, to: Formats.messages }, there.error)
 * const answer = await send(there.value.body)
 * const back = translateResponse(there.value.reply, answer)
 */
export const translateRequest = (
  options: RequestOptions,
  body: unknown
): Result<RequestTranslation, Invalid | Refused> => {
  const json = jsonGiven(body)
  if (!json.ok) return json
  const call = callOf(options, json.value)
  const decoded = options.from.decodeRequest(call)
  if (!decoded.ok) return decoded
  const { request, asked: wanted } = decoded.value.value
  const asked = options.stream === undefined ? wanted : { ...wanted, stream: options.stream }
  const target = targetOf(options, request.model, asked.stream)
  if (target.model === "") return fail(Invalid.at("", "No model is named: neither in the body nor as the target's."))
  const encoded = options.to.encodeRequest(request, target)
  if (!encoded.ok) return encoded
  const notes = [...decoded.value.notes, ...encoded.value.notes]
  const refused = options.strict === true ? Refused.among(notes, isLoss) : undefined
  if (refused !== undefined) return fail(refused)
  const { call: sent, needs } = encoded.value.value
  const undo = afterCalls(encoded.value.value.undo, request.messages)
  // the calls of each turn have ids of their own where the upstream gives none: a conversation grows
  const stamp = { id: `translated_${request.messages.length}`, model: sent.model, ...options.stamp }
  const reply = { from: options.to, to: options.from, undo, asked, stamp }
  return succeed({ body: sent.body.text, call: sent, undo, asked, notes, needs, reply })
}

/** Whether a note tells of a change of meaning or cost that nobody asked for. */
const isLoss = ({ kind, severity }: TranslationNote): boolean =>
  severity !== "cosmetic" && (kind === "dropped" || kind === "approximated" || kind === "clamped")

const callOf = ({ headers, stream, target }: RequestOptions, body: JsonText): WireRequest => {
  const { model, stream: streamed } = body.object ?? {}
  return {
    model: typeof model === "string" ? model : "",
    stream: stream ?? streamed === true,
    headers: headers ?? {},
    body,
    names: target?.names ?? wireNames
  }
}

const targetOf = ({ target, media }: RequestOptions, model: string, stream: boolean): RequestTarget =>
  media === undefined ? { model, stream, ...target } : { model, stream, media, ...target }

/** Between whom is translated. */
export interface TranslatorOptions {
  /** The format that the client writes and reads. */
  readonly client: ChatFormat
  /** The format that the upstream reads and writes. */
  readonly upstream: UpstreamFormat
  /** The model id to send; absent: the one that the client names. */
  readonly model?: string
  /** What else is known of the model. */
  readonly target?: Partial<RequestTarget>
  /** Refuse what would be dropped, approximated or clamped with a change of meaning or cost. */
  readonly strict?: boolean
}

/** A request that was translated; it knows what the translation of its answer must undo. */
type Asked = Pick<RequestTranslation, "reply">

/** Everything that crosses between one client's format and one upstream's: no call of it names a direction. */
export interface Translator {
  /** The client's request as the upstream reads it; `options`: its headers, whether it streams, fetched media, a stamp. */
  readonly request: (
    body: unknown,
    options?: Pick<RequestOptions, "headers" | "stream" | "media" | "stamp">
  ) => Result<RequestTranslation, Invalid | Refused>
  /** The upstream's whole answer to that request as the client reads it. */
  readonly response: (answer: unknown, to: Asked) => Result<ResponseTranslation, GatewayError>
  /** The upstream's stream as the client reads it, for `pipeThrough`. */
  readonly stream: (to: Asked) => PipedTranslation
  /** The same, fed piece by piece. */
  readonly pieces: (to: Asked) => StreamTranslation
  /** What the upstream answered without success, why a call of these gave no value, or what was thrown, as the client reads errors. */
  readonly error: (failure: FailedAnswer | Error) => ErrorTranslation
}

/**
 * Translates between a client and an upstream of other formats. Nothing that comes from either makes it throw, but a
 * program does that gives it no format, or an answer without its request. It keeps nothing, so that one is enough for all
 * requests between the two.
 *
 * @example
 * const chat = translator({ client: Formats.messages, upstream: Formats.chatCompletions, model: "gpt-4o" })
 * const there = chat.request(body)
 * if (!there.ok) return chat.error(there.error)
 * const back = chat.response(await send(there.value.body), there.value)
 */
export const translator = ({ client, upstream, model, target, strict }: TranslatorOptions): Translator => {
  checkFormats({ client, upstream })
  const asking: RequestOptions = {
    from: client,
    to: upstream,
    target: { ...target, ...(model === undefined ? {} : { model }) },
    strict: strict === true
  }
  const failing: Pick<ReplyOptions, "from" | "to"> = { from: upstream, to: client }
  const pieces: Translator["pieces"] = (to) => checkedPieces(translateStream(replyOf(to)))
  return {
    request: (body, options = {}) => {
      const mistake = requestMistake({ ...target, ...options })
      return mistake === undefined ? translateRequest({ ...asking, ...options }, body) : fail(Invalid.at("", mistake))
    },
    response: (answer, to) => translateResponse(replyOf(to), answer),
    stream: (to) => piped(pieces(to)),
    pieces,
    error: (failure) => translateError(failing, failure)
  }
}

const replyOf = (to: Asked): ReplyOptions => {
  checkAsked(to)
  return to.reply
}

/** A stream that ends in an error where it is given what is no piece. */
const checkedPieces = (stream: StreamTranslation): StreamTranslation => ({
  ...stream,
  push: (given) => {
    const piece = pieceGiven(given)
    return piece === undefined ? stream.end(new GatewayError("UpstreamFailed", noPiece)) : stream.push(piece)
  }
})

const noPiece = "A piece of the upstream's stream is neither bytes nor text."

/** Throws where what should be a format is none. */
const checkFormats = (formats: Readonly<Record<"client" | "upstream", unknown>>): void => {
  for (const [name, format] of Object.entries(formats))
    if (typeof format !== "object" || format === null || !("decodeRequest" in format || "encodeRequest" in format))
      throw new TypeError(`\`${name}\` must be a format, such as \`Messages\`.`)
}

/** Throws where a translated request should be, and is not, such as the result of which it is the value. */
const checkAsked = (to: unknown): void => {
  if (typeof to !== "object" || to === null || !("reply" in to))
    throw new TypeError("What an answer is to must be the `value` of what `request` gave, or hold its `reply`.")
}

/** What of a request's options is not what its type says; undefined: nothing. */
const requestMistake = ({ media, stamp }: { readonly media?: unknown; readonly stamp?: unknown }) => {
  if (media !== undefined && !isMedia(media)) return "`media` must be a Map of URLs to `{ mime, base64 }`."
  if (stamp !== undefined && !isStamp(stamp))
    return "`stamp` must be `{ id, created }`: a text, and whole seconds since 1970."
  return undefined
}

const isMedia = (media: unknown): boolean => media instanceof Map && [...media.values()].every(isMedium)

const isMedium = (given: unknown): boolean =>
  typeof given === "object" &&
  given !== null &&
  isText(Reflect.get(given, "mime")) &&
  isText(Reflect.get(given, "base64"))

const isText = (given: unknown): boolean => typeof given === "string" && given !== ""

/** More seconds would be milliseconds. */
const mostSeconds = 1e11

const stampMembers: Readonly<Record<string, ((given: unknown) => boolean) | undefined>> = {
  id: isText,
  model: isText,
  created: (given) => Number.isInteger(given) && Number(given) >= 0 && Number(given) < mostSeconds
}

const isStamp = (stamp: unknown): boolean =>
  typeof stamp === "object" &&
  stamp !== null &&
  Object.entries(stamp).every(([member, value]) => stampMembers[member]?.(value) ?? true)
