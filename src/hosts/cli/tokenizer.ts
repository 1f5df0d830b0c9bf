import type { CountText } from "../../words/prompt-tokens.ts"

/** The tokenizer of the optional package `gpt-tokenizer`; undefined where that is not installed, and tokens are estimated. */
export const installedTokenizer = async (): Promise<CountText | undefined> => {
  try {
    const { countTokens } = await import("gpt-tokenizer")
    return (text) => countTokens(text, plainly)
  } catch {
    return undefined
  }
}

/** Nothing that a client writes is a special token. */
const plainly = { disallowedSpecial: new Set<string>() }
