import type { Call } from "../words/format.ts"
import type { JsonObject } from "../words/json/json.ts"

/** A call's body where it was read, or its text mentions one of these members; undefined elsewhere, without reading it. */
export const bodyWith = ({ body }: Call, members: readonly string[]): JsonObject | undefined =>
  body.isRead || members.some((member) => body.text.includes(`"${member}"`)) ? body.object : undefined

/** Where a text gives one of these members a number: what {@link bodyAbove} looks for. */
export const numbersOf = (...members: readonly string[]): RegExp =>
  new RegExp(`"(?:${members.join("|")})"\\s*:\\s*(\\d[\\d.eE+]*)`, "g")

/**
 * A call's body where it was read, or one of the `numbers` in its text is above `most`; undefined elsewhere, without
 * reading it.
 */
export const bodyAbove = ({ body }: Call, numbers: RegExp, most: number): JsonObject | undefined => {
  if (body.isRead) return body.object
  numbers.lastIndex = 0
  for (let found = numbers.exec(body.text); found !== null; found = numbers.exec(body.text))
    if (Number(found[1]) > most) return body.object
  return undefined
}
