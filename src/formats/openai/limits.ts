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
 * What of another format's user or labels OpenAI takes under a member: a long name's hash, and as many pairs as it keeps.
 * `lose` is told each pair that is left out by its key, and a name that was hashed by none. Any other value is itself.
 *
 * @see https://developers.openai.com/api/reference/resources/responses/methods/create `metadata` (read 2026-11)
 * @see https://github.com/spiceai/docs/issues/928 a longer value is refused (2025-04)
 */
export const withinLimits = <A extends ChatRequest[keyof ChatRequest]>(
  member: string,
  value: A,
  lose: (key?: string) => void
): A | string | JsonText => {
  const hash = typeof value === "string" ? hashOfLongName(value, userLengths.get(member) ?? Infinity) : undefined
  if (hash !== undefined) lose()
  const pairs = member === "metadata" && value instanceof JsonText ? value.object : undefined
  if (pairs === undefined) return hash ?? value
  const kept: JsonObjectBuilder = {}
  let left = mostPairs
  for (const [key, text] of Object.entries(pairs)) {
    if (key.length > longestKey || typeof text !== "string" || text.length > longestValue || left === 0) lose(key)
    else {
      putMember(kept, key, text)
      left--
    }
  }
  return Object.keys(kept).length === Object.keys(pairs).length ? value : JsonText.tree(kept)
}
