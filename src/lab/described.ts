import type { Described } from "../endpoints/open-api/described.ts"
import type { JsonTemplate } from "../core/json/json.ts"

/** Schemas of the envelope with some data in it, and of an error in it. */
export const describedAnswers = (data: JsonTemplate): Pick<Described, "answer" | "failure"> => ({
  answer: inEnvelope({ const: 200 }, { const: "success" }, data),
  failure: inEnvelope({ type: "integer", description: "The HTTP status." }, { type: "string" }, { type: "null" })
})

const inEnvelope = (code: JsonTemplate, msg: JsonTemplate, data: JsonTemplate): JsonTemplate => ({
  type: "object",
  required: ["code", "msg", "data"],
  properties: { code, msg, data }
})
