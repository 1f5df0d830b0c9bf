import type { OutputFormat, ToolSchema } from "../../core/chat/chat.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import type { JsonObjectBuilder, MutableDraft } from "../../core/json/builder.ts"
import { JsonText } from "../../core/json/json.ts"
import { flagMember, memberTable, neededMember, takeMembers, textMember } from "../../core/reading/member-table.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { schemaMember } from "./tools.ts"

/** The members of `text.format`. */
interface Form extends MutableDraft<ChatNode> {
  type?: string
  name?: string
  description?: string
  schema?: ToolSchema
  strict?: boolean
}

const form = memberTable<Form>({
  type: neededMember(textMember("type")),
  name: textMember("name"),
  description: textMember("description"),
  schema: schemaMember("schema"),
  strict: flagMember("strict")
})

const noSchema: ToolSchema = { dialect: "json-schema", source: JsonText.source("{}") }

/** `text.format`. One of a type that is not known gives none, and is kept. */
export const decodeOutputFormat = (text: ObjectReader): OutputFormat | undefined => {
  const type = text.reader.object(text.object, "format", text.at)?.["type"]
  if (type !== "text" && type !== "json_object" && type !== "json_schema") return undefined
  const inside = text.inside("format")
  if (inside === undefined) return undefined
  const said: Form = {}
  takeMembers(form, inside, said)
  if (type === "text") return { type }
  if (type === "json_object") return { type: "json" }
  const { native: _native, type: _type, schema = noSchema, ...more } = said
  return { type: "json-schema", schema, ...more }
}

/** An output format as `text.format`; undefined where it has no place. */
export const encodeOutputFormat = (output: OutputFormat): JsonObjectBuilder | undefined => {
  switch (output.type) {
    case "text":
      return { type: "text" }
    case "json":
      return { type: "json_object" }
    case "json-schema":
      return schemaFormat(output)
    case "mime":
      if (output.schema !== undefined) return schemaFormat({ schema: output.schema })
      if (output.mime === "application/json") return { type: "json_object" }
      return output.mime === "text/plain" ? { type: "text" } : undefined
  }
}

const schemaFormat = ({
  name = "answer",
  description,
  schema,
  strict
}: Omit<Extract<OutputFormat, { type: "json-schema" }>, "type">): JsonObjectBuilder => ({
  type: "json_schema",
  name,
  description,
  schema: schema.source.printable,
  strict
})
