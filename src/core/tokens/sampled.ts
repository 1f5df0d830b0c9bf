import type { CountText } from "./prompt-tokens.ts"

/** A counter that looks at so many characters and no more: each further one counts as those did on average. */
export const sampledCounter = (count: CountText, most: number): CountText => {
  const seen = { characters: 0, tokens: 0 }
  return (text) => {
    const head = text.slice(0, most - seen.characters)
    const tokens = head === "" ? 0 : count(head)
    seen.characters += head.length
    seen.tokens += tokens
    const rest = text.length - head.length
    return rest === 0 ? tokens : tokens + Math.ceil((rest * seen.tokens) / seen.characters)
  }
}
