import type { TokenLogprob } from "../../core/chat/chat.ts"
import { isArray, isObject, type Json, type JsonTemplate, objectOr } from "../../core/json/json.ts"

type Top = NonNullable<TokenLogprob["top"]>[number]

/** Log probabilities of a text or a refusal; none where there is no list. */
export const decodeTokens = (value: Json | undefined, of: TokenLogprob["of"]): readonly TokenLogprob[] => {
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
    return [{ token, logprob, ...(isArray(bytes) && { bytes: bytes.filter((byte) => typeof byte === "number") }) }]
  })

/** The same as it is written; `unknown`: what stands where nobody knows the bytes of a token. */
export const encodeTokens = (
  tokens: readonly TokenLogprob[],
  unknown: readonly never[] | null
): readonly JsonTemplate[] => {
  const write = ({ token, logprob, bytes }: Top) => ({ token, logprob, bytes: bytes ?? unknown })
  return tokens.map((token) => ({ ...write(token), top_logprobs: (token.top ?? []).map(write) }))
}
