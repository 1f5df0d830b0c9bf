import type { ChatRequest, OutputFormat, ToolSchema } from "../../core/chat/chat.ts"
import type { ChatNode } from "../../core/chat/node.ts"
import { type JsonObjectBuilder, JsonText, type MutableDraft } from "../../core/json/json.ts"
import { flagMember, textMember } from "../../core/reading/member-table.ts"
import { isInVendorsWords } from "./caching.ts"
import { isStrictAsItStands } from "./strict.ts"
import { schemaMember } from "./tools.ts"

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

const anySchema: ToolSchema = { dialect: "json-schema", source: JsonText.source("{}") }

/** An output format of type `json_schema`, which takes everything where it has no schema. */
export const schemaFormatOf = ({
  native: _native,
  type: _type,
  schema = anySchema,
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

/**
 * The form of the answer with what its own vendor does unasked: Claude and Gemini hold an answer to its schema, OpenAI does
 * so where it is strict. `lose` is told of a schema that it does not take as such.
 */
export const enforced = ({ output, native }: ChatRequest, lose: () => void): OutputFormat | undefined => {
  if (output?.type !== "json-schema" || output.strict !== undefined) return output
  if (native === undefined || isInVendorsWords({ native })) return output
  if (isStrictAsItStands(output.schema)) return { ...output, strict: true }
  lose()
  return output
}
