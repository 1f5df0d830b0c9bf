import type { ChatFormat, RequestTarget, UpstreamFormat } from "../core/format.ts"
import { GatewayError } from "../core/errors/error.ts"
import { fail, Invalid, type Result } from "../core/errors/invalid.ts"
import type { Refused } from "../core/notes/note.ts"
import { pieceGiven } from "../core/json/given.ts"
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
import { type RequestOptions, type RequestTranslation, translateRequest } from "./request.ts"

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
