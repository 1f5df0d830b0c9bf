import type { CustomTool, FunctionTool, ToolDefinition, ToolChoice, VendorTool } from "../../../core/chat/chat.ts"
import { isObject, JsonText } from "../../../core/json/json.ts"
import { toolsAtEnd } from "../../../core/chat/turns.ts"
import { wireNames } from "../../../core/format.ts"
import { consumed } from "../native.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { finish, note, noteField } from "../rules.ts"
import { search, searchNames, standIns } from "../wire.ts"
import { schemaOut } from "./schema-out.ts"
import { inputMembers, modeWords, outputMembers } from "./tools.ts"
import { nameOut, type Writing } from "./writing.ts"

/** Writes tools and the choice among them into the body. */
export const putTools = (to: Writing, out: JsonObjectBuilder): void => {
  const elements: JsonObjectBuilder[] = []
  const names = new Set<string>()
  let functions: JsonObjectBuilder[] | undefined
  for (const tool of toolsAtEnd(to.request) ?? []) {
    if (isLeftOut(to, tool)) continue
    if (tool.type === "vendor") {
      const element = vendorOut(to, tool)
      if (element === undefined) continue
      elements.push(element)
      functions = undefined
    } else {
      const declared = tool.type === "function" ? functionOut(to, tool) : customOut(to, tool)
      names.add(tool.name)
      if (functions === undefined) elements.push({ functionDeclarations: (functions = []) })
      functions.push(declared)
    }
  }
  if (elements.length > 0 || (to.request.tools?.length === 0 && to.own)) out["tools"] = elements
  putChoice(to, out, names)
}

/** Tools that the choice excludes: those it does not name, and the vendor's own where nothing may be called. */
const isLeftOut = (to: Writing, tool: ToolDefinition): boolean => {
  const choice = to.request.toolChoice
  if (to.own || choice === undefined) return false
  if (tool.type === "vendor") {
    if (choice.mode === "none") note(to, "tool-none", tool.at)
    return choice.mode === "none"
  }
  if (choice.mode !== "auto" || choice.only === undefined || choice.only.includes(tool.name)) return false
  note(to, "only", tool.at)
  return true
}

const functionOut = (to: Writing, tool: FunctionTool): JsonObjectBuilder => {
  const out: JsonObjectBuilder = { name: nameOut(to, tool.name), description: tool.description }
  putSchema(to, out, tool, "input", inputMembers)
  putSchema(to, out, tool, "output", outputMembers)
  if (tool.strict !== undefined) {
    if (tool.strict) noteField(to, "strict", tool, "strict")
    else noteField(to, "tool-setting", tool, "strict")
  }
  if (tool.examples !== undefined) noteField(to, "tool-setting", tool, "examples")
  if (tool.deferred !== undefined) noteField(to, "tool-setting", tool, "deferred")
  return finish(to, out, tool)
}

const putSchema = (
  to: Writing,
  out: JsonObjectBuilder,
  tool: FunctionTool,
  field: "input" | "output",
  members: readonly [string, string]
): void => {
  const schema = tool[field]
  if (schema === undefined) return
  const kept = consumed(tool, members[0])
  if (kept !== undefined) {
    out[members[0]] = kept
    return
  }
  const { member, value } = schemaOut(to, schema, tool, field, members)
  out[member] = value
}

/** A tool that takes free text, as a function with one string member. */
const customOut = (to: Writing, tool: CustomTool): JsonObjectBuilder => {
  const name = nameOut(to, tool.name)
  to.customTools.push(name)
  if (tool.grammar !== undefined) noteField(to, "grammar", tool, "grammar")
  const parametersJsonSchema = { type: "object", properties: { input: { type: "string" } }, required: ["input"] }
  return finish(to, { name, description: tool.description, parametersJsonSchema }, tool)
}

const vendorOut = (to: Writing, tool: VendorTool): JsonObjectBuilder | undefined => {
  if (tool.vendor === to.vendor && tool.name !== undefined) {
    if (tool.version !== undefined) noteField(to, "tool-setting", tool, "version")
    const name = searchNames(to.target.names ?? wireNames).has(tool.name) ? search : tool.name
    return finish(to, { [name]: tool.config }, tool)
  }
  const member = tool.runBy === "provider" ? standIns.get(tool.of) : undefined
  if (member === undefined) {
    note(to, "tool-kind", tool.at)
    return undefined
  }
  note(to, "tool-approximated", tool.at)
  return finish(to, { [member]: member === search ? searchOut(to, tool) : {} }, tool)
}

/** The settings of another vendor's search that this one has: the domains to leave out. */
const searchOut = (to: Writing, tool: VendorTool): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  const config = tool.config.object ?? {}
  for (const key of Object.keys(config)) {
    if (key === "blocked_domains" && Array.isArray(config[key])) out["excludeDomains"] = JsonText.member(config, key)
    else if (config[key] !== null && !(isObject(config[key]) && Object.keys(config[key]).length === 0)) {
      noteField(to, "tool-setting", tool, key)
    }
  }
  return out
}

const putChoice = (to: Writing, out: JsonObjectBuilder, names: ReadonlySet<string>): void => {
  const { toolChoice, parallelToolCalls } = to.request
  if (parallelToolCalls !== undefined) {
    noteField(to, parallelToolCalls ? "parallel-on" : "parallel", to.request, "parallelToolCalls")
  }
  if (toolChoice === undefined) return
  if (names.size === 0 && !to.own) return withoutTools(to, toolChoice)
  const calling = choiceOut(to, toolChoice, names)
  if (calling !== undefined) out["toolConfig"] = { functionCallingConfig: calling }
}

/** Without functions there is nothing to choose; what had to be called cannot be. */
const withoutTools = (to: Writing, { mode }: ToolChoice): void => {
  const forced = (mode === "tool" || mode === "required") && (to.request.tools?.length ?? 0) > 0
  noteField(to, forced ? "tool-choice-gone" : "tool-choice", to.request, "toolChoice")
}

const choiceOut = (to: Writing, choice: ToolChoice, names: ReadonlySet<string>): JsonObjectBuilder | undefined => {
  if (choice.mode === "tool") {
    if (!names.has(choice.name) && !to.own) noteField(to, "tool-choice-gone", to.request, "toolChoice")
    if (choice.of !== "function" && !to.own) noteField(to, "only-one", to.request, "toolChoice")
    return { mode: "ANY", allowedFunctionNames: [nameOut(to, choice.name)] }
  }
  if (choice.only?.length === 1 && choice.mode === "required") noteField(to, "only-one", to.request, "toolChoice")
  const only = choice.mode === "auto" && !to.own ? undefined : choice.only
  return { mode: modeWords.get(choice.mode), allowedFunctionNames: only?.map((name) => nameOut(to, name)) }
}
