import { member, search, searchNames, spelling } from "../../formats/generate-content/wire.ts"
import { isArray, isObject, type JsonObject } from "../../core/json/json.ts"
import { childPointer } from "../../core/json/pointer.ts"
import type { WireNames } from "../../core/format.ts"
import { fitMix } from "./mix.ts"
import type { ToolMix } from "./models.ts"
import type { Edits } from "./rules.ts"
import { type Element, toolsIn } from "./tools.ts"

/**
 * A function by one of the search's names is the vendor's search; it is declared once, and cannot be forced. The
 * vendor's own tools beside functions are said, or left out, as the model has it.
 */
export const fitTools = (editing: Edits, body: JsonObject, names: WireNames, mix: ToolMix | undefined): void => {
  const tools = toolsIn(body, names)
  const hasFunctions = tools.some(({ functions }) => functions.length > 0)
  const isLeftOut = fitMix(editing, body, tools, hasFunctions ? mix : undefined)
  if (!tools.some(({ searches }) => searches.length > 0)) return
  if (!isLeftOut) putSearch(editing, body, tools)
  fitChoice(editing, body, searchNames(names), hasFunctions)
}

/** Puts the vendor's search in the place of functions by its names. */
const putSearch = (editing: Edits, body: JsonObject, tools: readonly Element[]): void => {
  let stands = tools.some(({ searching }) => searching)
  for (const { at, functions, searches, size } of tools) {
    if (searches.length === 0) continue
    if (functions.length === 0 && size === 1) {
      editing.change(at, stands ? undefined : { [search]: {} })
      stands = true
    } else for (const each of searches) editing.change(each.at)
    for (const { at: place, parameters } of searches) {
      editing.note(place, "search")
      if (parameters !== undefined) editing.note(parameters, "search-parameters")
    }
  }
  const all = member(body, "tools")
  if (stands) return
  if (isArray(all)) editing.change(childPointer("/tools", all.length), { [search]: {} })
  else editing.change(childPointer("/tools", search), {})
}

/** A choice among functions, without the search. */
const fitChoice = (editing: Edits, body: JsonObject, names: ReadonlySet<string>, rest: boolean): void => {
  const config = member(body, "toolConfig")
  const calling = isObject(config) ? member(config, "functionCallingConfig") : undefined
  if (!isObject(config) || !isObject(calling)) return
  const at = childPointer(childPointer("", spelling(body, "toolConfig")), spelling(config, "functionCallingConfig"))
  const allowed = member(calling, "allowedFunctionNames")
  const left = isArray(allowed) ? allowed.filter((name) => typeof name !== "string" || !names.has(name)) : undefined
  if (!rest || left?.length === 0) {
    editing.change(at)
    if (calling["mode"] !== "AUTO") editing.note(at, "search-choice")
  } else if (isArray(allowed) && left !== undefined && left.length < allowed.length) {
    const place = childPointer(at, spelling(calling, "allowedFunctionNames"))
    editing.change(place, left)
    editing.note(place, "search-choice")
  }
}
