import type { ChatRequest, OutputFormat, ToolSchema } from "../../core/chat/chat.ts"
import type { JsonObjectBuilder, MutableDraft } from "../../core/json/json.ts"
import { placeInside, placeOf } from "../../core/notes/note.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { type EncodeContext, type FieldPlaces, note } from "./context.ts"
import { decodeSchemaMember } from "./schema-decode.ts"
import { encodeSchema } from "./schema-encode.ts"

const json = "application/json"

/** The older names of a member that holds a JSON schema. */
const schemaMembers = ["responseJsonSchema", "_responseJsonSchema"] as const

/** Reads the form that the answer must have. */
export const decodeOutputFormat = (
  config: ObjectReader,
  request: MutableDraft<ChatRequest>,
  places: FieldPlaces
): void => {
  const mime = config.string("responseMimeType")
  const member = [...schemaMembers, "responseSchema"].find((name) => config.says(name))
  if (member !== undefined) places.set("output", config.below(member))
  else if (mime !== undefined) places.set("output", config.below("responseMimeType"))
  const schema =
    member === undefined ? undefined : decodeSchemaMember(config, request, member, member === "responseSchema")
  const output = outputOf(mime, schema)
  if (output !== undefined) request.output = output
}

const outputOf = (mime: string | undefined, schema: ToolSchema | undefined): OutputFormat | undefined => {
  if (mime === undefined || mime === json) {
    if (schema !== undefined) return { type: "json-schema", schema }
    return mime === undefined ? undefined : { type: "json" }
  }
  if (mime === "text/plain" && schema === undefined) return { type: "text" }
  return { type: "mime", mime, ...(schema === undefined ? {} : { schema }) }
}

/** Writes the form that the answer must have. */
export const encodeOutputFormat = (to: EncodeContext, config: JsonObjectBuilder): void => {
  const { output } = to.request
  if (output === undefined) return
  switch (output.type) {
    case "text":
      config["responseMimeType"] = "text/plain"
      return
    case "json":
      config["responseMimeType"] = json
      return
    case "json-schema":
      config["responseMimeType"] = json
      for (const field of ["name", "description", "strict"] as const) {
        if (output[field] !== undefined) note(to, "bookkeeping", placeInside(to.request, "output", field))
      }
      return encodeSchema(to, config, output.schema, to.request, "output", vendorMembers)
    case "mime":
      config["responseMimeType"] = output.mime
      encodeSchema(to, config, output.schema, to.request, "output", vendorMembers)
  }
}

const jsonLine = "Answer with one JSON value and nothing else: no other text, and no code fence around it."

/**
 * JSON that is asked for in words, with the schema that it must fit; undefined where none is asked for.
 *
 * @see https://github.com/googleapis/python-genai/issues/867 that 2.5 refuses it beside functions (2025-05)
 */
export const formInWords = (to: EncodeContext): string | undefined => {
  const { output } = to.request
  if (output === undefined || output.type === "text" || (output.type === "mime" && output.mime !== json))
    return undefined
  note(to, "output-format", placeOf(to.request, "output"))
  const schema = output.type === "json" ? undefined : output.schema
  return schema === undefined ? jsonLine : `${jsonLine} It must fit this schema: ${schema.source.text}`
}

const vendorMembers = ["responseSchema", "responseJsonSchema"] as const
