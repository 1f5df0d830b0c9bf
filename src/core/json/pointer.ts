/** An RFC 6901 JSON pointer; `""` is the whole document. */
export type JsonPointer = string

/** The pointer of a member or an item below `at`. */
export const childPointer = (at: JsonPointer, key: string | number): JsonPointer =>
  typeof key === "number" ? `${at}/${key}` : `${at}/${key.includes("/") || key.includes("~") ? escapeToken(key) : key}`

/** The reference tokens of a pointer, unescaped. */
export const pointerTokens = (at: JsonPointer): readonly string[] =>
  at === ""
    ? []
    : at
        .slice(1)
        .split("/")
        .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))

const escapeToken = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1")
