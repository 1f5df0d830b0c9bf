import { type Manner, noNull } from "../../core/reading/manner.ts"

/** The format's name. */
export const id = "embeddings"

/** How requests are read. */
export const inRequest: Manner = { format: id, silent: noNull }
