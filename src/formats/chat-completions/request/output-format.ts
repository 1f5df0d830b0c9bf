import type { OutputFormat } from "../../../words/chat.ts"
import { type JsonObject, JsonText, type Tree } from "../../../words/json.ts"
import { below, type Pointer } from "../../../words/pointer.ts"
import type { Reader } from "../../../words/reader.ts"
import type { Draft } from "../draft.ts"
import { innerOf, type Texts } from "../native.ts"
import { keys } from "../wire.ts"

/** What was read of `response_format`, and what of it is not known. */
export interface ReadOutput {
  readonly output: OutputFormat | undefined
  readonly inner: Texts | undefined
}

type JsonSchemaOutput = Extract<OutputFormat, { readonly type: "json-schema" }>

/** `response_format`. A type that is not known gives none. */
export const readOutput = (reader: Reader, body: JsonObject, at: Pointer): ReadOutput => {
  const format = reader.object(body, "response_format", at)
  if (format === undefined) return { output: undefined, inner: undefined }
  const path = below(at, "response_format")
  const inner = innerOf(undefined, format, keys.format, "/response_format")
  switch (reader.required(format, "type", path, reader.string)) {
    case "text":
      return { output: { type: "text" }, inner }
    case "json_object":
      return { output: { type: "json" }, inner }
    case "json_schema": {
      const body = reader.required(format, "json_schema", path, reader.object)
      if (body === undefined) return { output: undefined, inner }
      const unread = innerOf(inner, body, keys.jsonSchema, "/response_format/json_schema")
      return { output: readSchema(reader, body, below(path, "json_schema")), inner: unread }
    }
    default:
      return { output: undefined, inner }
  }
}

const readSchema = (reader: Reader, body: JsonObject, at: Pointer): OutputFormat => {
  const schema = reader.object(body, "schema", at)
  const source = schema === undefined ? JsonText.source("{}") : JsonText.of(schema)
  const output: Draft<JsonSchemaOutput> = { type: "json-schema", schema: { dialect: "json-schema", source } }
  const name = reader.string(body, "name", at)
  if (name !== undefined) output.name = name
  const description = reader.string(body, "description", at)
  if (description !== undefined) output.description = description
  const strict = reader.boolean(body, "strict", at)
  if (strict !== undefined) output.strict = strict
  return output
}

/** `response_format` of an output format; undefined where it has no place. */
export const writeOutput = (output: OutputFormat): { [key: string]: Tree } | undefined => {
  switch (output.type) {
    case "text":
      return { type: "text" }
    case "json":
      return { type: "json_object" }
    case "json-schema": {
      const { name, description, schema, strict } = output
      return {
        type: "json_schema",
        json_schema: { name: name ?? "answer", description, schema: schema.source.printable, strict }
      }
    }
    case "mime":
      if (output.schema !== undefined) {
        return { type: "json_schema", json_schema: { name: "answer", schema: output.schema.source.printable } }
      }
      return output.mime === "application/json"
        ? { type: "json_object" }
        : output.mime === "text/plain"
          ? { type: "text" }
          : undefined
  }
}
