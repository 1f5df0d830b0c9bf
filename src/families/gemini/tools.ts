import { camel, member, searchNames, spelling, vendorTools } from "../../formats/generate-content/wire.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { eachObject } from "../../core/reading/wire-objects.ts"
import type { WireNames } from "../../core/format.ts"

/** A declared function, and where it stands. */
export interface Declared {
  readonly name: Json | undefined
  readonly at: JsonPointer
  /** Where its parameters stand; undefined where it has none. */
  readonly parameters: JsonPointer | undefined
}

/** An element of `tools`: its functions, those that mean the vendor's search apart, and the vendor's own tools. */
export interface Element {
  readonly at: JsonPointer
  readonly functions: readonly Declared[]
  readonly searches: readonly Declared[]
  /** Where the vendor's own tools stand. */
  readonly builtIns: readonly JsonPointer[]
  /** Whether the vendor's search is among those, under any of its names. */
  readonly searching: boolean
  /** How many members it has. */
  readonly size: number
}

/** The tools of a body. */
export const toolsIn = (body: JsonObject, wireNames: WireNames): readonly Element[] => {
  const names = searchNames(wireNames)
  const tools: Element[] = []
  eachObject(body, spelling(body, "tools"), "", (tool, at) => tools.push(elementOf(tool, at, names)))
  return tools
}

const elementOf = (tool: JsonObject, at: JsonPointer, names: ReadonlySet<string>): Element => {
  const declared = declaredIn(tool, at)
  const isSearch = ({ name }: Declared): boolean => typeof name === "string" && names.has(name)
  const keys = Object.keys(tool)
  const builtIns = keys.filter((key) => vendorTools.has(camel(key)) || names.has(camel(key)))
  return {
    at,
    functions: declared.filter((each) => !isSearch(each)),
    searches: declared.filter(isSearch),
    builtIns: builtIns.map((key) => childPointer(at, key)),
    searching: builtIns.some((key) => names.has(camel(key))),
    size: keys.length
  }
}

const declaredIn = (tool: JsonObject, at: JsonPointer): readonly Declared[] => {
  const key = spelling(tool, "functionDeclarations")
  const declared = member(tool, "functionDeclarations")
  const list = childPointer(at, key)
  const items = isArray(declared) ? declared : isObject(declared) ? [declared] : []
  return items.map((item, index) => {
    const place = isArray(declared) ? childPointer(list, index) : list
    if (!isObject(item)) return { name: undefined, at: place, parameters: undefined }
    const named = ["parameters", "parametersJsonSchema"].map((name) => spelling(item, name))
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
  const properties = member(schema, "properties")
  return isObject(properties) && Object.keys(properties).length > 0
}
