import { chanceOf } from "../chance.ts"
import { member, numberAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { piecesOf } from "../tokens.ts"

/** The log probabilities of a text, where the request asks for them: `avgLogprobs` and `logprobsResult`. */
export const logprobsOf = (body: JsonObject, text: string): JsonObject => {
  if (member(body, "generationConfig", "responseLogprobs") !== true) return {}
  const others = numberAt(body, "generationConfig", "logprobs") ?? 0
  const chosen = piecesOf(text).map((token, place) => ({
    token,
    tokenId: place + 1,
    logProbability: chanceOf(token)
  }))
  const sum = chosen.reduce((total, { logProbability }) => total + logProbability, 0)
  const ranked = chosen.map(({ token, tokenId, logProbability }) => ({
    candidates: Array.from({ length: others }, (_, rank) =>
      rank === 0
        ? { token, tokenId, logProbability }
        : { token: `${token}${rank}`, tokenId: tokenId + 1000 * rank, logProbability: logProbability - rank }
    )
  }))
  return {
    avgLogprobs: chosen.length === 0 ? 0 : sum / chosen.length,
    logprobsResult: { chosenCandidates: chosen, topCandidates: ranked, logProbabilitySum: sum }
  }
}
