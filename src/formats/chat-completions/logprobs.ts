import type { TokenLogprob } from "../../core/chat/chat.ts"
import { isArray, isObject, type Json, type JsonTemplate } from "../../core/json/json.ts"
import { decodeTokens, encodeTokens } from "../openai/logprobs.ts"

/**
 * Log probabilities of a choice: of its content, then of its refusal. Undefined where there are none.
 *
 * @see `ChatCompletionTokenLogprob` of `openai` 7.55 (read 2026-11)
 */
export const decodeLogprobs = (value: Json | undefined): readonly TokenLogprob[] | undefined => {
  if (!isObject(value)) return undefined
  const { content, refusal } = value
  if (!isArray(content) && !isArray(refusal)) return undefined
  return [...decodeTokens(content, "text"), ...decodeTokens(refusal, "refusal")]
}

/** Log probabilities as a choice says them. */
export const encodeLogprobs = (tokens: readonly TokenLogprob[]): JsonTemplate => {
  const content = tokens.filter(({ of }) => of === "text")
  const refusal = tokens.filter(({ of }) => of === "refusal")
  return {
    content: content.length > 0 || refusal.length === 0 ? encodeTokens(content, null) : null,
    refusal: refusal.length > 0 ? encodeTokens(refusal, null) : null
  }
}
