import type { Edit } from "../core/format.ts"
import type { Tree } from "../core/json/json.ts"
import type { Note, Translated } from "../core/notes/note.ts"
import type { Pointer } from "../core/json/pointer.ts"
import type { Rules } from "../core/notes/rules.ts"

/** Edits as a family finds them, each with its note. */
export class Editing<Key extends string> {
  readonly #rules: Rules<Key>
  readonly #edits: Edit[] = []
  readonly #notes: Note[] = []

  constructor(rules: Rules<Key>) {
    this.#rules = rules
  }

  /** Changes a member for reasons that are noted apart; without a value it is taken out. */
  change(path: Pointer, value?: Tree): void {
    this.#edits.push(value === undefined ? { path } : { path, value })
  }

  /** Notes why members at or below a place were changed. */
  note(path: Pointer, why: Key): void {
    this.#notes.push(this.#rules.note(why, path))
  }

  /** Replaces or adds a member. `from`: the client's member that it follows from, where that is another. */
  set(path: Pointer, value: Tree, why: Key, from: Pointer = path): void {
    this.#edits.push({ path, value })
    this.#notes.push(this.#rules.note(why, from, from === path ? {} : { target: path }))
  }

  /** Takes a member out. */
  remove(path: Pointer, why: Key): void {
    this.change(path)
    this.note(path, why)
  }

  /** Moves a member to another name. */
  rename(path: Pointer, target: Pointer, value: Tree, why: Key): void {
    this.#edits.push({ path }, { path: target, value })
    this.#notes.push(this.#rules.note(why, path, { target }))
  }

  /** What was found. */
  get found(): Translated<readonly Edit[]> {
    return { value: this.#edits, notes: this.#notes }
  }
}
