import { setDefined, type Json, JsonText, type JsonObject } from "../../core/json/json.ts"
import { jsonTextFrom } from "../../core/given.ts"
import { missingMember, Invalid, fail, type Result, succeed } from "../../core/errors/invalid.ts"
import { Refused, type Translated, type NoteRules } from "../../core/notes/note.ts"
import { type JsonPointer, childPointer } from "../../core/json/pointer.ts"
import { type ValueSchema, objectSchema } from "../../core/reading/value-schema.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { type Catalogue, catalogueRules } from "../family.ts"

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

/** A parameter of a family. */
interface Parameter<A, R> {
  readonly is: ParameterCheck<A, R>
  /** Whether a body without it is wrong. */
  readonly required?: true
  /** Another name that it goes by. */
  readonly alias?: string
  /** What is meant where the client does not say it, in the models that have it. */
  readonly default?: A
  /** The kinds of models that have it; absent: all. Elsewhere it is dropped. */
  readonly kinds?: readonly string[]
  /** The value that says what the vendor does where nothing is said: leaving it out loses nothing. */
  readonly idle?: A
}

/** A parameter whose value goes into the request as it is. */
type Direct<Settings, R> = {
  readonly [F in keyof Settings & string]-?: Parameter<Required<Settings>[F], R> & {
    readonly to: F
    readonly unsent?: never
  }
}[keyof Settings & string]

/** A parameter whose value the family puts into the request itself, or, by a rule, nowhere. */
type Indirect<Key, R> = Parameter<unknown, R> & { readonly to?: never; readonly unsent?: Key | SharedRuleKey }

/** The parameters of a family, by their names. */
export type ParameterTable<Settings extends object, Key extends string> = Readonly<
  Record<string, Direct<Settings, ParameterReader<Settings, Key>> | Indirect<Key, ParameterReader<Settings, Key>>>
>

type ValueOf<P> = P extends { readonly is: (value: Json, at: JsonPointer, reader: never) => infer A }
  ? P extends { readonly default: unknown; readonly kinds?: never }
    ? Exclude<A, undefined>
    : A | undefined
  : never

/** What a table reads. */
export type ParameterValues<T> = { readonly [K in keyof T]: ValueOf<T[K]> }

/** What becomes of members that a table does not know. */
export type UnknownMembers = (object: JsonObject, key: string, at: JsonPointer, reader: ParameterFindings) => void

/** They are dropped with a note. */
const dropUnknown: UnknownMembers = (_, key, at, reader) => reader.note("unknown", childPointer(at, key))

/** They are kept as they came. */
export const keepUnknown =
  (passed: Map<string, JsonText>): UnknownMembers =>
  (object, key) =>
    void passed.set(key, JsonText.member(object, key))

/** Reads the members of an object by a table. */
export const readTable = <Settings extends object, Key extends string, const T extends ParameterTable<Settings, Key>>(
  table: T,
  object: JsonObject,
  at: JsonPointer,
  reader: ParameterReader<Settings, Key>,
  others: UnknownMembers = dropUnknown
): ParameterValues<T> => {
  const names = new Set(
    Object.entries(table).flatMap(([key, { alias }]) => (alias === undefined ? [key] : [key, alias]))
  )
  for (const key in object) {
    if (!names.has(key)) others(object, key, at, reader)
  }
  const values: Record<string, unknown> = {}
  for (const [key, parameter] of Object.entries(table)) values[key] = readMember(parameter, object, key, at, reader)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the values read are those that the table's type was derived from
  return values as ParameterValues<T>
}

const readMember = <Settings extends object, Key extends string>(
  parameter: ParameterTable<Settings, Key>[string],
  object: JsonObject,
  key: string,
  at: JsonPointer,
  reader: ParameterReader<Settings, Key>
): unknown => {
  const name = nameOf(parameter, object, key, at, reader)
  const place = childPointer(at, name)
  const own = Object.hasOwn(object, name) ? given(parameter, object[name], place, reader) : undefined
  if (parameter.required === true && !Object.hasOwn(object, name)) reader.absent(at, key)
  const value = own ?? (isHad(parameter, reader) ? parameter.default : undefined)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a table's type lets a value go only where it fits
  if (parameter.to !== undefined) reader.put(parameter.to, value as never, place)
  return value
}

/** The name by which a client says a parameter; by both it must be the same. */
const nameOf = (
  { alias }: Pick<Parameter<unknown, never>, "alias">,
  object: JsonObject,
  key: string,
  at: JsonPointer,
  reader: ParameterFindings
): string => {
  if (alias === undefined || !Object.hasOwn(object, alias)) return key
  if (!Object.hasOwn(object, key)) return alias
  if (object[key] !== object[alias])
    reader.issue(childPointer(at, alias), `\`${alias}\` and \`${key}\` must have the same value.`)
  return key
}

/** What a client says of a parameter, as far as it is to be sent. */
const given = <Settings extends object, Key extends string>(
  parameter: ParameterTable<Settings, Key>[string],
  value: Json | undefined,
  at: JsonPointer,
  reader: ParameterReader<Settings, Key>
): unknown => {
  if (value === undefined) return undefined
  reader.saw(at)
  const read = parameter.is(value, at, reader)
  if (read === undefined) return undefined
  const lost = isHad(parameter, reader) ? parameter.unsent : "lacking"
  return lost === undefined ? read : reader.note(read === parameter.idle ? "idle" : lost, at)
}

const isHad = ({ kinds }: Pick<Parameter<unknown, never>, "kinds">, { kind }: ParameterFindings): boolean =>
  kinds === undefined || kind === undefined || kinds.includes(kind)

/** What of a table tells how it is documented. */
type DescribedTable = Readonly<Record<string, Pick<Parameter<unknown, never>, "is" | "required" | "alias" | "default">>>

/** What a document tells of an object that is read by a table: each member by its name, and by the other that it goes by. */
export const tableSchema = (table: DescribedTable): ValueSchema =>
  objectSchema(
    Object.entries(table).flatMap(([name, { is, alias, default: absent, ...row }]) => {
      const schema = isPlain(absent) ? { ...is.schema, default: absent } : is.schema
      return (alias === undefined ? [name] : [name, alias]).map((key) => [key, { ...row, schema }] as const)
    })
  )

const isPlain = (value: unknown): value is NonNullable<ValueSchema["default"]> =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"

/** Parameters by their names. */
type Named = Readonly<Record<string, unknown>>

/** Where a body says the parameters of a table, at its top and in objects there that have tables of their own; and its schema. */
export const tableRules = (
  table: DescribedTable,
  within: Readonly<Record<string, Named>> = {}
): Pick<ParameterRules, "places" | "schema"> => {
  const inner = Object.entries(within).flatMap(([name, deeper]) => placed(deeper, childPointer("", name)))
  return { places: new Map([...inner, ...placed(table, "")]), schema: tableSchema(table) }
}

const placed = (table: Named, at: JsonPointer): readonly (readonly [string, JsonPointer])[] =>
  Object.keys(table).map((key) => [key, childPointer(at, key)])
