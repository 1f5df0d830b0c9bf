import { camel, member, searchNames, spelling, vendorTools } from "../../formats/generate-content/wire.ts"
import { isArray, isObject, type Json } from "../../words/json/json.ts"
import type { JsonObject } from "../../words/json/json.ts"
import { below, type Pointer } from "../../words/json/pointer.ts"
import type { WireNames } from "../../words/wire-names.ts"

/** A declared function, and where it stands. */
export interface Declared {
  readonly name: Json | undefined
  readonly at: Pointer
  /** Where its parameters stand; undefined where it has none. */
  readonly parameters: Pointer | undefined
}

/** An element of `tools`: its functions, those that mean the vendor's search apart, and the vendor's own tools. */
export interface Element {
  readonly at: Pointer
  readonly functions: readonly Declared[]
  readonly searches: readonly Declared[]
  /** Where the vendor's own tools stand. */
  readonly builtIns: readonly Pointer[]
  /** Whether the vendor's search is among those, under any of its names. */
  readonly searching: boolean
  /** How many members it has. */
  readonly size: number
}

/** The tools of a body. */
export const toolsIn = (body: JsonObject, wireNames: WireNames): readonly Element[] => {
  const tools = member(body, "tools")
  const names = searchNames(wireNames)
  if (!isArray(tools)) return []
  return tools.flatMap((tool, index) => (isObject(tool) ? [elementOf(tool, below("/tools", index), names)] : []))
}

const elementOf = (tool: JsonObject, at: Pointer, names: ReadonlySet<string>): Element => {
  const declared = declaredIn(tool, at)
  const isSearch = ({ name }: Declared): boolean => typeof name === "string" && names.has(name)
  const keys = Object.keys(tool)
  const builtIns = keys.filter((key) => vendorTools.has(camel(key)) || names.has(camel(key)))
  return {
    at,
    functions: declared.filter((each) => !isSearch(each)),
    searches: declared.filter(isSearch),
    builtIns: builtIns.map((key) => below(at, key)),
    searching: builtIns.some((key) => names.has(camel(key))),
    size: keys.length
  }
}

const declaredIn = (tool: JsonObject, at: Pointer): readonly Declared[] => {
  const key = spelling(tool, "functionDeclarations")
  const declared = member(tool, "functionDeclarations")
  if (!isArray(declared)) return []
  return declared.map((item, index) => {
    const place = below(below(at, key), index)
    if (!isObject(item)) return { name: undefined, at: place, parameters: undefined }
    const named = ["parameters", "parametersJsonSchema"].map((name) => spelling(item, name))
    const parameters = named.find((name) => hasParameters(item[name]))
    return {
      name: item["name"],
      at: place,
      parameters: parameters === undefined ? undefined : below(place, parameters)
    }
  })
}

const hasParameters = (schema: Json | undefined): boolean => {
  if (!isObject(schema)) return false
  const properties = member(schema, "properties")
  return isObject(properties) && Object.keys(properties).length > 0
}
