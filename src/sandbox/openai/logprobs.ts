import { digest } from "../digest.ts"
import { member, numberAt } from "../json.ts"
import type { JsonObject } from "../json.ts"

const bytesOf = (text: string): readonly number[] => [...new TextEncoder().encode(text)]

const one = (token: string, logprob: number): JsonObject => ({ token, logprob, bytes: bytesOf(token) })

/** A log probability between -0.9 and 0 that depends on the token alone. */
const chanceOf = (token: string): number => -(digest(token, 1).charCodeAt(0) % 90) / 100

/** The log probabilities of an answer's pieces, where the request asks for them. */
export const logprobsOf = (body: JsonObject, pieces: readonly string[]): readonly JsonObject[] | undefined => {
  if (member(body, "logprobs") !== true) return undefined
  const others = numberAt(body, "top_logprobs") ?? 0
  return pieces.map((token) => ({
    ...one(token, chanceOf(token)),
    top_logprobs: Array.from({ length: others }, (_, rank) =>
      rank === 0 ? one(token, chanceOf(token)) : one(`${token}${rank}`, chanceOf(token) - rank)
    )
  }))
}
