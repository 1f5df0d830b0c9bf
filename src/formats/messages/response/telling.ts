import type { Asked, Stamp } from "../../../words/format.ts"
import { leftovers } from "../../../words/leftover.ts"
import type { Node } from "../../../words/node.ts"
import type { Note } from "../../../words/note.ts"
import { type RuleKey, rules } from "../rules.ts"
import { id } from "../wire.ts"

/** What the parts of an answer share while it is written. */
export interface Telling {
  readonly asked: Asked
  readonly stamp: Stamp
  readonly notes: Note[]
}

/** Writes a note of a rule at a place. */
export const tell = (to: Telling, rule: RuleKey, at: string | undefined, detail?: string): void => {
  to.notes.push(rules.note(rule, at ?? "", detail === undefined ? {} : { detail }))
}

/** Notes what only another format can say of a node. */
export const tellLeftovers = (to: Telling, node: Node): void => {
  if (node.native !== undefined) for (const path of leftovers(node, id)) tell(to, "unknown-member", path)
}
