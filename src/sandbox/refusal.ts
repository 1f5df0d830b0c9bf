import { type FieldKind, fits } from "./field.ts"
import { given, type Json } from "./json.ts"

/** What is wrong with a request: the sentence the vendor says, and the parameter it names. */
export interface Problem {
  readonly message: string
  readonly param?: string | undefined
}

/** A request that a vendor refuses: its name here, what triggers it, and the vendor's answer. */
export interface Refusal<Context> {
  readonly name: string
  readonly when: string
  readonly status: number
  readonly type: string
  readonly code: string | null
  readonly find: (context: Context) => Problem | undefined
}

/** A refusal that was found. */
export interface Found<Context> {
  readonly refusal: Refusal<Context>
  readonly problem: Problem
}

/** The first refusal that holds for a request. */
export const refused = <Context>(table: readonly Refusal<Context>[], context: Context): Found<Context> | undefined => {
  for (const refusal of table) {
    const problem = refusal.find(context)
    if (problem !== undefined) return { refusal, problem }
  }
  return undefined
}

/** The first problem that a check finds in a list. */
export const firstOf = <A>(
  items: readonly A[],
  check: (item: A, index: number) => Problem | undefined
): Problem | undefined => {
  for (const [index, item] of items.entries()) {
    const problem = check(item, index)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** A problem with this sentence when something holds. */
export const when = (holds: boolean, message: string, param?: string): Problem | undefined =>
  holds ? { message, param } : undefined

/** The least and the most that a number may be, both included; a function where the request decides. */
export type Range<Context> = readonly [least: number, most: number] | ((context: Context) => readonly [number, number])

/** A row of a table: the first of some numbers of a request that is outside their range. */
export const numbersWithin =
  <Context, Name extends string>(
    names: readonly Name[],
    range: Range<Context>,
    read: (context: Context, name: Name) => number | undefined,
    says: (name: Name, value: number, least: number, most: number) => Problem
  ): Refusal<Context>["find"] =>
  (context) => {
    const [least, most] = typeof range === "function" ? range(context) : range
    return firstOf(names, (name) => {
      const value = read(context, name)
      return value === undefined || (value >= least && value <= most) ? undefined : says(name, value, least, most)
    })
  }

/** The words that a text may be; a function where the request decides, which says undefined where any will do. */
export type Words<Context> = readonly string[] | ((context: Context) => readonly string[] | undefined)

/** A row of a table: a text of a request that is none of some words. */
export const wordAmong =
  <Context>(
    words: Words<Context>,
    read: (context: Context) => string | undefined,
    says: (value: string, words: readonly string[]) => Problem
  ): Refusal<Context>["find"] =>
  (context) => {
    const value = read(context)
    const taken = typeof words === "function" ? words(context) : words
    return value === undefined || taken === undefined || taken.includes(value) ? undefined : says(value, taken)
  }

/** The first member of an object that has another JSON type than the vendor wants. */
export const mistyped = (
  object: Json | undefined,
  fields: ReadonlyMap<string, FieldKind>,
  says: (name: string, kind: FieldKind, value: Json) => string
): Problem | undefined =>
  firstOf([...fields], ([name, kind]) => {
    const value = given(object, name)
    return value === undefined || fits(value, kind) ? undefined : { message: says(name, kind, value), param: name }
  })
