import {
  areRecords,
  areTexts,
  type Check,
  checkMembers,
  checks,
  isCount,
  isFlag,
  isRecord,
  isText,
  isWithin
} from "../../words/checks.ts"
import { Invalid } from "../../words/invalid.ts"
import { isArray, isObject, type Json } from "../../words/json.ts"
import { Reader } from "../../words/reader.ts"
import { fail, type Result } from "../../words/result.ts"
import { checkMessages } from "./check-messages.ts"

/**
 * What the endpoint's own table says of a body: `model`, `messages` and `max_tokens` are required, ranges are closed,
 * types are strict. Members and values that the table does not know pass. Null is absent.
 */
export const check = (body: Json): Result<undefined, Invalid> => {
  if (!isObject(body)) return fail(Invalid.at("", "The body must be a JSON object."))
  const reader = new Reader()
  reader.required(body, "model", "", reader.string)
  checkMessages(reader, body)
  const maxTokens = reader.required(body, "max_tokens", "", reader.integer)
  if (maxTokens !== undefined && maxTokens <= 0) reader.issue("/max_tokens", "`max_tokens` must be greater than 0.")
  checkMembers(reader, body, "", table)
  return reader.checked()
}

const checkSystem: Check = (reader, body) => {
  const { system } = body
  if (isArray(system)) reader.objects(body, "system", "")
  else if (typeof system !== "string" && (system ?? null) !== null) {
    reader.issue("/system", "`system` must be a string or an array of blocks.")
  }
}

const checkTools: Check = (reader, body) => {
  for (const [tool, at] of reader.objects(body, "tools", "") ?? []) {
    const type = reader.string(tool, "type", at)
    if (type !== undefined && type !== "custom") continue
    reader.required(tool, "name", at, reader.string)
    reader.required(tool, "input_schema", at, reader.object)
    reader.string(tool, "description", at)
  }
}

const checkChoice: Check = (reader, body) => {
  const choice = reader.object(body, "tool_choice", "")
  if (choice === undefined) return
  const type = reader.required(choice, "type", "/tool_choice", reader.string)
  if (type === "tool") reader.required(choice, "name", "/tool_choice", reader.string)
  reader.boolean(choice, "disable_parallel_tool_use", "/tool_choice")
}

const checkThinking: Check = (reader, body) => {
  const thinking = reader.object(body, "thinking", "")
  if (thinking === undefined) return
  const at = "/thinking"
  const type = reader.required(thinking, "type", at, reader.string)
  if (type === "enabled") reader.required(thinking, "budget_tokens", at, () => true)
  const budget = reader.integer(thinking, "budget_tokens", at)
  if (budget !== undefined && budget <= 1024) {
    reader.issue(`${at}/budget_tokens`, "`budget_tokens` must be greater than 1024.")
  }
}

const table = checks({
  temperature: isWithin(0, 1),
  top_p: isWithin(0, 1),
  top_k: isCount,
  stream: isFlag,
  stop_sequences: areTexts,
  service_tier: isText,
  mcp_servers: areRecords,
  system: checkSystem,
  tools: checkTools,
  tool_choice: checkChoice,
  thinking: checkThinking,
  metadata: isRecord,
  context_management: isRecord,
  cache_control: isRecord,
  output_config: isRecord,
  output_format: isRecord
})
