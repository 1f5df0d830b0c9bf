import { emptyMembers, unsaidMembers, placeOf } from "./leftover.ts"
import type { ChatNode } from "../chat/node.ts"
import type { TranslationNote } from "./note.ts"
import type { JsonPointer } from "../json/pointer.ts"
import type { NoteRules } from "./rules.ts"

/** What gathers the notes of an encoding. */
export interface NoteSink {
  readonly notes: TranslationNote[]
}

/** What writes the notes of one format's encoder. */
export interface NoteWriter<Key extends string> {
  /** Writes a note of a rule at a place. */
  readonly note: (to: NoteSink, rule: Key, at: JsonPointer | undefined, detail?: string) => void
  /** Writes a note of a rule at a field of a node. */
  readonly noteField: (to: NoteSink, rule: Key, node: ChatNode, field: string, detail?: string) => void
  /** Notes what only another format can say of a node. */
  readonly noteLeftovers: (to: NoteSink, node: ChatNode) => void
}

/**
 * Makes what writes a format's notes. `unknown`: the rule of what only another format can say; `empty`: of what holds
 * nothing; `kept`: of what a vendor says of its own work.
 */
export const noteWriter = <Key extends string>(
  rules: NoteRules<Key>,
  format: string,
  unknown: NoInfer<Key>,
  empty?: NoInfer<Key>,
  kept?: NoInfer<Key>
): NoteWriter<Key> => {
  const note: NoteWriter<Key>["note"] = (to, rule, at = "", detail) => {
    to.notes.push(rules.note(rule, at, detail === undefined ? undefined : { detail }))
  }
  return {
    note,
    noteField: (to, rule, node, field, detail) => note(to, rule, placeOf(node, field), detail),
    noteLeftovers: (to, node) => {
      if (node.native === undefined) return
      for (const path of unsaidMembers(node, format)) {
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

const isBookkeeping = (path: JsonPointer): boolean => bookkeeping.has(path.slice(path.lastIndexOf("/") + 1))
