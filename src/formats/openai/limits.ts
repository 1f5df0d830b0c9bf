import type { ChatRequest } from "../../core/chat/chat.ts"
import { hashOfLongName } from "../../core/chat/call-id.ts"
import { JsonText, type JsonObjectBuilder, putMember } from "../../core/json/json.ts"

/** The most pairs of `metadata`, and UTF-16 code units of a key and of a value. */
export const [mostPairs, longestKey, longestValue] = [16, 64, 512]

/**
 * How long the names of users may be, by the member that says them.
 *
 * @see https://github.com/openai/openai-node `ResponseCreateParams.safety_identifier` of openai 7.57.0: 128 (read 2026-11)
 * @see https://github.com/maximhq/bifrost/pull/1000 the older member: 64 (2025-12)
 */
const userLengths = new Map([
  ["safety_identifier", 128],
  ["user", 64]
])

/**
 * What OpenAI takes under a member of what another format's client says there; a value without a limit is itself. `lose`
 * is told each pair of labels that is left out by its key, and a name that was hashed by none.
 */
export const withinLimits = <A extends ChatRequest[keyof ChatRequest]>(
  member: string,
  value: A,
  lose: (key?: string) => void
): A | string | JsonText => {
  if (typeof value === "string") return shortUser(value, userLengths.get(member) ?? Infinity, lose)
  return member === "metadata" && value instanceof JsonText ? fittingLabels(value, lose) : value
}

/** The name of a user, or its hash where it is longer than a length. */
const shortUser = (name: string, most: number, lose: () => void): string => {
  const hash = hashOfLongName(name, most)
  if (hash !== undefined) lose()
  return hash ?? name
}

/**
 * As many labels as are kept, without those that are too long or no texts.
 *
 * @see https://developers.openai.com/api/reference/resources/responses/methods/create `metadata` (read 2026-11)
 * @see https://github.com/spiceai/docs/issues/928 a longer value is refused (2025-04)
 */
const fittingLabels = (labels: JsonText, lose: (key: string) => void): JsonText => {
  const pairs = Object.entries(labels.object ?? {})
  const kept: JsonObjectBuilder = {}
  let left = mostPairs
  for (const [key, text] of pairs) {
    if (key.length > longestKey || typeof text !== "string" || text.length > longestValue || left === 0) lose(key)
    else {
      putMember(kept, key, text)
      left--
    }
  }
  return Object.keys(kept).length === pairs.length ? labels : JsonText.tree(kept)
}
