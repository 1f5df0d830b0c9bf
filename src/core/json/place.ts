import { closingQuote } from "./look.ts"
import { childPointer, type JsonPointer } from "./pointer.ts"

const quote = 34
const comma = 44
const colon = 58

/** The pointer of the value that begins at a position of a JSON text. One walk; of a text that is not JSON, some pointer. */
export const pointerAtOffset = (text: string, position: number): JsonPointer => {
  const path: (string | number)[] = []
  let word = ""
  for (let at = 0; at < position; at++) {
    const code = text.charCodeAt(at)
    const last = path.length - 1
    const key = path[last]
    if (code === quote) {
      const end = closingQuote(text, at + 1)
      word = text.slice(at, end + 1)
      at = end
    } else if (code === colon && typeof key === "string") path[last] = nameIn(word)
    else if (code === comma && typeof key === "number") path[last] = key + 1
    else if (code === 123) path.push("")
    else if (code === 91) path.push(0)
    else if (code === 125 || code === 93) path.pop()
  }
  return path.reduce<JsonPointer>(childPointer, "")
}

const nameIn = (word: string): string => {
  try {
    return String(JSON.parse(word))
  } catch {
    return word
  }
}
