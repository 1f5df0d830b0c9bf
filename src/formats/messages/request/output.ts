import type { OutputFormat, Schema } from "../../../words/chat.ts"
import type { Undo } from "../../../words/format.ts"
import type { Tree } from "../../../words/json.ts"
import { closed } from "./closed.ts"
import { placeInside, placeOf } from "../../../words/leftover.ts"
import type { Out } from "../../../words/out.ts"
import { isObjectSchema, type Tools } from "./tools.ts"
import { note } from "../noting.ts"
import { type Writing } from "./writing.ts"

/** How the form of the answer is asked for: by a schema, by a tool that stands in for it, or by a line of the prompt. */
export interface Form {
  readonly format?: Out
  readonly tool?: Out
  readonly undo?: NonNullable<Undo["output"]>
  readonly line?: string
}

/** The tool that stands in for a schema. */
const toolName = "json"

const jsonLine = "Answer with one JSON object and nothing else: no other text, and no code fence around it."

/** How a request's wish for a form of its answer is said to its target. */
export const askForm = (to: Writing, tools: Tools): Form => {
  const { output } = to.request
  if (output === undefined || output.type === "text") return {}
  switch (output.type) {
    case "json":
      return inWords(to)
    case "json-schema":
      return bySchema(to, output, tools)
    case "mime":
      return byMime(to, output, tools)
  }
}

const at = (to: Writing): string => placeOf(to.request, "output")

const inWords = (to: Writing): Form => {
  note(to, "output-json", at(to))
  return { line: jsonLine }
}

const byMime = (to: Writing, output: Extract<OutputFormat, { type: "mime" }>, tools: Tools): Form => {
  if (output.mime === "text/plain") return {}
  if (output.mime !== "application/json") {
    note(to, "unsupported", at(to))
    return {}
  }
  return output.schema === undefined ? inWords(to) : bySchema(to, { type: "json-schema", schema: output.schema }, tools)
}

const bySchema = (to: Writing, output: Extract<OutputFormat, { type: "json-schema" }>, tools: Tools): Form => {
  for (const key of ["name", "description", "strict"] as const) {
    if (output[key] !== undefined) note(to, "output-name", placeInside(to.request, "output", key))
  }
  if (output.schema.dialect !== "json-schema") note(to, "schema-dialect", at(to))
  if (to.target.schemas !== false) return { format: { type: "json_schema", schema: closedOut(to, output.schema) } }
  if ((tools.tools !== undefined && tools.tools.length > 0) || to.target.forcedChoice === "never") {
    note(to, "output-refused", at(to))
    return {}
  }
  note(to, "output-tool", at(to))
  return byTool(output.schema, output.description)
}

/** A schema as its vendor takes it for an answer; this format's own stay as they came. */
const closedOut = (to: Writing, { source }: Schema): Tree => {
  if (to.own) return source.printable
  const { schema, changed } = closed(source)
  if (changed) note(to, "output-closed", at(to))
  return schema
}

const byTool = (schema: Schema, description: string | undefined): Form => {
  const wrapped = !isObjectSchema(schema)
  const input: Tree = wrapped
    ? { type: "object", properties: { value: schema.source }, required: ["value"] }
    : schema.source
  return {
    tool: { name: toolName, description: description ?? "Gives the answer.", input_schema: input },
    undo: { tool: toolName, wrapped }
  }
}
