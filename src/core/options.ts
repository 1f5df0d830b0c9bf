/** A member of something that was given: its path, what it must be, to be read after "must be", and whether it is. */
export interface WantedMember {
  readonly name: string
  readonly expected: string
  readonly accepts: (given: unknown) => boolean
  /** Whether it must be there; absent: it need not. */
  readonly needed?: true
}

/** The first of some members that is there, or needed, and not what it must be; what holds members must be an object. */
export const memberMistake = (given: object, members: readonly WantedMember[]): string | undefined => {
  for (const { name, expected, accepts, needed = false } of members) {
    const [outer = "", inner] = name.split(".")
    const there: unknown = Reflect.get(given, outer)
    if (inner !== undefined && there !== undefined && !isRecord(there)) return `\`${outer}\` must be an object`
    const value: unknown = inner !== undefined && isRecord(there) ? Reflect.get(there, inner) : there
    if ((value !== undefined || needed) && !accepts(value)) return `\`${name}\` must be ${expected}`
  }
  return undefined
}

const isRecord = (given: unknown): given is object =>
  typeof given === "object" && given !== null && !Array.isArray(given)

/**
 * A member whose name is nearly one of those that are known, and stands for it: in another case, or a letter off where
 * the name is long. Others may be there, as in a row of a database.
 */
export const misspelling = (given: object, known: readonly string[]): string | undefined => {
  const missing = known.filter((name) => Reflect.get(given, name) === undefined)
  const wrong = Object.keys(given).find((name) => missing.some((right) => name !== right && isNearly(name, right)))
  if (wrong === undefined) return undefined
  return `\`${wrong}\` is not a known member. Known members are ${known.map((name) => `\`${name}\``).join(", ")}`
}

/** A short name is a letter off from other words: `fname` is no `name`. */
const longName = 5

const isNearly = (given: string, name: string): boolean => {
  const spelled = given.toLowerCase()
  return spelled === name || spelled === `${name}s` || (name.length >= longName && isLetterOff(spelled, name))
}

/** Whether one letter was left out, put in, or is another. */
const isLetterOff = (one: string, other: string): boolean => {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [given, wanted] = [one.slice(start), other.slice(start)]
  const behind = given.slice(1)
  return behind === wanted || [given, behind].includes(wanted.slice(1))
}

/** Members of which each must be a number of a kind. */
const numbers =
  (expected: string, accepts: (given: number) => boolean) =>
  (...names: readonly string[]): readonly WantedMember[] =>
    names.map((name) => ({ name, expected, accepts: (given) => typeof given === "number" && accepts(given) }))

/** Members of which each must be a number above 0. */
export const positive = numbers("a number above 0", (given) => given > 0)

/** Members of which each must be a number from 0. */
export const fromZero = numbers("a number from 0", (given) => given >= 0)

/** Members of which each must be the part of something. */
export const parts = numbers("a number above 0 and at most 1", (given) => given > 0 && given <= 1)

/** Members of which each must be how many there are of something. */
export const counts = numbers("a whole number from 0", (given) => Number.isInteger(given) && given >= 0)

/** Members of which each must be how many milliseconds a timer waits: at most as long as those of JavaScript can. */
export const timers = numbers(
  "a number of milliseconds above 0 and below 2^31",
  (given) => given > 0 && given < 2 ** 31
)

/** Members of which each must be a function. */
export const functions = (...names: readonly string[]): readonly WantedMember[] =>
  names.map((name) => ({ name, expected: "a function", accepts: (given) => typeof given === "function" }))

/** Members of which each must be a text. */
export const texts = (...names: readonly string[]): readonly WantedMember[] =>
  names.map((name) => ({ name, expected: "a text that is not empty", accepts: isNonEmptyText }))

/** Members of which each must be a list of globs: what is looked for in a text would be found in its letters. */
export const globLists = (...names: readonly string[]): readonly WantedMember[] =>
  names.map((name) => ({
    name,
    expected: "a list of model ids, in which `*` stands for any characters",
    accepts: (given) => Array.isArray(given) && given.every(isNonEmptyText)
  }))

/** Whether something is a text that says anything. */
export const isNonEmptyText = (given: unknown): given is string => typeof given === "string" && given !== ""

/** What was chosen, over what is usual; what is undefined was not chosen. */
export const overUsual = <A extends object>(usual: A, chosen: Partial<A>): A => ({
  ...usual,
  ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined))
})
