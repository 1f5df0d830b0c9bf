import type { TokenLogprob } from "../../core/chat/chat.ts"
import type { MutableDraft } from "../../core/json/builder.ts"
import { isArray, isObject, type Json, type JsonTemplate } from "../../core/json/json.ts"

type Top = NonNullable<TokenLogprob["top"]>[number]

/** Log probabilities of a text. */
export const decodeLogprobs = (value: Json | undefined): readonly TokenLogprob[] => {
  if (!isArray(value)) return []
  return value.flatMap((item) => {
    const token = readTop(item)
    if (token === undefined || !isObject(item)) return []
    const tops = item["top_logprobs"]
    const top = isArray(tops) ? { top: tops.flatMap((it) => readTop(it) ?? []) } : {}
    return [{ of: "text", ...token, ...top }]
  })
}

const readTop = (item: Json): Top | undefined => {
  if (!isObject(item) || typeof item["token"] !== "string" || typeof item["logprob"] !== "number") return undefined
  const top: MutableDraft<Top> = { token: item["token"], logprob: item["logprob"] }
  const bytes = item["bytes"]
  if (isArray(bytes)) top.bytes = bytes.filter((byte) => typeof byte === "number")
  return top
}

/** Log probabilities as a text of an answer says them. */
export const encodeLogprobs = (tokens: readonly TokenLogprob[]): readonly JsonTemplate[] =>
  tokens.map((token) => ({ ...writeTop(token), top_logprobs: (token.top ?? []).map(writeTop) }))

const writeTop = ({ token, logprob, bytes }: Top): { readonly [key: string]: JsonTemplate } => ({
  token,
  logprob,
  bytes: bytes ?? []
})
