import * as ByteSize from "effect/ByteSize"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import type { HttpServerError } from "effect/http/HttpServerError"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { BodyKind } from "../endpoints/endpoint.ts"
import { GatewayError } from "../words/error.ts"

/** Why the bytes of a body did not come: there are more than the cap, or its sender broke off. */
export type Unread = "too-large" | "broken"

/** Reads the whole body of a request, of `cap` bytes at most. */
export type TakeBytes = (request: HttpServerRequest, cap: number) => Effect.Effect<Uint8Array, Unread>

/** How the bytes of a body are taken from the host; by default as any host of Effect gives them. */
export const Taking = Context.Reference<TakeBytes>("isogloss/Taking", {
  defaultValue: () => (request, cap) =>
    request.arrayBuffer.pipe(
      Effect.provideService(MaxBodySize, ByteSize.bytes(cap)),
      Effect.mapBoth({ onSuccess: (buffer) => new Uint8Array(buffer), onFailure: whyUnread })
    )
})

const whyUnread = ({ reason }: HttpServerError): Unread =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge" ? "too-large" : "broken"

const nothing = Effect.succeed(new Uint8Array(0))

/** Reads a body as its endpoint takes it: of its type, not encoded, under its cap before and while reading. */
export const readBytes = (
  request: HttpServerRequest,
  kind: BodyKind,
  take: TakeBytes
): Effect.Effect<Uint8Array, GatewayError> => {
  if (kind.kind === "none") return nothing
  const { "content-type": type, "content-encoding": encoding, "content-length": length } = request.headers
  if (type !== undefined && !isJson(type))
    return Effect.fail(unsupported("The body must be JSON (`content-type: application/json`)."))
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    return Effect.fail(unsupported("The body must not be compressed."))
  if (length !== undefined && Number(length) > kind.cap) return Effect.fail(tooLarge(kind.cap))
  return Effect.mapError(take(request, kind.cap), (why) => (why === "too-large" ? tooLarge(kind.cap) : broken()))
}

const isJson = (type: string): boolean =>
  type === "application/json" || /^\s*(application|text)\/([\w.!#$&^-]+\+)?json\s*(;|$)/i.test(type)

const unsupported = (message: string): GatewayError => new GatewayError("UnsupportedMediaType", message)

const tooLarge = (cap: number): GatewayError =>
  new GatewayError("PayloadTooLarge", `The body is larger than ${cap} bytes.`)

const broken = (): GatewayError => new GatewayError("InvalidRequest", "The body could not be read.", { pointer: "" })
