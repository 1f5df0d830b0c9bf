import { bodyObject } from "../../core/reading/issue-reader.ts"
import { readTable, tableSchema, type ParameterValues } from "../../families/parameters/table.ts"
import type { Invalid, Result } from "../../core/errors/invalid.ts"
import type { JsonText } from "../../core/json/json.ts"
import type { Refused, Translated } from "../../core/notes/note.ts"
import { newReading, type LabReading } from "../reading.ts"
import type { ValueSchema } from "../../core/reading/value-schema.ts"
import type { ParameterCheck } from "../../families/parameters/reader.ts"
import { checkOf, described, flag, text } from "../../families/parameters/values.ts"

/** How many seconds a video may have, as texts. */
const lengths = ["3", "5", "8", "10", "12"] as const

const lengthSchema: ValueSchema = {
  type: ["string", "integer"],
  enum: lengths,
  description: `Seconds: ${lengths.join(", ")}. A number is taken, too.`
}

/** A length, which is said as a text. A number is taken, too. */
const length: ParameterCheck<string, LabReading> = checkOf(lengthSchema, (value, at, reading) => {
  const text = typeof value === "number" ? String(value) : value
  const known = lengths.find((one) => one === text)
  if (known === undefined) return reading.must(at, `be one of ${lengths.join(", ")}`)
  if (typeof value === "number") reading.note("figure", at)
  return known
})

/** The parameters of a submit, as the endpoint tables name and type them. */
const parameters = {
  model: { is: text, required: true },
  prompt: { is: text, required: true },
  duration: { is: length, required: true },
  aspect_ratio: { is: described(text, { examples: ["16:9"] }), required: true },
  resolution: { is: described(text, { examples: ["720p"] }) },
  return_url: { is: described(flag, { description: "Whether a query of the task tells a link." }), default: true },
  req_key: { is: text, unsent: "unused" }
} as const

/** What a document tells of a body. */
export const schema = tableSchema(parameters)

/** What was read of them. */
type VideoValues = ParameterValues<typeof parameters>

/** A body that was read: what it says. */
export interface LabVideoRequest {
  readonly values: VideoValues & Readonly<Record<"model" | "prompt" | "duration" | "aspect_ratio", string>>
}

/** Reads a body of a submit. */
export const readVideoRequest = (body: JsonText): Result<Translated<LabVideoRequest>, Invalid | Refused> => {
  const object = bodyObject(body)
  if (!object.ok) return object
  const reading = newReading()
  const values = readTable(parameters, object.value, "", reading)
  if (values.model === "") reading.must("/model", "be the id of a model")
  const { model = "", prompt = "", duration = "", aspect_ratio = "" } = values
  return reading.outcome({ values: { ...values, model, prompt, duration, aspect_ratio } })
}
