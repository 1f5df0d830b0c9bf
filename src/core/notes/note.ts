import { saidAt } from "../errors/invalid.ts"
import { type JsonPointer, childPointer } from "../json/pointer.ts"
import type { ChatNode } from "../chat/node.ts"
import type { ChatRequest, FinishReason } from "../chat/chat.ts"
import { isArray, type JsonText } from "../json/json.ts"
import { isIdleField, isIdleMember } from "./idle.ts"

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

/** What gathers the notes of an encoding. */
export interface NoteSink {
  readonly notes: TranslationNote[]
  /** With how many notes leftovers are not noted any more: those of a stream. All are where it is absent. */
  readonly mostNotes?: number
}

/** How many notes of a stream are kept between two times that they are asked for. */
export const mostNotes = 256

/** What writes the notes of one format's encoder. */
interface NoteWriter<Key extends string> {
  /** Writes a note of a rule at a place. */
  readonly note: (to: NoteSink, rule: Key, at: JsonPointer | undefined, detail?: string) => void
  /** Writes a note of a rule once in a stream, which notes no place. */
  readonly noteOnce: (to: NoteSink & { readonly noted: Set<Key> }, rule: Key) => void
  /** Writes a note of a rule at a field of a node. */
  readonly noteField: (to: NoteSink, rule: Key, node: ChatNode, field: string, detail?: string) => void
  /** Writes a note of a rule at a pointer, at a node, or at a field of it. */
  readonly noteAt: (to: NoteSink, rule: Key, place: ChatNode | JsonPointer, field?: string, detail?: string) => void
  /** Writes a note of how an answer ended, with its vendor's own word for that. */
  readonly noteEnd: (to: NoteSink, rule: Key, at: JsonPointer, finish: FinishReason | undefined) => void
  /** Notes what only another format can say of a node. */
  readonly noteLeftovers: (to: NoteSink, node: ChatNode) => void
}

/**
 * Makes what writes a format's notes. What only another format says of a node falls under its rules `unknown-member`,
 * `bookkeeping` and `empty-member`, as far as it has them; a field or a member whose value changes nothing falls under
 * `idle-setting`, whatever it would be dropped for.
 */
