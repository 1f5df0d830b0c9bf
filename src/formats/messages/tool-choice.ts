import type { ChatRequest, ToolChoice } from "../../core/chat/chat.ts"
import { type ToolDefinition, mustCall } from "../../core/chat/tool.ts"
import type { ToolKind } from "../../core/chat/node.ts"
import { type JsonObjectBuilder, type MutableDraft, setDefined } from "../../core/json/json.ts"
import { placeOf } from "../../core/notes/note.ts"
import { describedRow, flagRow, requiredText, wordRow } from "../../core/reading/member-row.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { type EncodeContext, encodeToolName, note, noteField } from "./context.ts"
import type { EncodedTools } from "./tools.ts"
import { standInTools } from "./wire.ts"

/** The choices that name no tool, here and on the wire. */
const choiceModes: ReadonlyMap<string, "auto" | "required" | "none"> = new Map([
  ["auto", "auto"],
  ["any", "required"],
  ["none", "none"]
] as const)

/** The members of `tool_choice`, whose name is that of one tool. */
export const choiceMembers = {
  type: describedRow(wordRow(choiceModes), { examples: [...choiceModes.keys(), "tool"] }),
  name: requiredText,
  disable_parallel_tool_use: flagRow
}

/** Reads `tool_choice` into the request; a choice of another type is kept as it is. */
export const decodeToolChoice = (body: ObjectReader, request: MutableDraft<ChatRequest>): void => {
  const choice = body.inside("tool_choice")
  if (choice === undefined) return
  const { reader } = choice
  if (reader.required(choice.object, "type", choice.at, reader.string) === undefined) return
  const single = choiceMembers.disable_parallel_tool_use.read(choice, "disable_parallel_tool_use")
  if (single !== undefined) request.parallelToolCalls = !single
  const mode = choiceMembers.type.read(choice, "type")
  setDefined(request, "toolChoice", mode === undefined ? decodeNamedChoice(choice, request.tools ?? []) : { mode })
}

const decodeNamedChoice = (choice: ObjectReader, tools: readonly ToolDefinition[]): ToolChoice | undefined => {
  if (choice.object["type"] !== "tool") return undefined
  choice.skip("type")
  const name = choiceMembers.name.read(choice, "name")
  return { mode: "tool", of: kindNamed(tools, name), name }
}

const kindNamed = (tools: readonly ToolDefinition[], name: string): ToolKind => {
  const tool = tools.find((it) => it.name === name)
  return tool === undefined ? "function" : tool.type === "vendor" ? tool.of : tool.type
}

/** The tool choice as the wire has it, with the setting for parallel calls on it. */
export const encodeToolChoice = (
  to: EncodeContext,
  { tools, servers, names }: EncodedTools
): JsonObjectBuilder | undefined => {
  const { toolChoice, parallelToolCalls } = to.request
  if (toolChoice === undefined && parallelToolCalls === undefined) return undefined
  const none = tools === undefined && servers === undefined && !(to.own && to.request.tools === undefined)
  if (none) return withoutTools(to, toolChoice)
  const out = toolChoice === undefined ? undefined : encodeChoice(to, toolChoice, names)
  return withParallel(to, out)
}

/** Parallel calls are what happens where nothing is said: only their absence needs a word. */
export const withParallel = (to: EncodeContext, out: JsonObjectBuilder | undefined): JsonObjectBuilder | undefined => {
  const { parallelToolCalls } = to.request
  if (parallelToolCalls === undefined) return out
  const path = placeOf(to.request, "parallelToolCalls")
  if (out?.["type"] === "none") {
    note(to, "idle-setting", path)
    return out
  }
  if (out === undefined) {
    if (parallelToolCalls) return undefined
    note(to, "required-member/choice", path)
    return { type: "auto", disable_parallel_tool_use: true }
  }
  return parallelToolCalls && !to.own ? out : { ...out, disable_parallel_tool_use: !parallelToolCalls }
}

const withoutTools = (to: EncodeContext, choice: ToolChoice | undefined): undefined => {
  const { request } = to
  if (mustCall(request)) noteField(to, "tool-choice-lost", request, "toolChoice")
  else if (choice !== undefined) noteField(to, "idle-setting", request, "toolChoice")
  if (request.parallelToolCalls !== undefined) noteField(to, "idle-setting", request, "parallelToolCalls")
  return undefined
}

const encodeChoice = (to: EncodeContext, choice: ToolChoice, names: ReadonlySet<string>): JsonObjectBuilder => {
  switch (choice.mode) {
    case "auto":
      return { type: "auto" }
    case "none":
      return { type: "none" }
    case "validated":
      noteField(to, "tool-choice/validated", to.request, "toolChoice")
      return { type: "auto" }
    case "required":
      return forcedChoice(to, { type: "any" })
    case "tool": {
      const name = standInTools.get(choice.of)?.name ?? encodeToolName(to, choice.name)
      if (!names.has(name) && !to.own) noteField(to, "tool-choice-lost", to.request, "toolChoice")
      return forcedChoice(to, { type: "tool", name })
    }
  }
}

const forcedChoice = (to: EncodeContext, out: JsonObjectBuilder): JsonObjectBuilder => {
  if (to.target.forcedChoice !== "never") return out
  noteField(to, "tool-choice", to.request, "toolChoice")
  return { type: "auto" }
}

/** Whether a choice on the wire forces a call. */
export const forcesCall = (choice: JsonObjectBuilder | undefined): boolean =>
  choice?.["type"] === "any" || choice?.["type"] === "tool"
