import { member, search, searchNames, spelling } from "../../formats/generate-content/wire.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../words/json/json.ts"
import { below, type Pointer } from "../../words/json/pointer.ts"
import type { WireNames } from "../../words/wire-names.ts"
import type { Edits } from "./rules.ts"

/** A declared function, and where it stands. */
interface Declared {
  readonly name: Json | undefined
  readonly at: Pointer
  readonly parameters: Pointer | undefined
}

/** A function by one of the search's names is the vendor's search; it is declared once, and cannot be forced. */
export const fitSearch = (editing: Edits, body: JsonObject, wireNames: WireNames): void => {
  const tools = member(body, "tools")
  if (!isArray(tools)) return
  const at = below("", "tools")
  const names = searchNames(wireNames)
  const isSearch = ({ name }: Declared): boolean => typeof name === "string" && names.has(name)
  let functions = 0
  let stands = tools.some(
    (tool) => isObject(tool) && [...names].some((name) => Object.hasOwn(tool, spelling(tool, name)))
  )
  const found = tools.flatMap((tool, index) => {
    const declared = declaredIn(tool, below(at, index))
    const searches = declared.filter(isSearch)
    functions += declared.length - searches.length
    if (searches.length === 0) return []
    if (searches.length === declared.length && isAlone(tool)) {
      editing.change(below(at, index), stands ? undefined : { [search]: {} })
      stands = true
    } else for (const each of searches) editing.change(each.at)
    return searches
  })
  if (found.length === 0) return
  if (!stands) editing.change(below(at, tools.length), { [search]: {} })
  for (const { at: place, parameters } of found) {
    editing.note(place, "search")
    if (parameters !== undefined) editing.note(parameters, "search-parameters")
  }
  fitChoice(editing, body, names, functions > 0)
}

const declaredIn = (tool: Json, at: Pointer): readonly Declared[] => {
  if (!isObject(tool)) return []
  const key = spelling(tool, "functionDeclarations")
  const declared = member(tool, "functionDeclarations")
  if (!isArray(declared)) return []
  return declared.map((item, index) => {
    const place = below(below(at, key), index)
    if (!isObject(item)) return { name: undefined, at: place, parameters: undefined }
    const named = ["parameters", "parametersJsonSchema"].map((name) => spelling(item, name))
    const parameters = named.find((name) => Object.hasOwn(item, name) && item[name] !== null)
    return {
      name: item["name"],
      at: place,
      parameters: parameters === undefined ? undefined : below(place, parameters)
    }
  })
}

/** Whether a tool says its functions and nothing else. */
const isAlone = (tool: Json): boolean => isObject(tool) && Object.keys(tool).length === 1

/** A choice among functions, without the search. */
const fitChoice = (editing: Edits, body: JsonObject, names: ReadonlySet<string>, rest: boolean): void => {
  const config = member(body, "toolConfig")
  const calling = isObject(config) ? member(config, "functionCallingConfig") : undefined
  if (!isObject(config) || !isObject(calling)) return
  const at = below(below("", spelling(body, "toolConfig")), spelling(config, "functionCallingConfig"))
  const allowed = member(calling, "allowedFunctionNames")
  const left = isArray(allowed) ? allowed.filter((name) => typeof name !== "string" || !names.has(name)) : undefined
  if (!rest || left?.length === 0) {
    editing.change(at)
    if (calling["mode"] !== "AUTO") editing.note(at, "search-choice")
  } else if (isArray(allowed) && left !== undefined && left.length < allowed.length) {
    const place = below(at, spelling(calling, "allowedFunctionNames"))
    editing.change(place, left)
    editing.note(place, "search-choice")
  }
}
