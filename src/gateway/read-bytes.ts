import * as Effect from "effect/Effect"
import { type BodyKind, isForm } from "../endpoints/endpoint.ts"
import { GatewayError } from "../core/errors/error.ts"
import { type Arrived, tooLarge } from "./arrived.ts"

const nothing = Effect.succeed(new Uint8Array(0))

/** Reads a body as its endpoint takes it: of its type, not encoded, under its cap before and while reading. */
export const readBytes = (
  { headers, take }: Pick<Arrived, "headers" | "take">,
  kind: BodyKind
): Effect.Effect<Uint8Array, GatewayError> => {
  if (kind.kind === "none") return nothing
  const { "content-type": type, "content-encoding": encoding, "content-length": length } = headers
  if (type !== undefined && !isJson(type) && !(kind.kind === "form" && isForm(type)))
    return Effect.fail(unsupported(kind.kind === "form" ? `${wanted} or a form.` : `${wanted}.`))
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    return Effect.fail(unsupported("The body must not be compressed."))
  if (length !== undefined && Number(length) > kind.cap) return Effect.fail(tooLarge(kind.cap))
  return take(kind.cap)
}

const wanted = "The body must be JSON (`content-type: application/json`)"

const isJson = (type: string): boolean =>
  type === "application/json" || /^\s*(application|text)\/([\w.!#$&^-]+\+)?json\s*(;|$)/i.test(type)

const unsupported = (message: string): GatewayError => new GatewayError("UnsupportedMediaType", message)
