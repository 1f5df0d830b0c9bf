import { exactDecimal } from "../../core/json/exact.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { unionOf, type ValueSchema } from "../../core/reading/value-schema.ts"
import type { ParameterFindings, ParameterCheck } from "./reader.ts"
import { imageTypeOf } from "../../media/kinds.ts"
import { plainBase64, readDataUrl } from "../../core/bytes.ts"
import type { ImageSource } from "../../core/image.ts"

/** A check, with what a document tells of the values that it takes. */
export const checkOf = <A, R = ParameterFindings>(
  schema: ValueSchema,
  check: (value: Json, at: JsonPointer, reader: R) => A | undefined
): ParameterCheck<A, R> => Object.assign(check, { schema })

/** The same check, of which a document tells more. */
export const described = <A, R>(is: ParameterCheck<A, R>, more: ValueSchema): ParameterCheck<A, R> =>
  checkOf({ ...is.schema, ...more }, (value, at, reader) => is(value, at, reader))

/** A text. */
export const text: ParameterCheck<string> = checkOf({ type: "string" }, (value, at, reader) =>
  typeof value === "string" ? value : reader.must(at, "be a string")
)

/** A flag. */
export const flag: ParameterCheck<boolean> = checkOf({ type: "boolean" }, (value, at, reader) =>
  typeof value === "boolean" ? value : reader.must(at, "be a boolean")
)

const numberOf = (value: Json): number | undefined => {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined
  return typeof value === "string" ? exactDecimal(value) : undefined
}

const numberWhere = (schema: ValueSchema, wanted: string, holds: (value: number) => boolean): ParameterCheck<number> =>
  checkOf(schema, (value, at, reader) => {
    const number = numberOf(value)
    if (number === undefined || !holds(number)) return reader.must(at, `be ${wanted}`)
    if (typeof value === "string") reader.note("numeral", at)
    return number
  })

const numbers = { type: ["number", "string"] } as const

const integers = { type: ["integer", "string"] } as const

/** A number, both ends of its range included. Its decimal text is taken, too. */
export const number = (least: number, most: number): ParameterCheck<number> =>
  numberWhere(
    { ...numbers, minimum: least, maximum: most },
    `a number from ${least} to ${most}`,
    (value) => value >= least && value <= most
  )

/** Any number: its range is only recommended. */
export const anyNumber: ParameterCheck<number> = numberWhere(numbers, "a number", () => true)

/** An integer, both ends of its range included. Its decimal text is taken, too. */
export const integer = (least: number, most: number): ParameterCheck<number> =>
  numberWhere(
    { ...integers, minimum: least, maximum: most },
    `an integer from ${least} to ${most}`,
    (value) => Number.isInteger(value) && value >= least && value <= most
  )

/** Any integer that JavaScript holds exactly. Its decimal text is taken, too. */
export const anyInteger: ParameterCheck<number> = numberWhere(integers, "an integer", Number.isSafeInteger)

/** One of a closed set of numbers. Its decimal text is taken, too. */
export const numberAmong = (...values: readonly number[]): ParameterCheck<number> =>
  numberWhere({ ...integers, enum: values }, `one of ${values.join(", ")}`, (value) => values.includes(value))

/** One of a closed set of texts. */
export const oneOf = <const V extends readonly string[]>(...values: V): ParameterCheck<V[number]> => {
  const isOne = (value: Json): value is V[number] => values.some((one) => one === value)
  return checkOf({ type: "string", enum: values }, (value, at, reader) =>
    isOne(value) ? value : reader.must(at, `be one of ${values.map((one) => `\`${one}\``).join(", ")}`)
  )
}

/** One of a closed set of texts, of which each kind of model has some; one of another kind is refused with its models. */
export const oneByKind = <V extends string>(values: Readonly<Record<V, readonly string[]>>): ParameterCheck<V> => {
  const kinds = new Map<string, readonly string[]>(Object.entries(values))
  const isOne = (value: Json): value is V => typeof value === "string" && kinds.has(value)
  return checkOf({ type: "string", enum: [...kinds.keys()] }, (value, at, reader) => {
    const { kind } = reader
    const isHad = (some: readonly string[]): boolean => kind === undefined || some.includes(kind)
    if (!isOne(value)) {
      const had = [...kinds].flatMap(([one, some]) => (isHad(some) ? [`\`${one}\``] : []))
      return reader.must(at, `be one of ${had.join(", ")}`)
    }
    if (isHad(values[value])) return value
    return reader.refuse(at, "The model does not have this value.", (other) => values[value].includes(other))
  })
}

