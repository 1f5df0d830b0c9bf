import type { TokenLogprob } from "../../core/chat/chat.ts"
import { isArray, isObject, type Json, type JsonObject, type JsonObjectBuilder } from "../../core/json/json.ts"

type Top = NonNullable<TokenLogprob["top"]>[number]

/**
 * Log probabilities of an answer; undefined where there are none.
 *
 * @see `LogprobsResult` of `@google/genai` 3.1 (read 2026-11)
 */
export const decodeLogprobs = (value: Json | undefined): readonly TokenLogprob[] | undefined => {
  if (!isObject(value)) return undefined
  const chosen = itemsOf(value, "chosenCandidates")
  const tops = itemsOf(value, "topCandidates")
  return chosen?.flatMap((item, index) => {
    const token = tokenOf(item)
    if (token === undefined) return []
    const top = tops?.[index]
    const others = top === undefined ? undefined : itemsOf(top, "candidates")?.flatMap((it) => tokenOf(it) ?? [])
    return [others === undefined ? { of: "text" as const, ...token } : { of: "text" as const, ...token, top: others }]
  })
}

const itemsOf = (object: JsonObject, key: string): readonly JsonObject[] | undefined => {
  const items = object[key]
  return isArray(items) ? items.filter(isObject) : undefined
}

const tokenOf = ({ token, logProbability }: JsonObject): Top | undefined =>
  typeof token === "string" && typeof logProbability === "number" ? { token, logprob: logProbability } : undefined

/** Whether a token is told in bytes, too: here it is text alone. */
export const hasTokenBytes = ({ bytes, top }: TokenLogprob): boolean =>
  bytes !== undefined || (top ?? []).some((it) => it.bytes !== undefined)

/** Log probabilities as the wire says them: the chosen tokens, and beside each those that might have stood there. */
export const encodeLogprobs = (tokens: readonly TokenLogprob[]): JsonObjectBuilder => ({
  topCandidates: tokens.some(({ top }) => top !== undefined)
    ? tokens.map(({ top }) => ({ candidates: (top ?? []).map(tokenOut) }))
    : undefined,
  chosenCandidates: tokens.map(tokenOut)
})

const tokenOut = ({ token, logprob }: Top): JsonObjectBuilder => ({ token, logProbability: logprob })
