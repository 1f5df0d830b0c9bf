import { type ReadOptions, noNull } from "../../core/reading/read-options.ts"

/** The format's name. */
export const id = "embeddings"

/** How requests are read. */
export const inRequest: ReadOptions = { format: id, silent: noNull }
