import type { ChatNode } from "../../core/chat/node.ts"
import type { JsonObjectBuilder, MutableDraft } from "../../core/json/builder.ts"
import { putMember } from "../../core/json/json.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { consume, consumed } from "./context.ts"
import { bookkeeping } from "./wire.ts"

/** Keeps what an item says of itself and not of the conversation: its id, its status, its phase. */
export const keepBookkeeping = (from: ObjectReader, node: MutableDraft<ChatNode>): void => {
  for (const key of bookkeeping) {
    const value = from.json(key)
    if (value !== undefined) consume(node, key, value)
  }
}

/** Writes that back into the item. */
export const restoreBookkeeping = <A extends JsonObjectBuilder>(out: A, node: ChatNode): A => {
  for (const key of bookkeeping) {
    const value = consumed(node, key)
    if (value !== undefined) putMember(out, key, value)
  }
  return out
}
