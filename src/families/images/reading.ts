import { type Draft, set } from "../../words/draft.ts"
import type { ImageRequest } from "../../words/image.ts"
import { Invalid, type Issue } from "../../words/invalid.ts"
import type { Json } from "../../words/json.ts"
import { type Note, Refused, type Translated } from "../../words/note.ts"
import type { Pointer } from "../../words/pointer.ts"
import { fail, type Result, succeed } from "../../words/result.ts"
import type { Catalogue } from "../catalogue.ts"
import { type RuleKey, rules } from "./rules.ts"

/** What a value must be: gives it as it is meant, or says to the reading what is wrong with it. */
export type Is<A> = (value: Json, at: Pointer, reading: Reading) => A | undefined

/** What a request says besides its model and what is shown. */
export type Settings = Omit<ImageRequest, "model" | "turns" | "places">

/** A body while it is read for a model: what is wrong, what the model does not have, and what changed. */
export class Reading {
  /** The kind of the model; undefined where its id is not listed, and then no kind's limits hold. */
  readonly kind: string | undefined
  readonly #settings: Draft<Settings> = {}
  readonly #places = new Map<string, Pointer>()
  readonly #said = new Set<Pointer>()
  readonly #catalogue: Catalogue<string>
  readonly #issues: Issue[] = []
  readonly #notes: Note[] = []

  constructor(catalogue: Catalogue<string>, kind: string | undefined) {
    this.#catalogue = catalogue
    this.kind = kind
  }

  /** Remembers that something is wrong. */
  issue(path: Pointer, message: string): undefined {
    this.#issues.push({ path, message })
    return undefined
  }

  /** Remembers that a rule held at a place. */
  note(rule: RuleKey, at: Pointer, detail?: string): undefined {
    this.#notes.push(rules.note(rule, at, detail === undefined ? undefined : { detail }))
    return undefined
  }

  /** Remembers that the model cannot do what a place asks, and names those that can. */
  refuse(at: Pointer, said: string, can: (kind: string) => boolean): undefined {
    const models = [...this.#catalogue].filter(([, kind]) => can(kind)).map(([id]) => id)
    return models.length === 0
      ? this.issue(at, said)
      : this.note("models", at, `${said} These models can: ${models.join(", ")}.`)
  }

  /** Remembers that the client said something at a place. */
  saw(at: Pointer): void {
    this.#said.add(at)
  }

  /** Puts a value where it goes; `at`: where a client says it who does. */
  put<F extends keyof Settings>(field: F, value: Settings[F] | undefined, at?: Pointer): void {
    set(this.#settings, field, value)
    if (value !== undefined && at !== undefined && this.#said.has(at)) this.#places.set(field, at)
  }

  /** The request that was read, where nothing is wrong. */
  settled(
    model: string,
    turns: ImageRequest["turns"],
    perCall: number
  ): Result<Translated<ImageRequest>, Invalid | Refused> {
    const { seed, count = 1 } = this.#settings
    if (seed !== undefined && count > perCall) this.note("seeds", this.#places.get("seed") ?? "")
    const value: ImageRequest = { model, turns, ...this.#settings, places: this.#places }
    const [first, ...more] = this.#issues
    if (first !== undefined) return fail(new Invalid([first, ...more]))
    const refused = Refused.among(this.#notes)
    return refused === undefined ? succeed({ value, notes: this.#notes }) : fail(refused)
  }
}
