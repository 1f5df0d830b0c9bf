import type { WireRequest } from "../core/format.ts"
import type { JsonObject } from "../core/json/json.ts"

/** A call's body where it is at hand, or its text mentions one of these members; undefined elsewhere, without reading it. */
export const bodyWith = ({ body }: WireRequest, members: readonly string[]): JsonObject | undefined =>
  body.isRead || members.some((member) => body.text.includes(`"${member}"`)) ? body.object : undefined
