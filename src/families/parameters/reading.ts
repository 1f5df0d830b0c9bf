import { setDefined } from "../../core/json/builder.ts"
import { missingMember, Invalid, type InvalidIssue, fail, type Result, succeed } from "../../core/errors/invalid.ts"
import type { Json } from "../../core/json/json.ts"
import { type TranslationNote, Refused, type Translated, type NoteRules } from "../../core/notes/note.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { Catalogue } from "../catalogue.ts"
import type { SharedKey } from "./rules.ts"

/** Where a value's check says what it found. */
export interface Findings {
  /** The kind of the model; undefined where its id is not listed, and then no kind's limits hold. */
  readonly kind: string | undefined
  /** Remembers that something is wrong. */
  issue(path: JsonPointer, message: string): undefined
  /** Remembers that a member is not there. */
  absent(at: JsonPointer, key: string, why?: string): undefined
  /** Remembers that a rule held at a place. */
  note(rule: SharedKey, at: JsonPointer, detail?: string): undefined
  /** Remembers that the model cannot do what a place asks, and names those that can. */
  refuse(at: JsonPointer, said: string, can: (kind: string) => boolean): undefined
}

/** What a value must be: gives it as it is meant, or says to the reading what is wrong with it. */
export type Is<A, R = Findings> = (value: Json, at: JsonPointer, reading: R) => A | undefined

/** The model that is asked, and by which rules. */
export interface Asked<Key extends string> {
  readonly rules: NoteRules<Key | SharedKey>
  readonly catalogue: Catalogue<string>
  /** Absent: its id is not listed. */
  readonly kind: string | undefined
}

/** A body while it is read for a model: what is wrong, what the model does not have, and what changed. */
export class Reading<Settings extends object, Key extends string> implements Findings {
  readonly kind: string | undefined
  readonly #rules: NoteRules<Key | SharedKey>
  readonly #catalogue: Catalogue<string>
  readonly #settings: Settings
  readonly #places = new Map<string, JsonPointer>()
  readonly #said = new Set<JsonPointer>()
  readonly #issues: InvalidIssue[] = []
  readonly #notes: TranslationNote[] = []

  /** `settings`: a record without any, which the reading fills. */
  constructor({ rules, catalogue, kind }: Asked<Key>, settings: Settings) {
    this.#rules = rules
    this.#catalogue = catalogue
    this.kind = kind
    this.#settings = settings
  }

  issue(path: JsonPointer, message: string): undefined {
    this.#issues.push({ path, message })
    return undefined
  }

  absent(at: JsonPointer, key: string, why?: string): undefined {
    this.#issues.push(missingMember(at, key, why))
    return undefined
  }

  note(rule: Key | SharedKey, at: JsonPointer, detail?: string): undefined {
    this.#notes.push(this.#rules.note(rule, at, detail === undefined ? undefined : { detail }))
    return undefined
  }

  refuse(at: JsonPointer, said: string, can: (kind: string) => boolean): undefined {
    const models = [...this.#catalogue].filter(([, kind]) => can(kind)).map(([id]) => id)
    return models.length === 0
      ? this.issue(at, said)
      : this.note("models", at, `${said} These models can: ${models.join(", ")}.`)
  }

  /** Remembers that the client said something at a place. */
  saw(at: JsonPointer): void {
    this.#said.add(at)
  }

  /** Puts a value where it goes; `at`: where a client says it who does. */
  put<F extends keyof Settings & string>(field: F, value: Settings[F] | undefined, at?: JsonPointer): void {
    setDefined(this.#settings, field, value)
    if (value !== undefined && at !== undefined && this.#said.has(at)) this.#places.set(field, at)
  }

  /** What was put so far. */
  get settings(): Readonly<Settings> {
    return this.#settings
  }

  /** Where the client said what was put, by setting. */
  get places(): ReadonlyMap<string, JsonPointer> {
    return this.#places
  }

  /** The request that was read, where nothing is wrong. */
  settled<A>(value: A): Result<Translated<A>, Invalid | Refused> {
    const [first, ...more] = this.#issues
    if (first !== undefined) return fail(new Invalid([first, ...more]))
    const refused = Refused.among(this.#notes)
    return refused === undefined ? succeed({ value, notes: this.#notes }) : fail(refused)
  }
}
