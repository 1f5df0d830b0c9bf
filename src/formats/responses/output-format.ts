import type { OutputFormat } from "../../core/chat/chat.ts"
import type { JsonObjectBuilder } from "../../core/json/json.ts"
import { memberTable, neededMember, takeMembers, textMember } from "../../core/reading/member-table.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import {
  encodeOpenaiOutputFormat,
  type OutputFormatDraft,
  schemaFormatMembers,
  schemaFormatOf
} from "../openai/members.ts"

/** The members of `text.format`. */
export const form = memberTable<OutputFormatDraft>({ type: neededMember(textMember("type")), ...schemaFormatMembers })

/** `text.format`. One of a type that is not known gives none, and is kept. */
export const decodeOutputFormat = (text: ObjectReader): OutputFormat | undefined => {
  const type = text.reader.object(text.object, "format", text.at)?.["type"]
  if (type !== "text" && type !== "json_object" && type !== "json_schema") return undefined
  const inside = text.inside("format")
  if (inside === undefined) return undefined
  const draft: OutputFormatDraft = {}
  takeMembers(form, inside, draft)
  if (type === "text") return { type }
  if (type === "json_object") return { type: "json" }
  return schemaFormatOf(draft)
}

/** An output format as `text.format`; undefined where it has no place. */
export const encodeOutputFormat = (output: OutputFormat): JsonObjectBuilder | undefined =>
  encodeOpenaiOutputFormat(output, (members) => ({ type: "json_schema", ...members }))
