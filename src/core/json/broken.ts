import { afterSpace, closingQuote, endOfWord } from "./scan.ts"

/**
 * Says where a text whose depth is bounded stops being JSON, never what stands there. One walk, which the native reader
 * does not spare: what it says of a place differs from runtime to runtime, and quotes the text.
 */
export const whereBroken = (text: string): string => {
  const at = brokenAt(text)
  if (at >= text.length) return "it ends too early"
  const lines = text.slice(0, at).split("\n")
  return `it is wrong at line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`
}

const brokenAt = (text: string): number => {
  let at = 0
  const next = (): string => text.charAt((at = afterSpace(text, at)))
  const word = (end: number): boolean => {
    const holds = isJson(text.slice(at, end))
    if (holds) at = end
    return holds
  }
  const string = (): boolean => word(closingQuote(text, at + 1) + 1)
  const member = (): boolean => next() === '"' && string() && next() === ":" && ++at > 0 && value()
  const all = (close: string, one: () => boolean): boolean => {
    at++
    if (next() === close) return ++at > 0
    while (one()) {
      const behind = next()
      if (behind !== close && behind !== ",") return false
      at++
      if (behind === close) return true
    }
    return false
  }
  const value = (): boolean => {
    const first = next()
    if (first === "{") return all("}", member)
    if (first === "[") return all("]", value)
    return first === '"' ? string() : word(endOfWord(text, at))
  }
  if (value()) next()
  return at
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
