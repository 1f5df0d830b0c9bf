/** Pieces of which a hostile text may be made, whatever it is for. */
const units = [
  ...Array.from("a0A \t\n\r-_./%=+<>`*\\\":;,()[]{}!?#&@~^$|'é𝒂"),
  "\r\n",
  "a-",
  "-a",
  "0.",
  ".0",
  "1e",
  "%2",
  "a,",
  "a=b;",
  "a/",
  "/a",
  "../",
  "::",
  "1:",
  "ab ",
  " a",
  "</",
  "```",
  "data:",
  ";base64,",
  "https://",
  "Bearer ",
  "aZ09_",
  "9".repeat(9)
]

/** What stands before and behind: what an expression wants to see first, and what it never takes. */
const frames: readonly (readonly [before: string, behind: string])[] = [
  ["", ""],
  ["", "\u0000"],
  ["\u0000", "\u0000"],
  ["a", "!"]
]

/** Texts that an expression names itself, in their order: where it begins to look, and what it looks for again and again. */
const ownTexts = ({ source }: RegExp): readonly string[] => {
  const plain = source
    .replaceAll(/\[(?:\\.|[^\]\\])*\]|\\[pPk]\{[^}]*\}|\(\?(?::|<?[=!]|<\w+>)|\{\d*,?\d*\}|\\[a-zA-Z]/g, "\uffff")
    .replaceAll(/\\(.)/g, "$1")
  return plain.split(/[\uffff()|^$*+?]/).filter((text) => text !== "")
}

/** One character of each class of characters that an expression has. */
const ownCharacters = ({ source, flags }: RegExp): readonly string[] => {
  const classes = source.match(/\[(?:\\.|[^\]\\])*\]|\\[dwsDWS]|\\p\{[^}]*\}/g) ?? []
  return classes.flatMap((one) => {
    const is = new RegExp(one, flags.replaceAll(/[gy]/g, ""))
    return Array.from("a0 -_/=.\t;:%A,\"'é\n漢")
      .filter((character) => is.test(character))
      .slice(0, 3)
  })
}

/** Makes a text of a length. */
export type Hostile = (length: number) => string

/** Texts on which an expression that tries again and again is slow, if it is on any. */
export const hostileTo = (expression: RegExp): readonly Hostile[] => {
  const texts = ownTexts(expression)
  const characters = ownCharacters(expression)
  const pieces = new Set([
    ...units,
    ...texts,
    ...characters,
    ...texts.flatMap((text) => characters.map((it) => text + it))
  ])
  const [first = ""] = texts
  const around = [...frames, [first, "\u0000"], [texts.slice(0, 2).join(""), "\u0000"]] as const
  return [...pieces].flatMap((piece) =>
    around.map(
      ([before, behind]): Hostile =>
        (length) =>
          before + piece.repeat(Math.ceil(length / piece.length)) + behind
    )
  )
}
