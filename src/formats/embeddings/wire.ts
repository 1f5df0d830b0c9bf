import { type ReadOptions, noNull } from "../../core/reading/manner.ts"

/** The format's name. */
export const id = "embeddings"

/** How requests are read. */
export const inRequest: ReadOptions = { format: id, silent: noNull }
