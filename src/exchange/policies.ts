import * as Context from "effect/Context"
import { type WireNames, wireNames } from "../words/wire-names.ts"

/** What an operator may choose for all chat endpoints of a gateway. */
export interface Policy {
  /** Whether a request that a translation would change in cost or meaning is refused with a 400. */
  readonly strict: boolean
  /** Whether whole answers of the chat completions endpoint show reasoning. Streams always do. */
  readonly unaryReasoning: boolean
  /** How this deployment spells the names that may be spelled in several ways. */
  readonly names: WireNames
}

/** The policies of a gateway; by default lenient, with the usual names. */
export const Policies = Context.Reference<Policy>("isogloss/Policies", {
  defaultValue: () => ({ strict: false, unaryReasoning: false, names: wireNames })
})
