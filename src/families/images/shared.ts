import { integer, oneOf } from "../parameters/values.ts"
import type { Reading } from "./reading.ts"

/** How images are wanted. */
export const responseFormat = oneOf("url", "b64_json")

/** How many images are wanted. */
export const count = integer(1, 10)

/** Seeds of the vendors whose seeds have 31 bits. */
export const seed = integer(0, 2_147_483_647)

/** For families that give images as base64 whatever is asked. */
export const alwaysBytes = (said: "url" | "b64_json" | undefined, reading: Reading): void => {
  if (said === "url") reading.note("always-bytes", "/response_format")
  reading.put("as", "bytes")
}

/** For families that do as they are asked, with URLs where nothing is. */
export const asAsked = (said: "url" | "b64_json" | undefined, reading: Reading): void =>
  reading.put("as", said === "b64_json" ? "bytes" : "url", "/response_format")
