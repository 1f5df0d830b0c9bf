import { setDefined, type Json, type JsonText } from "../../core/json/json.ts"
import { jsonTextFrom } from "../../core/json/given.ts"
import { missingMember, Invalid, fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { Refused, type Translated, type NoteRules } from "../../core/notes/note.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { ValueSchema } from "../../core/reading/value-schema.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { type Catalogue, catalogueRules } from "../catalogue.ts"

/** Which model is asked, and whose rules it follows. */
export interface AskedModel {
  readonly model: string
  /** Absent: its id is not listed. */
  readonly kind: string | undefined
}

/** What is so of each family whose bodies are read by parameters. */
export interface ParameterRules {
  readonly family: string
  /** The models that it knows, and of which kind each is. */
  readonly catalogue: Catalogue<string>
  /** Where a body says each parameter, by the parameter's own name. */
  readonly places: ReadonlyMap<string, JsonPointer>
  /** What a document tells of a body. */
  readonly schema: ValueSchema
}

/** A body, as JSON text or as the parsed value, and the model that it names. */
export const readAskedModel = (
  catalogue: Catalogue<string>,
  body: unknown
): Result<AskedModel & { readonly json: JsonText }, Invalid> => {
  const json = jsonTextFrom(body)
  if (!json.ok) return json
  const model = json.value.object?.["model"]
  if (typeof model !== "string" || model === "") return fail(new Invalid([missingMember("", "model")]))
  return succeed({ json: json.value, model, kind: catalogueRules(catalogue, model) })
}

/** What a check of a value says about it. */
export interface ParameterFindings extends Pick<IssueReader, "issue" | "must" | "absent"> {
  /** The kind of the model; undefined where its id is not listed, and then no kind's limits hold. */
  readonly kind: string | undefined
  /** Remembers that a rule held at a place. */
  note(rule: SharedRuleKey, at: JsonPointer, detail?: string): undefined
  /** Remembers that the model cannot do what a place asks, and names those that can. */
  refuse(at: JsonPointer, message: string, can: (kind: string) => boolean): undefined
}

/** What a value must be: gives it as it is meant, or tells the reader what is wrong with it. */
export interface ParameterCheck<A, R = ParameterFindings> {
  (value: Json, at: JsonPointer, reader: R): A | undefined
  /** What a document tells of such a value. */
  readonly schema: ValueSchema
}

/** The model that is asked, and by which rules. */
interface AskedParameters<Key extends string> {
  readonly rules: NoteRules<Key | SharedRuleKey>
  readonly catalogue: Catalogue<string>
  /** Absent: its id is not listed. */
  readonly kind: string | undefined
}

/** A body while it is read for a model: what is wrong, what the model does not have, and what changed. */
export class ParameterReader<Settings extends object, Key extends string>
  extends IssueReader
  implements ParameterFindings
{
  readonly kind: string | undefined
  readonly #rules: NoteRules<Key | SharedRuleKey>
  readonly #catalogue: Catalogue<string>
  readonly #settings: Settings
  readonly #places = new Map<string, JsonPointer>()
  readonly #seen = new Set<JsonPointer>()

  /** `settings`: a record without any, which the reader fills. */
  constructor({ rules, catalogue, kind }: AskedParameters<Key>, settings: Settings) {
    super()
    this.#rules = rules
    this.#catalogue = catalogue
    this.kind = kind
    this.#settings = settings
  }

  note(rule: Key | SharedRuleKey, at: JsonPointer, detail?: string): undefined {
    this.notes.push(this.#rules.note(rule, at, detail === undefined ? undefined : { detail }))
    return undefined
  }

  refuse(at: JsonPointer, message: string, can: (kind: string) => boolean): undefined {
    const models = [...this.#catalogue].filter(([, kind]) => can(kind)).map(([id]) => id)
    return models.length === 0
      ? this.issue(at, message)
      : this.note("models", at, `${message} These models can: ${models.join(", ")}.`)
  }

  /** Remembers that the client said something at a place. */
  saw(at: JsonPointer): void {
    this.#seen.add(at)
  }

  /** Puts a value where it goes; `at`: where a client says it who does. */
  put<F extends keyof Settings & string>(field: F, value: Settings[F] | undefined, at?: JsonPointer): void {
    setDefined(this.#settings, field, value)
    if (value !== undefined && at !== undefined && this.#seen.has(at)) this.#places.set(field, at)
  }

  /** What was put so far. */
  get settings(): Readonly<Settings> {
    return this.#settings
  }

  /** Where the client said what was put, by setting. */
  get places(): ReadonlyMap<string, JsonPointer> {
    return this.#places
  }

  /** The request that was read, where nothing is wrong with it and the model can do what it asks. */
  outcome<A>(value: A): Result<Translated<A>, Invalid | Refused> {
    const settled = this.settled(value)
    const refused = settled.ok ? Refused.among(settled.value.notes) : undefined
    return refused === undefined ? settled : fail(refused)
  }
}

/** Sentences of the rules that every capability's parameters have, to stand among the capability's rules. */
export const sharedRules = {
  dropped: {
    unknown: "`{member}` is not known to this model's API and was not sent.",
    lacking: "`{member}` is not supported by the model and was not sent.",
    untaken: "`{member}` is not supported by the vendor's API and was not sent."
  },
  idle: { idle: "`{member}` asks for what happens anyway and was not sent." },
  approximated: { numeral: "A number was read from the text in `{member}`." },
  refused: { models: "The model cannot do what `{member}` asks for." }
} as const

/** The key of such a rule. */
export type SharedRuleKey = "unknown" | "lacking" | "untaken" | "idle" | "numeral" | "models"
