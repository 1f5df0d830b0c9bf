import type { Choices } from "../choices.ts"

/** Strings that have broken translators before, simplest first. */
export const hardStrings = [
  "",
  "a",
  "hello world",
  " ",
  "\n",
  "é日😀",
  "\ud800",
  "a\udfffb",
  "\u2028",
  "\\",
  '"',
  '\\"{[',
  "\u0000",
  "__proto__",
  "constructor",
  "7",
  "null"
] as const

/** Member names, integer-like ones and `__proto__` among them. */
export const hardNames = ["a", "b", "city", "10", "2", "__proto__", "", "x/y~z", "toString", "é"] as const

/** Numerals as clients write them, those that JavaScript prints in another way among them. */
export const numerals = [
  "0",
  "1",
  "-1",
  "1.5",
  "1.0",
  "-0",
  "1e3",
  "1E-2",
  "12345678901234567890",
  "0.10",
  "9007199254740993"
] as const

const space = (choices: Choices): string => choices.pick(["", "", " ", "\n", "\t "])

const quoted = (choices: Choices, text: string): string =>
  choices.chance(15)
    ? `"${text
        .split("")
        .map((char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, "0").slice(-4)}`)
        .join("")}"`
    : JSON.stringify(text)

/** JSON text in a random spelling: white space, escapes, numerals. No object has two members of one name. */
export const jsonText = (choices: Choices, depth = 3): string => {
  const s = (): string => space(choices)
  const leaves = [
    (): string => "null",
    (): string => choices.pick(["true", "false"]),
    (): string => choices.pick(numerals),
    (): string => JSON.stringify(choices.pick(hardStrings))
  ] as const
  if (depth === 0) return choices.one(leaves)
  return choices.one([
    ...leaves,
    () => `[${s()}${choices.list(4, () => jsonText(choices, depth - 1) + s()).join(`,${s()}`)}]`,
    () => jsonObject(choices, depth - 1)
  ])
}

/** The text of a JSON object in a random spelling. */
export const jsonObject = (choices: Choices, depth = 2): string => {
  const names = new Set(choices.list(4, () => choices.pick(hardNames)))
  const s = (): string => space(choices)
  const member = (name: string): string =>
    `${s()}${choices.chance(10) && !/[^\x20-\x7e]/.test(name) ? quoted(choices, name) : JSON.stringify(name)}${s()}:${s()}${jsonText(choices, depth)}${s()}`
  return `{${[...names].map(member).join(",")}}`
}
