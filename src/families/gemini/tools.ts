import {
  camelCase,
  memberKey,
  memberOf,
  searchNames,
  searchTool,
  vendorTools
} from "../../formats/generate-content/wire.ts"
import { isArray, isObject, type JsonObject, type Json } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { WireNames } from "../../core/format.ts"
import type { ToolMix, Edits } from "./models.ts"
import { eachObject } from "../../core/reading/issue-reader.ts"

/**
 * A function by one of the search's names is the vendor's search; it is declared once, and cannot be forced. The
 * vendor's own tools beside functions are said, or left out, as the model has it.
 */
export const fitTools = (editor: Edits, body: JsonObject, names: WireNames, mix: ToolMix | undefined): void => {
  const tools = toolsIn(body, names)
  const hasFunctions = tools.some(({ functions }) => functions.length > 0)
  const isLeftOut = fitMix(editor, body, tools, hasFunctions ? mix : undefined)
  if (!tools.some(({ searches }) => searches.length > 0)) return
  if (!isLeftOut) putSearch(editor, body, tools)
  fitChoice(editor, body, searchNames(names), hasFunctions)
}

/** Puts the vendor's search in the place of functions by its names. */
const putSearch = (editor: Edits, body: JsonObject, tools: readonly ToolElement[]): void => {
  let stands = tools.some(({ searching }) => searching)
  for (const { at, functions, searches, size } of tools) {
    if (searches.length === 0) continue
    if (functions.length === 0 && size === 1) {
      editor.change(at, stands ? undefined : { [searchTool]: {} })
      stands = true
    } else for (const each of searches) editor.change(each.at)
    for (const { at: place, parameters } of searches) {
      editor.note(place, "search")
      if (parameters !== undefined) editor.note(parameters, "search-parameters")
    }
  }
  const all = memberOf(body, "tools")
  if (stands) return
  if (isArray(all)) editor.change(childPointer("/tools", all.length), { [searchTool]: {} })
  else editor.change(childPointer("/tools", searchTool), {})
}

/** A choice among functions, without the search. */
const fitChoice = (editor: Edits, body: JsonObject, names: ReadonlySet<string>, rest: boolean): void => {
  const config = memberOf(body, "toolConfig")
  const calling = isObject(config) ? memberOf(config, "functionCallingConfig") : undefined
  if (!isObject(config) || !isObject(calling)) return
  const at = childPointer(childPointer("", memberKey(body, "toolConfig")), memberKey(config, "functionCallingConfig"))
  const allowed = memberOf(calling, "allowedFunctionNames")
  const left = isArray(allowed) ? allowed.filter((name) => typeof name !== "string" || !names.has(name)) : undefined
  if (!rest || left?.length === 0) {
    editor.change(at)
    if (calling["mode"] !== "AUTO") editor.note(at, "search-choice")
  } else if (isArray(allowed) && left !== undefined && left.length < allowed.length) {
    const place = childPointer(at, memberKey(calling, "allowedFunctionNames"))
    editor.change(place, left)
    editor.note(place, "search-choice")
  }
}

/**
 * The vendor's own tools beside functions: from 3 on the API wants to be told that its own are called, too, and checks
 * every call against its schema; before, a model takes one kind, and the functions stay. `mix` is undefined where there
 * are no functions, or nothing is known of the model. Whether the vendor's own tools are left out.
 *
 * @see https://ai.google.dev/gemini-api/docs/tool-combination (read 2026-11)
 * @see https://github.com/cloudwego/eino-ext/issues/761 the refusal's words; the API of Vertex does not know the member
 */
const fitMix = (editor: Edits, body: JsonObject, tools: readonly ToolElement[], mix: ToolMix | undefined): boolean => {
  if (mix === undefined || !tools.some(({ builtIns, searches }) => builtIns.length + searches.length > 0)) return false
  if (mix === "said") sayToolMix(editor, body)
  else for (const tool of tools) leaveOut(editor, tool)
  return mix === "refused"
}

