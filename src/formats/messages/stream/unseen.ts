import type { ContentPart } from "../../../core/chat/chat.ts"
import { weightOf } from "../../../core/framing/held.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { isWords, noteAlone } from "../response/unseen.ts"
import type { Writer } from "./telling.ts"

/** Keeps blocks that show nothing until a call follows. */
export const keepUnseen = (to: Writer, part: ContentPart, blocks: readonly JsonObjectBuilder[]): void => {
  for (const block of blocks) {
    to.held.add(weightOf(block))
    to.unseen.push({ part, block })
  }
}

/** Lets go of blocks that show nothing: what follows them is no call. Behind a `text` there may still be one. */
export const dropUnseen = (to: Writer, follows?: "text"): void => {
  for (const unseen of to.unseen.splice(0)) {
    const { part, block } = unseen
    if (follows === "text" && isWords(part)) {
      to.unseen.push(unseen)
      continue
    }
    to.held.release(weightOf(block))
    noteAlone(to, part, part.opaque)
  }
}
