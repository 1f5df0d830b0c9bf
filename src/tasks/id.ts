import { encodeBinary } from "../core/bytes/base64.ts"

/** How many random bytes an id has: 192 bits. */
const size = 24

/** A new id that nobody can guess: `prefix`, `_`, and 32 characters that stand in a path as they are. */
export const newTaskId = (prefix: string): string =>
  `${prefix}_${encodeBinary(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(size))))}`
