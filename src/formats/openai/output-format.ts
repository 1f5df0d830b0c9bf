import type { OutputFormat, ToolSchema } from "../../core/chat/chat.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import { type JsonObjectBuilder, type MutableDraft, isObject, JsonText } from "../../core/json/json.ts"
import { recordRow } from "../../core/reading/member-row.ts"
import { fieldMember, flagMember, textMember, type WireMember } from "../../core/reading/member-table.ts"

/** A schema, in its source text. */
export const schemaMember = <F extends string>(name: F): WireMember<{ [K in F]?: ToolSchema }> =>
  fieldMember<F, ToolSchema>(
    name,
    {
      schema: recordRow.schema,
      read: (from, key) => {
        const source = from.record(key)
        return source && { dialect: "json-schema", source }
      }
    },
    ({ source }) => source.printable,
    (value) => (isObject(value) ? { dialect: "json-schema", source: JsonText.of(value) } : undefined)
  )

/** What a body says of the form of an answer. */
export interface OutputFormatDraft extends MutableDraft<ChatNode> {
  type?: string
  name?: string
  description?: string
  schema?: ToolSchema
  strict?: boolean
}

/** The members that describe a schema: beside `type`, or in an object of their own. */
export const schemaFormatMembers = {
  name: textMember("name"),
  description: textMember("description"),
  schema: schemaMember("schema"),
  strict: flagMember("strict")
} as const

const emptySchema: ToolSchema = { dialect: "json-schema", source: JsonText.source("{}") }

/** An output format of type `json_schema`, which takes everything where it has no schema. */
export const schemaFormatOf = ({
  native: _native,
  type: _type,
  schema = emptySchema,
  ...described
}: OutputFormatDraft): OutputFormat => ({ type: "json-schema", schema, ...described })

/** An output format as OpenAI's APIs say it; undefined where it has no place. `place` puts a schema's members where the API has them. */
export const encodeOpenaiOutputFormat = (
  output: OutputFormat,
  place: (members: JsonObjectBuilder) => JsonObjectBuilder
): JsonObjectBuilder | undefined => {
  switch (output.type) {
    case "text":
      return { type: "text" }
    case "json":
      return { type: "json_object" }
    case "json-schema":
      return place(schemaMembers(output))
    case "mime":
      if (output.schema !== undefined) return place(schemaMembers({ schema: output.schema }))
      if (output.mime === "application/json") return { type: "json_object" }
      return output.mime === "text/plain" ? { type: "text" } : undefined
  }
}

const schemaMembers = ({
  name = "answer",
  description,
  schema,
  strict
}: Omit<Extract<OutputFormat, { type: "json-schema" }>, "type">): JsonObjectBuilder => ({
  name,
  description,
  schema: schema.source.printable,
  strict
})
