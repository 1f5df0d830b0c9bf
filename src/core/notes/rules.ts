import type { Note, NoteKind, Rule, Severity } from "./note.ts"
import type { Pointer } from "../json/pointer.ts"

/** The sentence of each rule, by its key, under what happens and what that means. */
export type Book<Key extends string> = {
  readonly [kind in NoteKind]?: { readonly [severity in Severity]?: { readonly [key in Key]?: string } }
}

/** A table of rules under a name, and what writes their notes. */
export interface Rules<Key extends string> {
  readonly name: string
  readonly table: Readonly<Record<Key, Rule>>
  /** The note of a rule at a place; `detail` replaces the rule's sentence where the case can say more. */
  readonly note: (key: Key, path: Pointer, more?: { readonly target?: Pointer; readonly detail?: string }) => Note
}

const kinds: readonly NoteKind[] = ["dropped", "approximated", "synthesised", "clamped", "refused"]
const severities: readonly Severity[] = ["meaning", "cost", "cosmetic"]

/**
 * Makes a table of rules. The lossiness matrix is printed from such tables.
 *
 * @example
 * rules("messages", { dropped: { cosmetic: { created: "A reply has no time." } } })
 */
export const rules = <Key extends string>(name: string, book: Book<Key>): Rules<Key> => {
  const written: Partial<Record<Key, Rule>> = {}
  for (const kind of kinds) {
    for (const severity of severities) {
      const sentences = book[kind]?.[severity]
      for (const key in sentences) written[key] = { kind, severity, detail: sentences[key] ?? "" }
    }
  }
  const table = written as Readonly<Record<Key, Rule>>
  return { name, table, note: (key, path, more) => ({ ...table[key], ...more, path, rule: `${name}/${key}` }) }
}