export const noteWriter = <Key extends string>(rules: NoteRules<Key>, format: string): NoteWriter<Key> => {
  const isRule = (key: string): key is Key => Object.hasOwn(rules.table, key)
  const ruleNamed = (key: string): Key | undefined => (isRule(key) ? key : undefined)
  const unknown = ruleNamed("unknown-member")
  const ofVendor = ruleNamed("bookkeeping") ?? unknown
  const empty = ruleNamed("empty-member")
  const idle = ruleNamed("idle-setting")
  const note: NoteWriter<Key>["note"] = (to, rule, at = "", detail) => {
    to.notes.push(rules.note(rule, at, detail === undefined ? undefined : { detail }))
  }
  const ruleOf = (rule: Key, node: ChatNode, field: string): Key =>
    idle !== undefined && rules.table[rule].kind === "dropped" && isIdleField(field, Reflect.get(node, field), format)
      ? idle
      : rule
  const noteField: NoteWriter<Key>["noteField"] = (to, rule, node, field, detail) =>
    note(to, ruleOf(rule, node, field), placeOf(node, field), detail)
  return {
    note,
    noteOnce: (to, rule) => {
      if (to.noted.has(rule)) return
      to.noted.add(rule)
      note(to, rule, "")
    },
    noteField,
    noteEnd: (to, rule, at, { raw } = { kind: "other" }) => {
      const word = raw !== undefined && /^\w{1,64}$/.test(raw.value) ? ` It was \`${raw.value}\`.` : ""
      note(to, rule, at, rules.table[rule].detail + word)
    },
    noteAt: (to, rule, place, field, detail) =>
      typeof place === "string" || field === undefined
        ? note(to, rule, pointerOf(place), detail)
        : noteField(to, rule, place, field, detail),
    noteLeftovers: (to, node) => {
      if (node.native === undefined) return
      const most = to.mostNotes ?? Infinity
      for (const [path, value] of unsaid(node, format)) {
        if (to.notes.length >= most) return
        const rule = isBookkeeping(path) ? (ruleNamed(`bookkeeping${path}`) ?? ofVendor) : unknown
        const isSaid = idle === undefined || !isIdleMember(path, value)
        if (rule !== undefined) note(to, isSaid ? rule : idle, path)
      }
      for (const [below, key] of (node.native.format !== format && node.native.untold) || []) {
        const rule = ruleNamed(key) ?? ofVendor
        if (rule !== undefined && to.notes.length < most)
          note(to, rule, (node.at ?? "") + (most < Infinity ? "" : below))
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

/** How OpenAI reads its own earlier thoughts, names its way of thinking and keeps requests: agents send it with every one. */
const ofEveryRequest: ReadonlySet<JsonPointer> = new Set([
  "/store",
  "/reasoning/context",
  "/reasoning/mode",
  "/reasoning/generate_summary"
])

/** Where a request says in which region it is to be answered, which no other vendor reads. */
const region = "/inference_geo"

const isBookkeeping = (path: JsonPointer): boolean =>
  (path !== region && bookkeeping.has(path.slice(path.lastIndexOf("/") + 1))) || ofEveryRequest.has(path)

/**
 * The members of a node that only another format can say, as pointers into the body they came from: what an encoder
 * of `format` leaves out. An explicit null and an empty list say nothing, and are not among them.
 */
export const unsaidMembers = (node: ChatNode, format: string): readonly JsonPointer[] =>
  unsaid(node, format).map(([path]) => path)

/** The same with their values. */
const unsaid = (node: ChatNode, format: string): readonly (readonly [JsonPointer, JsonText])[] => {
  const { native, at } = node
  if (native === undefined || native.format === format) return []
  const out: (readonly [JsonPointer, JsonText])[] = []
  for (const [key, value] of native.rest ?? []) if (saysAny(value)) out.push([childPointer(at ?? "", key), value])
  for (const [path, value] of native.inner ?? [])
    if (saysAny(value)) out.push([placedAt(node, path) ?? `${at ?? ""}${path}`, value])
  return out
}

/** Whether a member says anything: an explicit null and an empty list do not. What is read is not printed for that. */
export const saysAny = (member: JsonText): boolean => {
  if (!member.isRead) return member.text !== "null" && member.text !== "[]"
  const { value } = member
  return value !== null && !(isArray(value) && value.length === 0)
}

const none: readonly JsonPointer[] = []

/** The lists and objects of a node that hold nothing, for every format but their own. */
const emptyMembers = ({ native }: ChatNode, format: string): readonly JsonPointer[] =>
  native?.format === format ? none : (native?.empty ?? none)

/** Where a field of a node stood in the body that was decoded. */
export const placeOf = (node: ChatNode, field: string): JsonPointer =>
  placedAt(node, field) ?? childPointer(node.at ?? "", field)

const pointerOf = (place: ChatNode | JsonPointer): JsonPointer | undefined =>
  typeof place === "string" ? place : place.at

/** Where a field stood, where the node knows that; else where the node did: one that was told in pieces knows nothing. */
export const nearestOf = (node: ChatNode, field: string): JsonPointer => placedAt(node, field) ?? node.at ?? ""

/** Where a member of a field's object stood; where the field did, if no more is known. */
export const placeInside = (node: ChatNode, field: string, key: string): JsonPointer =>
  placedAt(node, `${field}.${key}`) ?? placeOf(node, field)

/** Where a field stood whose member has another name. */
const placedAt = ({ at = "", places }: ChatNode, field: string): JsonPointer | undefined => {
  const place = places?.get(field)
  return place === undefined ? undefined : at + place
}

/** Where a request says how its vendor should cache: each member that does, but for fields that are written. */
export const cachePlaces = (
  request: ChatRequest,
  written: readonly (string | undefined)[] = []
): ReadonlySet<JsonPointer> => {
  const whole = placeOf(request, "autoCache")
  const fields = Object.keys(request.autoCache ?? {})
  if (fields.length === 0) return new Set(written.length === 0 ? [whole] : [])
  const lost = fields.filter((field) => !written.includes(field))
  return new Set(lost.map((field) => placedAt(request, `autoCache.${field}`) ?? whole))
}
