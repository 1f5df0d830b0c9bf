import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import type { HttpServerError } from "effect/http/HttpServerError"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { BodyKind } from "../endpoints/endpoint.ts"
import { GatewayError } from "../words/error.ts"

const nothing = Effect.succeed(new Uint8Array(0))

/** Reads a body as its endpoint takes it: of its type, not encoded, under its cap before and while reading. */
export const readBytes = (request: HttpServerRequest, kind: BodyKind): Effect.Effect<Uint8Array, GatewayError> => {
  if (kind.kind === "none") return nothing
  const { "content-type": type, "content-encoding": encoding, "content-length": length } = request.headers
  if (type !== undefined && !isJson(type))
    return Effect.fail(unsupported("The body must be JSON (`content-type: application/json`)."))
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    return Effect.fail(unsupported("The body must not be compressed."))
  if (length !== undefined && Number(length) > kind.cap) return Effect.fail(tooLarge(kind.cap))
  return request.arrayBuffer.pipe(
    Effect.provideService(MaxBodySize, ByteSize.bytes(kind.cap)),
    Effect.mapBoth({ onSuccess: (buffer) => new Uint8Array(buffer), onFailure: (error) => unread(error, kind.cap) })
  )
}

const isJson = (type: string): boolean => /^\s*(application|text)\/([\w.!#$&^-]+\+)?json\s*(;|$)/i.test(type)

const unsupported = (message: string): GatewayError => new GatewayError("UnsupportedMediaType", message)

const tooLarge = (cap: number): GatewayError =>
  new GatewayError("PayloadTooLarge", `The body is larger than ${cap} bytes.`)

const unread = ({ reason }: HttpServerError, cap: number): GatewayError =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
    ? tooLarge(cap)
    : new GatewayError("InvalidRequest", "The body could not be read.", { pointer: "" })