/** The member that says that the vendor's own tools are called beside functions. */
const saying = "includeServerSideToolInvocations"

const sayToolMix = (editor: Edits, body: JsonObject): void => {
  const config = memberOf(body, "toolConfig")
  const at = childPointer("", memberKey(body, "toolConfig"))
  if (!isObject(config)) return editor.set(at, { [saying]: true }, "tool-mix-said", "/tools")
  const key = memberKey(config, saying)
  if ((config[key] ?? null) === null) editor.set(childPointer(at, key), true, "tool-mix-said", "/tools")
  const calling = memberOf(config, "functionCallingConfig")
  if (!isObject(calling) || calling["mode"] !== "AUTO") return
  editor.set(
    childPointer(childPointer(at, memberKey(config, "functionCallingConfig")), "mode"),
    "VALIDATED",
    "tool-mix-mode"
  )
}

const leaveOut = (editor: Edits, { at, functions, searches, builtIns }: ToolElement): void => {
  const left = [...searches.map((each) => each.at), ...builtIns]
  for (const place of left) editor.note(place, "tool-mix")
  if (functions.length > 0) for (const place of left) editor.change(place)
  else if (left.length > 0) editor.change(at)
}

/** A declared function, and where it stands. */
interface DeclaredFunction {
  readonly name: Json | undefined
  readonly at: JsonPointer
  /** Where its parameters stand; undefined where it has none. */
  readonly parameters: JsonPointer | undefined
}

/** An element of `tools`: its functions, those that mean the vendor's search apart, and the vendor's own tools. */
interface ToolElement {
  readonly at: JsonPointer
  readonly functions: readonly DeclaredFunction[]
  readonly searches: readonly DeclaredFunction[]
  /** Where the vendor's own tools stand. */
  readonly builtIns: readonly JsonPointer[]
  /** Whether the vendor's search is among those, under any of its names. */
  readonly searching: boolean
  /** How many members it has. */
  readonly size: number
}

/** The tools of a body. */
const toolsIn = (body: JsonObject, wireNames: WireNames): readonly ToolElement[] => {
  const names = searchNames(wireNames)
  const tools: ToolElement[] = []
  eachObject(body, memberKey(body, "tools"), "", (tool, at) => tools.push(elementOf(tool, at, names)))
  return tools
}

const elementOf = (tool: JsonObject, at: JsonPointer, names: ReadonlySet<string>): ToolElement => {
  const declared = declaredIn(tool, at)
  const isSearch = ({ name }: DeclaredFunction): boolean => typeof name === "string" && names.has(name)
  const keys = Object.keys(tool)
  const builtIns = keys.filter((key) => vendorTools.has(camelCase(key)) || names.has(camelCase(key)))
  return {
    at,
    functions: declared.filter((each) => !isSearch(each)),
    searches: declared.filter(isSearch),
    builtIns: builtIns.map((key) => childPointer(at, key)),
    searching: builtIns.some((key) => names.has(camelCase(key))),
    size: keys.length
  }
}

const declaredIn = (tool: JsonObject, at: JsonPointer): readonly DeclaredFunction[] => {
  const key = memberKey(tool, "functionDeclarations")
  const declared = memberOf(tool, "functionDeclarations")
  const list = childPointer(at, key)
  const items = isArray(declared) ? declared : isObject(declared) ? [declared] : []
  return items.map((item, index) => {
    const place = isArray(declared) ? childPointer(list, index) : list
    if (!isObject(item)) return { name: undefined, at: place, parameters: undefined }
    const named = ["parameters", "parametersJsonSchema"].map((name) => memberKey(item, name))
    const parameters = named.find((name) => hasParameters(item[name]))
    return {
      name: item["name"],
      at: place,
      parameters: parameters === undefined ? undefined : childPointer(place, parameters)
    }
  })
}

const hasParameters = (schema: Json | undefined): boolean => {
  if (!isObject(schema)) return false
  const properties = memberOf(schema, "properties")
  return isObject(properties) && Object.keys(properties).length > 0
}
