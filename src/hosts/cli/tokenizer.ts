import type { CountText } from "../../words/tokens/prompt-tokens.ts"

/** The tokenizer of the optional package `gpt-tokenizer`; undefined where that is not installed, and tokens are estimated. */
export const installedTokenizer = async (): Promise<CountText | undefined> => {
  const tokenizer = await import("gpt-tokenizer").catch(absent)
  return tokenizer === undefined ? undefined : (text) => tokenizer.countTokens(text, plainly)
}

const absent = (thrown: unknown): undefined => {
  if (thrown instanceof Error && "code" in thrown && thrown.code === "ERR_MODULE_NOT_FOUND") return undefined
  throw thrown
}

/** Nothing that a client writes is a special token. */
const plainly = { disallowedSpecial: new Set<string>() }
