import type { Choices } from "../choices.ts"
import { hardStrings, jsonObject, jsonText } from "./json.ts"

/** A wire value in its source text, so that spellings survive: members are printed in a random order of two. */
export type Source = string

/** Members that are there, absent ones left out; sometimes an unknown member, sometimes in reverse order. */
export const object = (c: Choices, members: { readonly [key: string]: Source | undefined }, unknown = 6): Source => {
  const present = Object.entries(members).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const]
  )
  const odd = c.chance(unknown) ? [...present, ["x_novelty", jsonText(c, 1)] as const] : present
  const ordered = c.chance(20) ? odd.toReversed() : odd
  return `{${ordered.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(c.pick([",", ", ", ",\n "]))}}`
}

/** Items as a JSON array. */
export const array = (list: readonly Source[]): Source => `[${list.join(",")}]`

/** A JSON string. */
export const string = (text: string): Source => JSON.stringify(text)

/** Text as people and machines write it. */
export const prose = (c: Choices): Source =>
  string(c.chance(70) ? c.pick(["hello", "What is the weather?", "a\nb", "é日😀", '{"a":1}']) : c.pick(hardStrings))

/** Text that is not empty and not only white space. */
export const solid = (c: Choices): Source =>
  string(c.pick(["hello", "What is the weather?", "a\nb", "é日😀", "7", "__proto__"]))

/** Present in about `percent` of cases, sometimes as an explicit null. */
export const optional = (c: Choices, percent: number, make: () => Source): Source | undefined =>
  c.chance(percent) ? (c.chance(6) ? "null" : make()) : undefined

/** Present in about `percent` of cases. */
export const maybe = (c: Choices, percent: number, make: () => Source): Source | undefined => c.maybe(percent, make)

/** A number, sometimes in a spelling that JavaScript does not print. */
export const ratio = (c: Choices): Source => c.pick(["0", "1", "0.5", "1.0", "0.0", "5e-1"])

/** A schema of an object. */
export const schema = (c: Choices): Source =>
  c.pick([
    '{"type":"object"}',
    '{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}',
    '{"type": "object", "properties": {"10": {"minimum": 1.0}, "2": {"const": 12345678901234567890}}}'
  ])

/** Arguments as a model writes them. */
export const argumentsText = (c: Choices): Source => string(jsonObject(c))

/** An input as an object. */
export const input = (c: Choices): Source => jsonObject(c)

export const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="
