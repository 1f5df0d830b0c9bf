import * as Effect from "effect/Effect"
import { encodeError } from "../formats/chat-completions/wire.ts"
import { MediaLinks } from "../media/store/links.ts"
import { MediaStore, type KeptMedia, type ByteRange } from "../media/store/store.ts"
import { GatewayError } from "../core/errors/error.ts"
import { type Endpoint, requiredParameter, type Head } from "./endpoint.ts"
import * as Stream from "effect/Stream"
import type { Answer } from "../exchange/answer.ts"

/** `GET /v1/media/{ref}`: what a signed link leads to. No key is asked for: the link is one. */
export const media: Endpoint<MediaStore | MediaLinks> = {
  id: "media",
  method: "GET",
  path: "/v1/media/:ref",
  auth: [],
  query: { expires: requiredParameter(), signature: requiredParameter() },
  body: { kind: "none" },
  summary: "The bytes that a signed link leads to, or some of them.",
  handle: Effect.fnUntraced(function* ({ head }) {
    const ref = head.params["ref"] ?? ""
    const isOpen = yield* (yield* MediaLinks).opens(ref, head.search())
    const stored = isOpen ? yield* (yield* MediaStore).find(ref) : undefined
    return stored === undefined ? yield* Effect.fail(unknown()) : answerBytes(stored, head)
  }),
  error: encodeError
}

/** The same for a medium that is not there and for a link that does not open it. */
const unknown = (): GatewayError =>
  new GatewayError("NotFound", "No such media, or the link has expired.", { code: "media_not_found" })

/** What a `range` header asks of so many bytes: all, some, or none that are there. */
export type AskedRange = "whole" | ByteRange | "nothing"

/**
 * Reads a `range` header (RFC 9110, section 14). One that asks for several ranges, in another unit or in no grammar is
 * answered with the whole, as the RFC allows.
 */
export const rangeAsked = (header: string | undefined, size: number): AskedRange => {
  const [, first = "", last = ""] = /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "") ?? []
  if (first === "") return last === "" ? "whole" : suffix(Number(last), size)
  const from = Number(first)
  const to = last === "" ? Infinity : Number(last)
  if (to < from) return "whole"
  return from >= size ? "nothing" : { offset: from, length: Math.min(to, size - 1) - from + 1 }
}

const suffix = (length: number, size: number): AskedRange => {
  if (length === 0) return "nothing"
  return size === 0 ? "whole" : { offset: Math.max(0, size - length), length: Math.min(length, size) }
}

/** The bytes of a medium, or those that the request's head asks for, as they are read from where they lie. */
export const answerBytes = (media: KeptMedia, { method, headers }: Pick<Head, "method" | "headers">): Answer => {
  const tag = `"${media.tag}"`
  const about = { ...commonHeaders, etag: tag, expires: new Date(media.until).toUTCString() }
  const isSame = (headers["if-range"] ?? tag).trim() === tag
  const range = method === "GET" && isSame ? rangeAsked(headers["range"], media.size) : "whole"
  if (range === "nothing") {
    return unsatisfiable({ ...about, "content-range": `bytes */${media.size}` })
  }
  return bytesOf(media, range, { ...about, "content-type": media.mime, "content-disposition": disposition(media) })
}

/** Where reading breaks off the connection does, so that the answer never looks whole. */
const bytesOf = ({ size, read }: KeptMedia, wanted: "whole" | ByteRange, headers: Answer["headers"]): Answer => {
  if (wanted === "whole") {
    return { status: 200, headers: { ...headers, "content-length": String(size) }, body: Stream.orDie(read()) }
  }
  const { offset, length } = wanted
  const range = { "content-range": `bytes ${offset}-${offset + length - 1}/${size}`, "content-length": String(length) }
  return { status: 206, headers: { ...headers, ...range }, body: Stream.orDie(read(wanted)) }
}

/** What is said of all media. */
const commonHeaders = { "accept-ranges": "bytes", "cache-control": "private", "x-content-type-options": "nosniff" }

/** Media that browsers show without running anything in them are shown, and all others saved. */
const disposition = ({ mime, tag }: KeptMedia): string => {
  const [, kind, name = "bin"] = /^(audio|image|video)\/([\w.-]+)$/.exec(mime) ?? []
  return `${kind === undefined ? "attachment" : "inline"}; filename="${tag}.${name}"`
}

const unsatisfiable = (headers: Answer["headers"]): Answer => {
  const why = "The range begins after the last byte."
  const { status, headers: errorHeaders, body } = encodeError(new GatewayError("InvalidRequest", why, { status: 416 }))
  return { status, headers: { ...errorHeaders, "content-type": "application/json", ...headers }, body: body.text }
}
