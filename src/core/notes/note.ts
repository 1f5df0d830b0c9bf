import { saidAt } from "../errors/invalid.ts"
import type { JsonPointer } from "../json/pointer.ts"

/** What happened to something that could not be carried over as it was. */
export type NoteKind = "dropped" | "approximated" | "synthesised" | "clamped" | "refused"

/** What it means to whom: money, the answer, or only its looks. */
export type NoteSeverity = "cost" | "meaning" | "cosmetic"

/** Why a note is written: an entry of a format's or a family's table of rules. */
interface NoteRule {
  readonly kind: NoteKind
  readonly severity: NoteSeverity
  /** A sentence for the person who reads the note; in a table `{member}` stands for the member that a note is about. */
  readonly detail: string
}

/** One thing that a translation dropped, approximated, synthesised, clamped or refused. */
export interface TranslationNote extends NoteRule {
  /** Into the client's own body, at the deepest member that differs; the parent's where the member was absent. */
  readonly path: JsonPointer
  /** Into the body that was written. */
  readonly target?: JsonPointer
  /** The key of the rule in its table, without a case, with the table's name before it: `messages/unsupported`. */
  readonly rule: string
}

/** A value, and what was not carried over on the way to it. */
export interface Translated<A> {
  readonly value: A
  readonly notes: readonly TranslationNote[]
}

/** A note as the reason of a refusal; where a strict policy alone refuses, it says so. */
export const refusalOf = ({ kind, detail }: Pick<TranslationNote, "kind" | "detail">): string =>
  kind === "refused" ? detail : `${detail} \`strict\` refuses what would be ${kind}.`

/** A request that a target cannot take: the notes of kind `refused` that say why; its message says the first of them. */
export class Refused extends Error {
  override readonly name = "Refused"
  readonly notes: readonly [TranslationNote, ...TranslationNote[]]

  constructor(notes: readonly [TranslationNote, ...TranslationNote[]]) {
    const [first, ...more] = notes
    super(saidAt(first.path, refusalOf(first), more.length))
    this.notes = notes
  }

  /** The notes that refuse, of kind `refused` where nothing else is said; undefined where there are none. */
  static among(
    notes: readonly TranslationNote[],
    refuses: (note: TranslationNote) => boolean = isRefused
  ): Refused | undefined {
    const [first, ...more] = notes.filter(refuses)
    return first === undefined ? undefined : new Refused([first, ...more])
  }
}

const isRefused = ({ kind }: TranslationNote): boolean => kind === "refused"

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
 * Makes a table of rules; a key `<rule>/<case>` is a case of a rule, with a sentence and a severity of its own.
 *
 * @example
 * noteRules("messages", { dropped: { cosmetic: { created: "A reply has no time." } } })
 */
export const noteRules = <Key extends string>(name: string, book: RuleBook<Key>): NoteRules<Key> =>
  rulesOf(name, ruleRows(book))

/** A rule and its key. */
type RuleRow = readonly [key: string, rule: NoteRule]

/** The rules of a book, with their keys. */
export const ruleRows = (book: RuleBook<string>): readonly RuleRow[] =>
  kinds.flatMap((kind) =>
    severities.flatMap((severity) =>
      Object.entries(book[kind]?.[severity] ?? {}).map(([key, detail = ""]): RuleRow => [
        key,
        { kind, severity, detail }
      ])
    )
  )

/** Makes a table of rules from rows, which must have every key. */
export const rulesOf = <Key extends string>(name: string, rows: readonly RuleRow[]): NoteRules<Key> => {
  const table = Object.fromEntries(rows) as Readonly<Record<Key, NoteRule>>
  return {
    name,
    table,
    note: (key, path, more) => {
      const [rule = key] = key.split("/", 1)
      const note = { ...table[key], ...more, path, rule: `${name}/${rule}` }
      return { ...note, detail: note.detail.replace("`{member}`", () => memberName(path)) }
    }
  }
}

/** The member that a place is in, as a sentence begins with it. */
const memberName = (path: JsonPointer): string => {
  const name = path.split("/").findLast((token) => /\D/.test(token)) ?? ""
  return /^[\w.-]{1,64}$/.test(name) ? `\`${name}\`` : "This"
}
