import * as Context from "effect/Context"

/** What an operator may choose for all chat endpoints of a gateway. */
export interface Policy {
  /** Whether a request that a translation would change in cost or meaning is refused with a 400. */
  readonly strict: boolean
  /** Whether whole answers of the chat completions endpoint show reasoning. Streams always do. */
  readonly unaryReasoning: boolean
}

/** The policies of a gateway; both are off by default. */
export const Policies = Context.Reference<Policy>("isogloss/Policies", {
  defaultValue: () => ({ strict: false, unaryReasoning: false })
})
