import type { TokenLogprob } from "../../core/chat/chat.ts"
import { isArray, isObject, type Json, type JsonTemplate } from "../../core/json/json.ts"
import type { MutableDraft } from "../../core/json/builder.ts"

type Top = NonNullable<TokenLogprob["top"]>[number]

/**
 * Log probabilities of a choice: of its content, then of its refusal. Undefined where there are none.
 *
 * @see `ChatCompletionTokenLogprob` of `openai` 7.55 (read 2026-11)
 */
export const decodeLogprobs = (value: Json | undefined): readonly TokenLogprob[] | undefined => {
  if (!isObject(value)) return undefined
  const { content, refusal } = value
  if (!isArray(content) && !isArray(refusal)) return undefined
  return [...readTokens(content, "text"), ...readTokens(refusal, "refusal")]
}

const readTokens = (value: Json | undefined, of: TokenLogprob["of"]): readonly TokenLogprob[] => {
  if (!isArray(value)) return []
  return value.flatMap((item) => {
    const top = readTop(item)
    if (top === undefined || !isObject(item)) return []
    const tops = item["top_logprobs"]
    return [isArray(tops) ? { of, ...top, top: tops.flatMap((it) => readTop(it) ?? []) } : { of, ...top }]
  })
}

const readTop = (item: Json): Top | undefined => {
  if (!isObject(item) || typeof item["token"] !== "string" || typeof item["logprob"] !== "number") return undefined
  const top: MutableDraft<Top> = { token: item["token"], logprob: item["logprob"] }
  const bytes = item["bytes"]
  if (isArray(bytes)) top.bytes = bytes.filter((byte) => typeof byte === "number")
  return top
}

/** Log probabilities as a choice says them. */
export const encodeLogprobs = (tokens: readonly TokenLogprob[]): JsonTemplate => {
  const content = tokens.filter((it) => it.of === "text").map(writeToken)
  const refusal = tokens.filter((it) => it.of === "refusal").map(writeToken)
  return {
    content: content.length > 0 || refusal.length === 0 ? content : null,
    refusal: refusal.length > 0 ? refusal : null
  }
}

const writeToken = (token: TokenLogprob): JsonTemplate => ({
  ...writeTop(token),
  top_logprobs: (token.top ?? []).map(writeTop)
})

const writeTop = ({ token, logprob, bytes }: Top): { readonly [key: string]: JsonTemplate } => ({
  token,
  logprob,
  bytes: bytes ?? null
})
