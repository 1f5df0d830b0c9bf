import * as Effect from "effect/Effect"
import { unmatched } from "../endpoints/unmatched.ts"
import { aboutDefect, GatewayError } from "../core/errors/error.ts"
import type { WireError } from "../core/format.ts"
import { pathOf, searchOf } from "./paths.ts"

/**
 * What a gateway answers that could not be built, in the format of a request's path: why, where this library found it;
 * what another Layer failed with is for its operator alone, as it may hold anything.
 */
export const unbuilt = (thrown: unknown, target: string): WireError => {
  const why = thrown instanceof GatewayError ? thrown.message : "The log, or what `gateway.ready` fails with, says why."
  const message = `The gateway could not be built, and serves nothing. ${why}`
  const error = new GatewayError("Internal", message, { status: 503, code: "gateway_not_built" })
  return unmatched([], { path: pathOf(target), headers: {}, search: () => searchOf(target) }, error)
}

/** Says in the log why a gateway was not built. */
export const logUnbuilt = (thrown: unknown): void => {
  const why = thrown instanceof GatewayError ? [thrown.message] : aboutDefect(thrown)
  Effect.runFork(Effect.logError("The gateway could not be built: every request is answered with a 503.", ...why))
}
