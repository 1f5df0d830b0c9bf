import type { JsonObject } from "../../json.ts"

/** An answer that is kept, with all that was said before it. */
export interface KeptResponse {
  readonly response: JsonObject
  readonly input: readonly JsonObject[]
  /** The items before `input`. */
  readonly before: readonly JsonObject[]
}

/** The answers that are kept, by their ids. */
export type KeptResponses = Map<string, KeptResponse>
