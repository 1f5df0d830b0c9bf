import type { ParameterCheck } from "../../families/parameters/reader.ts"
import type { ParameterValues } from "../../families/parameters/table.ts"
import { flag, text } from "../../families/parameters/values.ts"
import type { Reading } from "../reading.ts"

/** How many seconds a video may have, as texts. */
export const lengths = ["3", "5", "8", "10", "12"] as const

/** A length, which is said as a text. A number is taken, too. */
const length: ParameterCheck<string, Reading> = (value, at, reading) => {
  const said = typeof value === "number" ? String(value) : value
  const known = lengths.find((one) => one === said)
  if (known === undefined) return reading.issue(at, `It must be one of ${lengths.join(", ")}.`)
  if (typeof value === "number") reading.note("figure", at)
  return known
}

/** The parameters of a submit, as the endpoint tables name and type them. */
export const parameters = {
  model: { is: text },
  prompt: { is: text },
  duration: { is: length },
  aspect_ratio: { is: text },
  resolution: { is: text },
  return_url: { is: flag, otherwise: true },
  req_key: { is: text, unsent: "unused" }
} as const

/** What was read of them. */
export type Read = ParameterValues<typeof parameters>

/** Those that every body must say. */
export const required = ["model", "prompt", "duration", "aspect_ratio"] as const satisfies readonly (keyof Read)[]
