import { emptyMembers, leftovers, placeOf } from "./leftover.ts"
import type { Node } from "../chat/node.ts"
import type { Note } from "./note.ts"
import type { Pointer } from "../json/pointer.ts"
import type { Rules } from "./rules.ts"

/** What gathers the notes of an encoding. */
export interface Noting {
  readonly notes: Note[]
}

/** What writes the notes of one format's encoder. */
export interface Notes<Key extends string> {
  /** Writes a note of a rule at a place. */
  readonly note: (to: Noting, rule: Key, at: Pointer | undefined, detail?: string) => void
  /** Writes a note of a rule at a field of a node. */
  readonly noteField: (to: Noting, rule: Key, node: Node, field: string, detail?: string) => void
  /** Notes what only another format can say of a node. */
  readonly noteLeftovers: (to: Noting, node: Node) => void
}

/**
 * Makes what writes a format's notes. `unknown`: the rule of what only another format can say; `empty`: of what holds
 * nothing; `kept`: of what a vendor says of its own work.
 */
export const noting = <Key extends string>(
  rules: Rules<Key>,
  format: string,
  unknown: NoInfer<Key>,
  empty?: NoInfer<Key>,
  kept?: NoInfer<Key>
): Notes<Key> => {
  const note: Notes<Key>["note"] = (to, rule, at = "", detail) => {
    to.notes.push(rules.note(rule, at, detail === undefined ? undefined : { detail }))
  }
  return {
    note,
    noteField: (to, rule, node, field, detail) => note(to, rule, placeOf(node, field), detail),
    noteLeftovers: (to, node) => {
      if (node.native === undefined) return
      for (const path of leftovers(node, format)) {
        note(to, kept !== undefined && isBookkeeping(path) ? kept : unknown, path)
      }
      if (empty !== undefined) for (const path of emptyMembers(node, format)) note(to, empty, path)
    }
  }
}

/** What vendors say of how an answer was made: nothing of it is for its reader. */
const bookkeeping: ReadonlySet<string> = new Set([
  "system_fingerprint",
  "safetyRatings",
  "avgLogprobs",
  "inference_geo"
])

const isBookkeeping = (path: Pointer): boolean => bookkeeping.has(path.slice(path.lastIndexOf("/") + 1))
