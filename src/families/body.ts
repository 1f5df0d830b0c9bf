import type { Call } from "../words/format.ts"
import type { JsonObject } from "../words/json.ts"

/** A call's body where its text mentions one of these members; undefined elsewhere, without parsing it. */
export const bodyWith = (call: Call, members: readonly string[]): JsonObject | undefined => {
  const { text } = call.body
  return members.some((member) => text.includes(`"${member}"`)) ? call.body.object : undefined
}

/** A call's body where its text gives one of these members a number above `most`; undefined elsewhere, unparsed. */
export const bodyAbove = (call: Call, members: readonly string[], most: number): JsonObject | undefined => {
  const numbers = new RegExp(`"(?:${members.join("|")})"\\s*:\\s*(\\d[\\d.eE+]*)`, "g")
  for (const [, numeral] of call.body.text.matchAll(numbers)) if (Number(numeral) > most) return call.body.object
  return undefined
}
