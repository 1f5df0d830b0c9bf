import type * as Effect from "effect/Effect"
import { GatewayError } from "../core/errors/error.ts"

/** A request as its host hands it over. */
export interface Arrived {
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
  readonly take: (cap: number) => Effect.Effect<Uint8Array, GatewayError>
}

/** A body that is larger than its route takes, in bytes. */
export const tooLarge = (cap: number): GatewayError =>
  new GatewayError("PayloadTooLarge", `The body is larger than ${cap} bytes.`)

/** A body that was not whole in time, in milliseconds. */
export const late = (clock: number): GatewayError =>
  new GatewayError("InvalidRequest", `The body did not arrive within ${clock / 1000} s.`, {
    status: 408,
    code: "request_timeout"
  })

/** A body whose sender broke off. */
export const broken = (): GatewayError =>
  new GatewayError("InvalidRequest", "The body could not be read.", { pointer: "" })
