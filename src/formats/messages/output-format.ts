import { mustCall } from "../../core/chat/tool.ts"
import type { ChatRequest, OutputFormat, ToolSchema } from "../../core/chat/chat.ts"
import { isOff, isOnlyHidden } from "../../core/chat/thinking.ts"
import type { ReplyContext } from "../../core/format.ts"
import { type JsonObjectBuilder, type MutableDraft, type JsonTemplate, JsonText } from "../../core/json/json.ts"
import { placeInside, placeOf } from "../../core/notes/note.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { type EncodeContext, note } from "./context.ts"
import { type ClosedSchema, closeSchema, firstPlaces, noteBounds, encodeProperties } from "./schema.ts"
import { forcesWhileThinking } from "./thinking.ts"
import type { EncodedTools } from "./tools.ts"

/** How the form of the answer is asked for: by a schema, by a tool that stands in for it, or by a line of the prompt. */
export interface EncodedOutputFormat {
  readonly format?: JsonObjectBuilder
  readonly tool?: JsonObjectBuilder
  /** The choice that makes the model call the tool, or one of the client's. */
  readonly choice?: JsonObjectBuilder
  readonly reply?: NonNullable<ReplyContext["output"]>
  readonly line?: string
}

/** A format of another type is kept as it is. */
export const decodeOutputFormat = (format: ObjectReader, request: MutableDraft<ChatRequest>): void => {
  if (format.object["type"] !== "json_schema") return
  format.skip("type")
  if (format.required("schema", format.reader.object) === undefined) return
  request.output = {
    type: "json-schema",
    schema: { dialect: "json-schema", source: JsonText.member(format.object, "schema") }
  }
}

/** The name of the tool that stands in for a schema, longer where a tool of the client's has it. */
const toolName = ({ names }: EncodedTools): string => {
  let name = "json"
  while (names.has(name)) name += "_"
  return name
}

const jsonLine = "Answer with one JSON object and nothing else: no other text, and no code fence around it."

/** How a request's wish for a form of its answer is said to its target. */
export const encodeOutputFormat = (to: EncodeContext, tools: EncodedTools): EncodedOutputFormat => {
  const { output } = to.request
  if (output === undefined || output.type === "text") return {}
  switch (output.type) {
    case "json":
      return encodeInWords(to)
    case "json-schema":
      return encodeBySchema(to, output, tools)
    case "mime":
      return encodeByMime(to, output, tools)
  }
}

const at = (to: EncodeContext): string => placeOf(to.request, "output")

const encodeInWords = (to: EncodeContext): EncodedOutputFormat => {
  note(to, "output-format", at(to))
  return { line: jsonLine }
}

const encodeByMime = (
  to: EncodeContext,
  output: Extract<OutputFormat, { type: "mime" }>,
  tools: EncodedTools
): EncodedOutputFormat => {
  if (output.mime === "text/plain") return {}
  if (output.mime !== "application/json") {
    note(to, "unsupported", at(to))
    return {}
  }
  return output.schema === undefined
    ? encodeInWords(to)
    : encodeBySchema(to, { type: "json-schema", schema: output.schema }, tools)
}

const encodeBySchema = (
  to: EncodeContext,
  output: Extract<OutputFormat, { type: "json-schema" }>,
  tools: EncodedTools
): EncodedOutputFormat => {
  for (const key of ["name", "description", "strict"] as const) {
    if (output[key] !== undefined) note(to, "bookkeeping", placeInside(to.request, "output", key))
  }
  if (output.schema.dialect !== "json-schema") note(to, "schema/dialect", at(to))
  const isIdle = mustCall(to.request)
  if (to.target.schemas !== false) {
    const taken = to.own ? asItIs(output.schema) : closeSchema(output.schema.source)
    if (taken.opened.length === 0 || isIdle || !mayForce(to)) {
      noteClosed(to, taken)
      noteBounds(to, taken, at(to))
      return { format: { type: "json_schema", schema: taken.schema } }
    }
  }
  if (to.target.forcedChoice === "never") {
    note(to, "answer-form/schema", at(to))
    return {}
  }
  if (isIdle) {
    note(to, "overridden/output", at(to))
    return {}
  }
  note(to, "output-format/tool", at(to))
  const callable = (tools.tools?.length ?? 0) > 0 || tools.servers !== undefined
  return encodeByTool(to, output, toolName(tools), callable && to.request.toolChoice?.mode !== "none")
}

/** A schema of this format's own stays as it came. */
const asItIs = ({ source }: ToolSchema): ClosedSchema => ({
  schema: source.printable,
  changed: false,
  opened: [],
  described: []
})

/** Whether a call can be forced without that thinking which was asked for is lost. */
const mayForce = (to: EncodeContext): boolean => {
  const { thinking } = to.request
  if (to.target.forcedChoice === "never") return false
  return thinking === undefined || isOff(thinking) || isOnlyHidden(thinking) || forcesWhileThinking(to)
}

const noteClosed = (to: EncodeContext, { changed, opened }: ClosedSchema): void => {
  if (!changed) return
  const detail = `Objects of the schema were closed, which it leaves open at ${firstPlaces(opened)}.`
  note(to, "schema/closed", at(to), opened.length === 0 ? undefined : detail)
}

/** The tool that must be called; `mayCall`: it, or one of the client's, after which the client asks again. */
const encodeByTool = (
  to: EncodeContext,
  { schema, description }: Extract<OutputFormat, { type: "json-schema" }>,
  name: string,
  mayCall: boolean
): EncodedOutputFormat => {
  const wrapped = !isObjectSchema(schema)
  const input: JsonTemplate = wrapped
    ? { type: "object", properties: { value: schema.source }, required: ["value"] }
    : encodeProperties(to, name, schema.source)
  return {
    tool: { name, description: description ?? "Gives the answer.", input_schema: input },
    choice: mayCall ? { type: "any" } : { type: "tool", name },
    reply: { tool: name, wrapped }
  }
}

/** Whether a schema's root is an object's. */
const isObjectSchema = (schema: ToolSchema): boolean => schema.source.object?.["type"] === "object"