/** What the listed models take; of one that is not listed, whose limits nobody knows, all that has the form. */
export const ofListed = <A, R extends ParameterFindings>(
  is: ParameterCheck<A, R>,
  form: ParameterCheck<A, R>
): ParameterCheck<A, R> =>
  checkOf(is.schema, (value, at, reader) => (reader.kind === undefined ? form : is)(value, at, reader))

/** A length in seconds: a minute is more than any model makes. */
export const anySeconds: ParameterCheck<number> = integer(1, 60)

/** The values of {@link oneByKind} that some kinds share. */
export const each = <const V extends readonly string[], K extends string>(
  values: V,
  ...kinds: readonly K[]
): Readonly<Record<V[number], readonly K[]>> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `fromEntries` forgets the names that it is given
  Object.fromEntries(values.map((value) => [value, kinds])) as Readonly<Record<V[number], readonly K[]>>

/** A list of at least one, each item of which must be something. */
export const listOf = <A, R extends ParameterFindings>(is: ParameterCheck<A, R>): ParameterCheck<readonly A[], R> =>
  checkOf({ type: "array", minItems: 1, items: is.schema }, (value, at, reader) => {
    if (!isArray(value)) return reader.must(at, "be an array")
    if (value.length === 0) return reader.must(at, "not be empty")
    return value.flatMap((item, index) => is(item, childPointer(at, index), reader) ?? [])
  })

/** One, or a list of them. */
export const oneOrMore = <A, R extends ParameterFindings>(
  is: ParameterCheck<A, R>
): ParameterCheck<readonly A[], R> => {
  const list = listOf(is)
  return checkOf(unionOf([is.schema, list.schema]), (value, at, reader) => {
    if (isArray(value)) return list(value, at, reader)
    const one = is(value, at, reader)
    return one === undefined ? undefined : [one]
  })
}

/** An object, by what reads it. */
export const objectBy = <A, R extends ParameterFindings>(
  schema: ValueSchema,
  read: (object: JsonObject, at: JsonPointer, reader: R) => A
): ParameterCheck<A, R> =>
  checkOf({ type: "object", ...schema }, (value, at, reader) =>
    isObject(value) ? read(value, at, reader) : reader.must(at, "be an object")
  )

/** How large a picture is, in pixels. */
interface Pixels {
  readonly width: number
  readonly height: number
}

/** The pixels in a text like `1024x1024`; `between`: what stands between the two numbers. */
export const parsePixels = (text: string, between = "x"): Pixels | undefined => {
  const [width = "", height = "", ...more] = text.split(between)
  if (more.length > 0 || !isSide(width) || !isSide(height)) return undefined
  return { width: Number(width), height: Number(height) }
}

const isSide = (text: string): boolean => /^[1-9]\d{0,5}$/.test(text)

/** An image: an http(s) URL, or base64, alone or as a `data:` URL. Its first bytes tell its type, not what it is called. */
export const image: ParameterCheck<ImageSource> = checkOf(
  { type: "string", description: "A URL, a data: URL, or base64." },
  (value, at, reader) => {
    const source = typeof value === "string" ? sourceOf(value) : undefined
    return source === undefined
      ? reader.must(at, "be the URL of an image, or an image in base64, alone or as a data: URL")
      : { ...source, at }
  }
)

type Unplaced =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "bytes"; readonly base64: string; readonly mime: string }

const sourceOf = (text: string): Unplaced | undefined => {
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? { kind: "url", url: text } : undefined
  const { mime: called, data } = readDataUrl(text) ?? { mime: "", data: text }
  const base64 = plainBase64(data)
  if (base64 === undefined || base64 === "") return undefined
  const mime = imageTypeOf(base64, called)
  return mime === undefined ? undefined : { kind: "bytes", base64, mime }
}
