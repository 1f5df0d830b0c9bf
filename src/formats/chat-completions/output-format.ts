import type { OutputFormat } from "../../core/chat/chat.ts"
import { type JsonObjectBuilder, isObject, type Json } from "../../core/json/json.ts"
import {
  type MemberTable,
  memberTable,
  neededMember,
  nestedMember,
  textMember
} from "../../core/reading/member-table.ts"
import {
  encodeOpenaiOutputFormat,
  type OutputFormatDraft,
  schemaFormatMembers,
  schemaFormatOf,
  schemaMember
} from "../openai/members.ts"
import type { DecodeContext } from "./context.ts"

const jsonSchema = memberTable<OutputFormatDraft>(schemaFormatMembers)

/** A form that its type alone says. */
const plain = memberTable<OutputFormatDraft>({ type: neededMember(textMember("type")) })
/** The same with a schema beside its type, where some vendors take it. */
export const besideType = memberTable<OutputFormatDraft>({
  type: neededMember(textMember("type")),
  schema: schemaMember("schema")
})
/** The same with a schema in an object of its own. */
export const inObject = memberTable<OutputFormatDraft>({
  type: neededMember(textMember("type")),
  json_schema: neededMember(nestedMember(jsonSchema))
})

const types: ReadonlySet<Json> = new Set<Json>(["text", "json_object", "json_schema"])

/** `response_format`. One of a type that is not known gives none, and is kept. */
export const decodeOutputFormat = (root: DecodeContext): OutputFormat | undefined => {
  const body = root.body["response_format"]
  const type = isObject(body) ? body["type"] : undefined
  if (typeof type === "string" && !types.has(type)) return undefined
  const form: OutputFormatDraft | undefined = root.take(membersOf(body), "response_format", {})
  switch (form?.type) {
    case "text":
      return { type: "text" }
    case "json_object":
      return form.schema === undefined ? { type: "json" } : { type: "json-schema", schema: form.schema }
    case "json_schema":
      return schemaFormatOf(form)
    default:
      return undefined
  }
}

/** The members of a `response_format`: some vendors take a schema beside the type. */
const membersOf = (body: Json | undefined): MemberTable<OutputFormatDraft> => {
  const { type, schema, json_schema: inner } = isObject(body) ? body : {}
  if (isObject(schema) && (type === "json_object" || (type === "json_schema" && !isObject(inner)))) return besideType
  return type === "json_schema" ? inObject : plain
}

/** `response_format` of an output format; undefined where it has no place. */
export const encodeOutputFormat = (output: OutputFormat): JsonObjectBuilder | undefined =>
  encodeOpenaiOutputFormat(output, (members) => ({ type: "json_schema", json_schema: members }))
