import { beyondCitations, leftovers, placeOf } from "../../words/leftover.ts"
import type { Grounding } from "../../words/chat.ts"
import type { Node } from "../../words/node.ts"
import type { Note } from "../../words/note.ts"
import type { Pointer } from "../../words/pointer.ts"
import type { Out } from "../../words/out.ts"
import { restore } from "./native.ts"
import { type RuleKey, rules } from "./rules.ts"
import { id } from "./wire.ts"

/** What gathers the notes of an encoding. */
export interface Noting {
  readonly notes: Note[]
}

/** Writes a note of a rule at a place. */
export const note = (to: Noting, rule: RuleKey, at: Pointer | undefined, detail?: string): void => {
  to.notes.push(rules.note(rule, at ?? "", detail === undefined ? {} : { detail }))
}

/** Writes a note of a rule at a field of a node. */
export const noteField = (to: Noting, rule: RuleKey, node: Node, field: string, detail?: string): void =>
  note(to, rule, placeOf(node, field), detail)

/** Notes what only another format can say of a node. */
export const noteLeftovers = (to: Noting, node: Node): void => {
  if (node.native !== undefined) for (const path of leftovers(node, id)) note(to, "unknown-member", path)
}

/** Notes that what a search found is written as citations, and what of it they cannot say. */
export const noteGrounding = (to: Noting, grounding: Grounding): void => {
  note(to, "grounding", grounding.at)
  for (const path of beyondCitations(grounding, id)) note(to, "unknown-member", path)
}

/** Finishes an object made of a node: this format's own members, and notes of another format's. */
export const finish = (to: Noting, out: Out, node: Node): Out => {
  if (node.native !== undefined) {
    restore(out, node)
    noteLeftovers(to, node)
  }
  return out
}
