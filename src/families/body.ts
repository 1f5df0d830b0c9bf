import type { Call } from "../words/format.ts"
import type { JsonObject } from "../words/json/json.ts"

/** A call's body where it was read, or its text mentions one of these members; undefined elsewhere, without reading it. */
export const bodyWith = ({ body }: Call, members: readonly string[]): JsonObject | undefined =>
  body.isRead || members.some((member) => body.text.includes(`"${member}"`)) ? body.object : undefined

/**
 * A call's body where it was read, or its text gives one of these members a number above `most`; undefined elsewhere,
 * without reading it.
 */
export const bodyAbove = ({ body }: Call, members: readonly string[], most: number): JsonObject | undefined => {
  if (body.isRead) return body.object
  const numbers = new RegExp(`"(?:${members.join("|")})"\\s*:\\s*(\\d[\\d.eE+]*)`, "g")
  for (const [, numeral] of body.text.matchAll(numbers)) if (Number(numeral) > most) return body.object
  return undefined
}
