import type { BodyEdit, WireRequest } from "../core/format.ts"
import type { JsonTemplate, JsonObject, Json } from "../core/json/json.ts"
import type { TranslationNote, Translated, NoteRules } from "../core/notes/note.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import { sha256 } from "../core/bytes/sha256.ts"

/** Edits as a family finds them, each with its note. */
export class BodyEditor<Key extends string> {
  readonly #rules: NoteRules<Key>
  readonly #edits: BodyEdit[] = []
  readonly #notes: TranslationNote[] = []

  constructor(rules: NoteRules<Key>) {
    this.#rules = rules
  }

  /** Changes a member for reasons that are noted apart; without a value it is taken out. */
  change(path: JsonPointer, value?: JsonTemplate): void {
    this.#edits.push(value === undefined ? { path } : { path, value })
  }

  /** Notes why members at or below a place were changed. */
  note(path: JsonPointer, why: Key): void {
    this.#notes.push(this.#rules.note(why, path))
  }

  /** Replaces or adds a member. `from`: the client's member that it follows from, where that is another. */
  set(path: JsonPointer, value: JsonTemplate, why: Key, from: JsonPointer = path): void {
    this.#edits.push({ path, value })
    this.#notes.push(this.#rules.note(why, from, from === path ? {} : { target: path }))
  }

  /** Takes a member out. */
  remove(path: JsonPointer, why: Key): void {
    this.change(path)
    this.note(path, why)
  }

  /** Moves a member to another name. */
  rename(path: JsonPointer, target: JsonPointer, value: JsonTemplate, why: Key): void {
    this.#edits.push({ path }, { path: target, value })
    this.#notes.push(this.#rules.note(why, path, { target }))
  }

  /** What was found. */
  get result(): Translated<readonly BodyEdit[]> {
    return { value: this.#edits, notes: this.#notes }
  }
}

/** A call's body where it is at hand, or its text mentions one of these members; undefined elsewhere, without reading it. */
export const bodyWith = ({ body }: WireRequest, members: readonly string[]): JsonObject | undefined =>
  body.isRead || members.some((member) => body.text.includes(`"${member}"`)) ? body.object : undefined

/** The hash that stands for a user's name of more characters than an API takes: who it is stays told apart; undefined where it fits. */
export const hashOfLongName = (name: Json | undefined, most: number): string | undefined =>
  typeof name === "string" && name.length > most && Array.from(name).length > most ? sha256(name) : undefined
