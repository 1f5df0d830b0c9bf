import { type ReadOptions, noNull } from "../../core/reading/read-options.ts"

/** The name of the format that clients speak. */
export const id = "rerank"

/** How requests are read. */
export const inRequest: ReadOptions = { format: id, silent: noNull }

/** How one vendor's API differs from the others: all of them take a query and documents, and score each. */
export interface Dialect {
  /** The format's name. */
  readonly id: string
  /** What the most results are called. */
  readonly limit: "top_n" | "top_k"
  /** Whether it is told to return documents or not. */
  readonly returns: boolean
  /** Where results stand. */
  readonly results: "results" | "data"
  /** Where the count of tokens stands, by the members on the way. */
  readonly tokens: readonly string[]
  /** Which members of a client's that nobody reads it takes. */
  readonly others: "any" | readonly string[]
}
