import { type Manner, noNull } from "../../words/reading/manner.ts"

/** The format's name. */
export const id = "embeddings"

/** How requests are read. */
export const inRequest: Manner = { format: id, silent: noNull }
