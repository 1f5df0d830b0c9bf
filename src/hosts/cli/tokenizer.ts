import type { TokenCountOptions } from "../../capabilities/token-counts.ts"

/**
 * How tokens are counted by the optional package `gpt-tokenizer`, which counts as OpenAI's models do; as estimates where
 * it is not installed. Other vendors publish neither their tokenizers nor a ratio to this one.
 *
 * @see https://github.com/niieani/gpt-tokenizer its encodings (read 2026-11)
 */
export const installedTokenizer = async (): Promise<TokenCountOptions> => {
  const tokenizer = await import("gpt-tokenizer").catch(absent)
  return tokenizer === undefined
    ? {}
    : { tokenizer: (text) => tokenizer.countTokens(text, plainly), tokenizes: ["openai"] }
}

const absent = (thrown: unknown): undefined => {
  if (thrown instanceof Error && "code" in thrown && thrown.code === "ERR_MODULE_NOT_FOUND") return undefined
  throw thrown
}

/** Nothing that a client writes is a special token. */
const plainly = { disallowedSpecial: new Set<string>() }
