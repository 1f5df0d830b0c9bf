import { everyNull, type Manner, noNull } from "../../core/reading/manner.ts"
import { natives } from "../../core/chat/native.ts"
import { id } from "./wire.ts"

/** What this format alone says of nodes. */
export const { ownNative, isOwn, kindOf, consumed, restore, spelledAs } = natives(id)

/** How a request's objects are read: an explicit null is kept. */
export const inRequest: Manner = { format: id, silent: noNull, empty: true }

/** How an answer's objects are read. */
export const inAnswer: Manner = { format: id, silent: everyNull }
