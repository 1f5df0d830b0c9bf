import type { OutputFormat, ToolSchema } from "../../../core/chat/chat.ts"
import type { ReplyContext } from "../../../core/format.ts"
import type { JsonTemplate } from "../../../core/json/json.ts"
import { isOff, isOnlyHidden } from "../../../core/chat/thinking.ts"
import { type Closed, closed } from "./closed.ts"
import { placeInside, placeOf } from "../../../core/notes/note-writer.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { firstOf, noteTold } from "./places.ts"
import { isObjectSchema, type Tools } from "./tools.ts"
import { note } from "../noting.ts"
import { forcesWhileThinking } from "./thinking.ts"
import { type Writing } from "./writing.ts"

/** How the form of the answer is asked for: by a schema, by a tool that stands in for it, or by a line of the prompt. */
export interface Form {
  readonly format?: JsonObjectBuilder
  readonly tool?: JsonObjectBuilder
  /** The choice that makes the model call the tool, or one of the client's. */
  readonly choice?: JsonObjectBuilder
  readonly undo?: NonNullable<ReplyContext["output"]>
  readonly line?: string
}

/** The name of the tool that stands in for a schema, longer where a tool of the client's has it. */
const toolName = ({ names }: Tools): string => {
  let name = "json"
  while (names.has(name)) name += "_"
  return name
}

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
  const { mode } = to.request.toolChoice ?? { mode: "auto" }
  const isIdle = (mode === "required" || mode === "tool") && (to.request.tools?.length ?? 0) > 0
  if (to.target.schemas !== false) {
    const taken = to.own ? asItIs(output.schema) : closed(output.schema.source)
    if (taken.opened.length === 0 || isIdle || !mayForce(to)) {
      noteClosed(to, taken)
      noteTold(to, taken, at(to))
      return { format: { type: "json_schema", schema: taken.schema } }
    }
  }
  if (to.target.forcedChoice === "never") {
    note(to, "output-refused", at(to))
    return {}
  }
  if (isIdle) {
    note(to, "output-idle", at(to))
    return {}
  }
  note(to, "output-tool", at(to))
  const callable = (tools.tools?.length ?? 0) > 0 || tools.servers !== undefined
  return byTool(output, toolName(tools), callable && mode !== "none")
}

/** A schema of this format's own stays as it came. */
const asItIs = ({ source }: ToolSchema): Closed => ({ schema: source.printable, changed: false, opened: [], told: [] })

/** Whether a call can be forced without that thinking which was asked for is lost. */
const mayForce = (to: Writing): boolean => {
  const { thinking } = to.request
  if (to.target.forcedChoice === "never") return false
  return thinking === undefined || isOff(thinking) || isOnlyHidden(thinking) || forcesWhileThinking(to)
}

const noteClosed = (to: Writing, { changed, opened }: Closed): void => {
  if (!changed) return
  const detail = `Objects take no other members, which the schema allows at ${firstOf(opened)}.`
  note(to, "output-closed", at(to), opened.length === 0 ? undefined : detail)
}

/** The tool that must be called; `mayCall`: it, or one of the client's, after which the client asks again. */
const byTool = (
  { schema, description }: Extract<OutputFormat, { type: "json-schema" }>,
  name: string,
  mayCall: boolean
): Form => {
  const wrapped = !isObjectSchema(schema)
  const input: JsonTemplate = wrapped
    ? { type: "object", properties: { value: schema.source }, required: ["value"] }
    : schema.source
  return {
    tool: { name, description: description ?? "Gives the answer.", input_schema: input },
    choice: mayCall ? { type: "any" } : { type: "tool", name },
    undo: { tool: name, wrapped }
  }
}
