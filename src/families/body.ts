import type { Call } from "../words/format.ts"
import type { JsonObject } from "../words/json.ts"

/** A call's body where its text mentions one of these members; undefined elsewhere, without parsing it. */
export const bodyWith = (call: Call, members: readonly string[]): JsonObject | undefined => {
  const { text } = call.body
  return members.some((member) => text.includes(`"${member}"`)) ? call.body.object : undefined
}
