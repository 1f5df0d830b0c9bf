import { everyNull, type ReadOptions, noNull } from "../../core/reading/read-options.ts"
import { nativeMembers } from "../../core/chat/node.ts"
import { camel, id } from "./wire.ts"

/** What this format alone says of nodes. */
export const { isOwn, kindOf, consumed, consume, restore, spelledAs } = nativeMembers(id)

/** How a request's objects are read, under the names with capitals: an explicit null is kept, a lone item is a list. */
export const inRequest: ReadOptions = { format: id, silent: noNull, empty: true, lone: true, nameOf: camel }

/** How an answer's objects are read: a text that must be there may be missing. */
export const inAnswer: ReadOptions = { format: id, silent: everyNull, nameOf: camel, lenient: true }
