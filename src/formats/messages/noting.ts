import type { Grounding } from "../../core/chat/chat.ts"
import { beyondCitations } from "../../core/notes/leftover.ts"
import type { Node } from "../../core/chat/node.ts"
import { type Noting, noting } from "../../core/notes/noting.ts"
import type { Out } from "../../core/out.ts"
import { restore } from "./native.ts"
import { rules } from "./rules.ts"
import { id } from "./wire.ts"

/** What writes this format's notes. */
export const { note, noteField, noteLeftovers } = noting(rules, id, "unknown-member", "empty-member", "bookkeeping")

/** Notes that what a search found is written as citations, and what of it they cannot say. */
export const noteGrounding = (to: Noting, grounding: Grounding): void => {
  note(to, "grounding", grounding.at)
  for (const path of beyondCitations(grounding, id)) note(to, "unknown-member", path)
}

/** Finishes an object made of a node: this format's own members, and notes of another format's. */
export const finish = (to: Noting, out: Out, node: Node): Out => {
  if (node.native === undefined) return out
  noteLeftovers(to, node)
  return restore(out, node)
}
