import { type Check, checkMembers, checks, has, isCount, isFlag, isText, isWithin } from "../../words/checks.ts"
import { Invalid } from "../../words/invalid.ts"
import { isObject, type Json } from "../../words/json.ts"
import { below } from "../../words/pointer.ts"
import { Reader } from "../../words/reader.ts"
import { fail, type Result } from "../../words/result.ts"
import { wireNames } from "../../words/wire-names.ts"
import { checkMessages } from "./check-messages.ts"

const isChoice: Check = (reader, body, key) => {
  const value = body[key]
  if (value === undefined || value === null || typeof value === "string" || isObject(value)) return
  reader.issue("/tool_choice", "`tool_choice` must be a string or an object.")
}

const areTools: Check = (reader, body, key, at) => {
  for (const [tool, path] of reader.objects(body, key, at) ?? []) {
    const type = reader.string(tool, "type", path) ?? "function"
    const declared = type === "function" ? reader.required(tool, "function", path, reader.object) : undefined
    if (declared === undefined) continue
    const place = below(path, "function")
    reader.required(declared, "name", place, reader.string)
    reader.string(declared, "description", place)
    reader.object(declared, "parameters", place)
  }
}

/** Members of the content-style family, under each of the names that hold them. */
const native = has({ thinking_config: has({ thinking_budget: isCount, include_thoughts: isFlag }) })

/** What must hold of the members that may be left out. Ranges are closed, both ends included. */
const table = checks({
  temperature: isWithin(0, 2),
  top_p: isWithin(0, 1),
  max_tokens: isCount,
  tools: areTools,
  reasoning_effort: isText,
  response_format: has({ type: isText, json_schema: has({ name: isText, schema: has({}) }) }),
  thinking: has({ type: isText, budget_tokens: isCount }),
  parameters: has({
    incremental_output: isFlag,
    enable_search: isFlag,
    search_options: has({ region: isText, recency_days: isCount }),
    asr_options: has({ language: isText })
  }),
  extra_body: has(Object.fromEntries(wireNames.native.map((name) => [name, native]))),
  generationConfig: has({ thinkingConfig: has({ thinkingLevel: isText }) }),
  stream: isFlag,
  enable_thinking: isFlag,
  ...Object.fromEntries(wireNames.thinkingToContent.map((name) => [name, isFlag])),
  tool_choice: isChoice
})

/** The endpoint's own limits: required members, their types, closed ranges. What is not known is never refused. */
export const check = (body: Json): Result<undefined, Invalid> => {
  if (!isObject(body)) return fail(Invalid.at("", "The body must be an object."))
  const reader = new Reader()
  reader.required(body, "model", "", reader.string)
  const messages = reader.required(body, "messages", "", reader.array)
  if (messages?.length === 0 && reader.issues.length === 0) reader.issue("/messages", "`messages` must not be empty.")
  if (messages !== undefined) checkMessages(reader, messages)
  checkMembers(reader, body, "", table)
  return reader.checked()
}
