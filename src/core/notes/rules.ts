import type { TranslationNote, NoteKind, NoteRule, NoteSeverity } from "./note.ts"
import type { JsonPointer } from "../json/pointer.ts"

/** The sentence of each rule, by its key, under what happens and what that means. */
export type RuleBook<Key extends string> = {
  readonly [kind in NoteKind]?: { readonly [severity in NoteSeverity]?: { readonly [key in Key]?: string } }
}

/** A table of rules under a name, and what writes their notes. */
export interface NoteRules<Key extends string> {
  readonly name: string
  readonly table: Readonly<Record<Key, NoteRule>>
  /** The note of a rule at a place; `detail` replaces the rule's sentence where the case can say more. */
  readonly note: (
    key: Key,
    path: JsonPointer,
    more?: { readonly target?: JsonPointer; readonly detail?: string }
  ) => TranslationNote
}

const kinds: readonly NoteKind[] = ["dropped", "approximated", "synthesised", "clamped", "refused"]
const severities: readonly NoteSeverity[] = ["meaning", "cost", "cosmetic"]

/**
 * Makes a table of rules. The lossiness matrix is printed from such tables.
 *
 * @example
 * noteRules("messages", { dropped: { cosmetic: { created: "A reply has no time." } } })
 */
export const noteRules = <Key extends string>(name: string, book: RuleBook<Key>): NoteRules<Key> => {
  const written: Partial<Record<Key, NoteRule>> = {}
  for (const kind of kinds) {
    for (const severity of severities) {
      const sentences = book[kind]?.[severity]
      for (const key in sentences) written[key] = { kind, severity, detail: sentences[key] ?? "" }
    }
  }
  const table = written as Readonly<Record<Key, NoteRule>>
  return { name, table, note: (key, path, more) => ({ ...table[key], ...more, path, rule: `${name}/${key}` }) }
}
