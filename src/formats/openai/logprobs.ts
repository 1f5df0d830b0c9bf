import type { TokenLogprob } from "../../core/chat/chat.ts"
import { isArray, isObject, type Json, type JsonTemplate, objectOr } from "../../core/json/json.ts"

/** Log probabilities of a text. */
export const decodeTextLogprobs = (value: Json | undefined): readonly TokenLogprob[] => decodeTokens(value, "text")

/** Log probabilities as a text of an answer says them. */
export const encodeTextLogprobs = (tokens: readonly TokenLogprob[]): readonly JsonTemplate[] => encodeTokens(tokens, [])

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

type Top = NonNullable<TokenLogprob["top"]>[number]

/** Log probabilities of a text or a refusal; none where there is no list. */
const decodeTokens = (value: Json | undefined, of: TokenLogprob["of"]): readonly TokenLogprob[] => {
  if (!isArray(value)) return []
  return value.flatMap((item) =>
    topsIn([item]).map((token) => {
      const tops = objectOr(item)?.["top_logprobs"]
      return { of, ...token, ...(isArray(tops) && { top: topsIn(tops) }) }
    })
  )
}

const topsIn = (items: readonly Json[]): readonly Top[] =>
  items.filter(isObject).flatMap(({ token, logprob, bytes }) => {
    if (typeof token !== "string" || typeof logprob !== "number") return []
    return [
      {
        token,
        logprob,
        ...(isArray(bytes) && { bytes: bytes.filter((byte) => typeof byte === "number") })
      }
    ]
  })

/** The same as it is written; `unknown`: what stands where nobody knows the bytes of a token. */
const encodeTokens = (tokens: readonly TokenLogprob[], unknown: readonly never[] | null): readonly JsonTemplate[] => {
  const write = ({ token, logprob, bytes }: Top) => ({ token, logprob, bytes: bytes ?? unknown })
  return tokens.map((token) => ({ ...write(token), top_logprobs: (token.top ?? []).map(write) }))
}
