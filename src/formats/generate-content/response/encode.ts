import type { ChatCandidate, ChatResponse } from "../../../core/chat/chat.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../../core/format.ts"
import { JsonText, type JsonTemplate } from "../../../core/json/json.ts"
import type { Translated } from "../../../core/notes/note.ts"
import type { TokenUsage } from "../../../core/tokens/usage.ts"
import { hasBytes, logprobsOut } from "../logprobs.ts"
import { consumed, isOwn, restore } from "../native.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { note, noteField, noteLeftovers } from "../rules.ts"
import { lostCounts, usageOut } from "../usage.ts"
import { groundingOut } from "./grounding-encode.ts"
import { carrying, isBroken, partOut } from "./parts.ts"
import { endOut, feedbackOut, headOut, honest, type Telling } from "./telling.ts"

/** Writes a whole answer. It was paid for, so it is always written; what has no place leaves a note. */
export const encodeResponse = (
  response: ChatResponse,
  asked: ReplyPreferences,
  stamp: ResponseDefaults
): Translated<JsonText> => {
  const to: Telling = { asked, stamp, notes: [] }
  const candidates = response.candidates.map((candidate) => candidateOut(to, candidate))
  const out: JsonObjectBuilder = {
    candidates: candidates.length === 0 ? undefined : candidates,
    promptFeedback: feedbackOut(response.block),
    usageMetadata: response.usage === undefined ? undefined : usageOut(response.usage),
    ...headOut(to, response)
  }
  tellRest(to, response)
  tellUsage(to, response.usage)
  restore(out, response)
  return { value: JsonText.tree(out), notes: to.notes }
}

/** Notes what an answer of another format says of itself, and this one cannot. */
export const tellRest = (
  to: Telling,
  response: Pick<ChatResponse, "tier" | "refs" | "native" | "at" | "places">
): void => {
  if (response.tier !== undefined) noteField(to, "bookkeeping", response, "tier")
  for (const ref of response.refs ?? []) note(to, "container", ref.at ?? response.at)
  noteLeftovers(to, response)
}

/** Notes what the vendor's usage has no count for. */
export const tellUsage = (to: Telling, usage: TokenUsage | undefined): void => {
  if (usage === undefined) return
  if (usage.cacheWrite !== undefined) noteField(to, "usage-merged", usage, "cacheWrite")
  for (const name of lostCounts(usage)) noteField(to, "usage-view", usage, name, `The usage has no count of ${name}.`)
  noteLeftovers(to, usage)
}

const candidateOut = (to: Telling, candidate: ChatCandidate): JsonObjectBuilder => {
  const { parts } = candidate
  const broken = parts.some(isBroken)
  const written: (JsonObjectBuilder | JsonText)[] = []
  const numbers = parts.map((part, index) => {
    const out = partOut(
      to,
      carrying(to, part, index, (at) => parts[at]),
      index,
      candidate.finish?.kind === "length"
    )
    return out === undefined ? undefined : written.push(out) - 1
  })
  const out: JsonObjectBuilder = {
    content: { parts: written.length === 0 ? [{ text: "" }] : written, role: "model" },
    ...endOut(to, honest(candidate, broken, parts)),
    index: candidate.index,
    groundingMetadata: groundingOut(to, candidate, parts, numbers),
    citationMetadata: consumed(candidate, "citationMetadata"),
    logprobsResult: logprobsResult(to, candidate)
  }
  if (!isOwn(candidate)) noteLeftovers(to, candidate)
  return restore(out, candidate)
}

const logprobsResult = (to: Telling, candidate: ChatCandidate): JsonTemplate => {
  const kept = consumed(candidate, "logprobsResult")
  const { logprobs } = candidate
  if (kept !== undefined || logprobs === undefined) return kept
  if (logprobs.some(hasBytes)) noteField(to, "token-bytes", candidate, "logprobs")
  return logprobsOut(logprobs)
}
