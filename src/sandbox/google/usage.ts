import type { JsonObject } from "../json.ts"
import type { Plan } from "../plan.ts"
import { tokensOf } from "../tokens.ts"
import type { Prompt } from "./prompt.ts"

/** What an answer is charged for. */
export interface Charge {
  readonly plans: readonly Plan[]
  readonly prompt: Prompt
  /** Tokens of the prompt that the vendor found in its cache by itself. */
  readonly found: number
}

/** Tokens of the pages that a search read for an answer. */
const searchTokens = (plans: readonly Plan[]): number =>
  plans
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "search" ? block.pages : [])))
    .reduce((sum, { url, title }) => sum + tokensOf(url) + tokensOf(title), 0)

const bucket = (name: string, details: string, tokenCount: number): JsonObject =>
  tokenCount === 0 ? {} : { [name]: tokenCount, [details]: [{ modality: "TEXT", tokenCount }] }

/** The usage of a prompt that is not answered. */
export const promptUsage = ({ tokens, details }: Prompt): JsonObject => ({
  promptTokenCount: tokens,
  totalTokenCount: tokens,
  promptTokensDetails: details
})

/** The usage of an answer, by how many of its tokens were spoken; buckets that are empty are left out. */
export const usageOf = ({ plans, prompt, found }: Charge): ((spoken: number) => JsonObject) => {
  const thoughts = plans.reduce((sum, { thinkingTokens }) => sum + thinkingTokens, 0)
  const searched = searchTokens(plans)
  const fixed = {
    ...promptUsage(prompt),
    ...bucket("cachedContentTokenCount", "cacheTokensDetails", prompt.kept + found),
    ...bucket("toolUsePromptTokenCount", "toolUsePromptTokensDetails", searched),
    ...(thoughts === 0 ? {} : { thoughtsTokenCount: thoughts })
  }
  return (spoken) => ({
    ...fixed,
    ...(spoken === 0 ? {} : { candidatesTokenCount: spoken }),
    totalTokenCount: prompt.tokens + spoken + thoughts + searched
  })
}
