import { asked as plain, type Asked, type Call, type Format, undo } from "../words/format.ts"
import type { Frame } from "../words/framing.ts"
import { isObject, type Json, JsonText } from "../words/json.ts"
import type { Usage } from "../words/usage.ts"

/** How a client wants its answer. */
export const askedOf = (format: Format, call: Call): Asked => {
  if (format.glance !== undefined) return format.glance.asked(call)
  const decoded = format.decodeRequest(call)
  return decoded.ok ? decoded.value.value.asked : { ...plain, stream: call.stream }
}

/** The usage that a whole answer tells. */
export const usageOf = (format: Format, body: Json): Usage | undefined => {
  if (format.glance !== undefined) return format.glance.usage(body)
  if (!isObject(body)) return undefined
  const decoded = format.decodeResponse(JsonText.of(body), undo)
  return decoded.ok ? decoded.value.value.usage : undefined
}

/** Which frames of a passing stream must be decoded. */
export const tellsOf = (format: Format): ((frame: Frame) => boolean) => format.glance?.tells ?? (() => true)
