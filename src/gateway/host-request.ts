import * as Effect from "effect/Effect"
import { GatewayError } from "../core/errors/error.ts"
import { type BodyKind, isForm } from "../endpoints/endpoint.ts"

/** A request as its host hands it over. */
export interface HostRequest {
  readonly method: string
  /** The request target: a path, and a query where there is one. */
  readonly target: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The network address of the client, where the host knows it. */
  readonly address?: (() => string | undefined) | undefined
  /** Why nobody may act on this request: two readers could read it in two ways. */
  readonly refused?: GatewayError | undefined
  /** Reads the whole body, of `cap` bytes at most. */
  readonly readBody: (cap: number) => Effect.Effect<Uint8Array, GatewayError>
}

/** A body that is larger than its route takes, in bytes. */
export const tooLarge = (cap: number): GatewayError =>
  new GatewayError("PayloadTooLarge", `The body is larger than ${cap} bytes.`)

/** A body that was not whole in time, in milliseconds. */
export const lateBody = (clock: number): GatewayError =>
  new GatewayError("InvalidRequest", `The body did not arrive within ${clock / 1000} s.`, {
    status: 408,
    code: "request_timeout"
  })

/** A body whose sender broke off. */
export const brokenBody = (): GatewayError =>
  new GatewayError("InvalidRequest", "The body could not be read.", { pointer: "" })

const nothing = Effect.succeed(new Uint8Array(0))

/** Reads a body as its endpoint takes it: of its type, not encoded, under its cap before and while reading. */
export const readBytes = (
  { headers, readBody }: Pick<HostRequest, "headers" | "readBody">,
  kind: BodyKind
): Effect.Effect<Uint8Array, GatewayError> => {
  if (kind.kind === "none") return nothing
  const { "content-type": type, "content-encoding": encoding, "content-length": length } = headers
  if (type !== undefined && !isJson(type) && !(kind.kind === "form" && isForm(type)))
    return Effect.fail(unsupported(kind.kind === "form" ? `${wanted} or a form.` : `${wanted}.`))
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    return Effect.fail(unsupported("The body must not be compressed."))
  if (length !== undefined && Number(length) > kind.cap) return Effect.fail(tooLarge(kind.cap))
  return readBody(kind.cap)
}

const wanted = "The body must be JSON (`content-type: application/json`)"

const isJson = (type: string): boolean =>
  type === "application/json" || /^\s*(application|text)\/([\w.!#$&^-]+\+)?json\s*(;|$)/i.test(type)

const unsupported = (message: string): GatewayError => new GatewayError("UnsupportedMediaType", message)
