import { isDeeper } from "./look.ts"
import { type Json, parsedOrNull } from "./value.ts"

/** Answers are nested a few levels deep, and a schema or an input in one a few dozen. */
const deepest = 1000

/** A text of so many characters is parsed as it is, whatever it is. */
const short = 64 * 1024

/** The value of an answer that may be long, null where it is no JSON, or nested so deep that reading it takes gigabytes. */
export const readOrNull = (text: string): Json =>
  text.length > short && isDeeper(text, deepest) ? null : parsedOrNull(text)
