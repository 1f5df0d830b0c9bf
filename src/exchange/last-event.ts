import type { GatewayError } from "../core/errors/error.ts"
import type { ChatFormat } from "../core/format.ts"
import { eventValue } from "../core/framing/stream-limits.ts"
import type { StreamFrame } from "../core/framing/transducer.ts"
import { isArray, isObject, type Json } from "../core/json/json.ts"
import type { Passthrough } from "../core/passthrough.ts"
import { withBlankLine } from "./event-lines.ts"

/** A last event that has no blank line after it, with one; undefined where it broke off, and where it is none. */
export const wholeRest = (
  format: ChatFormat,
  { ends }: Passthrough,
  rest: Uint8Array | undefined
): Uint8Array | undefined => {
  if (rest === undefined) return undefined
  const closed = withBlankLine(rest)
  const frames = format.framings[0].read().push(closed)
  const isWhole = (frame: StreamFrame | GatewayError): boolean =>
    "data" in frame && (ends(frame) || isContainer(eventValue(frame.data)))
  return frames.length > 0 && frames.every(isWhole) ? closed : undefined
}

/** Whether a value is an object or a list, as a vendor may put its error into. */
const isContainer = (value: Json): boolean => isObject(value) || isArray(value)
