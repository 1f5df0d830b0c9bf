import type { OutputFormat, ToolSchema } from "../../core/chat/chat.ts"
import { isObject, type Json, JsonText } from "../../core/json/json.ts"
import type { JsonObjectBuilder, MutableDraft } from "../../core/json/builder.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import {
  fieldMember,
  flagMember,
  nestedMember,
  neededMember,
  type MemberTable,
  memberTable,
  textMember
} from "../../core/reading/member-table.ts"
import type { DecodeContext } from "./context.ts"

/** The members of `response_format`. */
interface Form extends MutableDraft<ChatNode> {
  type?: string
  name?: string
  description?: string
  schema?: ToolSchema
  strict?: boolean
}

/** A schema, in its source text. */
export const schemaMember = <F extends string>(name: F) =>
  fieldMember<F, ToolSchema>(
    name,
    (from, key) => {
      const source = from.record(key)
      return source && { dialect: "json-schema", source }
    },
    ({ source }) => source.printable,
    (value) => (isObject(value) ? { dialect: "json-schema", source: JsonText.of(value) } : undefined)
  )

const jsonSchema = memberTable<Form>({
  name: textMember("name"),
  description: textMember("description"),
  schema: schemaMember("schema"),
  strict: flagMember("strict")
})

const plain = memberTable<Form>({ type: neededMember(textMember("type")) })
const beside = memberTable<Form>({ type: neededMember(textMember("type")), schema: schemaMember("schema") })
const structured = memberTable<Form>({
  type: neededMember(textMember("type")),
  json_schema: neededMember(nestedMember(jsonSchema))
})

const none: ToolSchema = { dialect: "json-schema", source: JsonText.source("{}") }

const types: ReadonlySet<Json> = new Set<Json>(["text", "json_object", "json_schema"])

/** `response_format`. One of a type that is not known gives none, and is kept. */
export const decodeOutputFormat = (root: DecodeContext): OutputFormat | undefined => {
  const body = root.body["response_format"]
  const type = isObject(body) ? body["type"] : undefined
  if (typeof type === "string" && !types.has(type)) return undefined
  const form: Form | undefined = root.take(membersOf(body), "response_format", {})
  switch (form?.type) {
    case "text":
      return { type: "text" }
    case "json_object":
      return form.schema === undefined ? { type: "json" } : { type: "json-schema", schema: form.schema }
    case "json_schema": {
      const { native: _native, type: _type, schema = none, ...said } = form
      return { type: "json-schema", schema, ...said }
    }
    default:
      return undefined
  }
}

/** The members of a `response_format`: some vendors take a schema beside the type. */
const membersOf = (body: Json | undefined): MemberTable<Form> => {
  const { type, schema, json_schema: inner } = isObject(body) ? body : {}
  if (isObject(schema) && (type === "json_object" || (type === "json_schema" && !isObject(inner)))) return beside
  return type === "json_schema" ? structured : plain
}

/** `response_format` of an output format; undefined where it has no place. */
export const encodeOutputFormat = (output: OutputFormat): JsonObjectBuilder | undefined => {
  switch (output.type) {
    case "text":
      return { type: "text" }
    case "json":
      return { type: "json_object" }
    case "json-schema":
      return schemaOut(output)
    case "mime":
      if (output.schema !== undefined) return schemaOut({ schema: output.schema })
      if (output.mime === "application/json") return { type: "json_object" }
      return output.mime === "text/plain" ? { type: "text" } : undefined
  }
}

const schemaOut = ({
  name = "answer",
  description,
  schema,
  strict
}: Omit<Extract<OutputFormat, { type: "json-schema" }>, "type">): JsonObjectBuilder => ({
  type: "json_schema",
  json_schema: { name, description, schema: schema.source.printable, strict }
})
