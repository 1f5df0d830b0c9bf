import { everyNull, type ReadOptions, noNull } from "../../core/reading/read-options.ts"
import { nativeMembers } from "../../core/chat/node.ts"
import { id } from "./wire.ts"

/** What this format alone says of nodes. */
export const { ownNative, isOwn, kindOf, consumed, restore, spelledAs } = nativeMembers(id)

/** How a request's objects are read: an explicit null is kept. */
export const inRequest: ReadOptions = { format: id, silent: noNull, empty: true }

/** How an answer's objects are read. */
export const inAnswer: ReadOptions = { format: id, silent: everyNull }
