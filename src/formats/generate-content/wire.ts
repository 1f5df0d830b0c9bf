import type { ToolKind } from "../../core/chat/chat.ts"
import type { Json, JsonObject } from "../../core/json/json.ts"
import type { WireNames } from "../../core/format.ts"

/** The format's name. */
export const id = "generate-content"

/** The vendor whose signatures and held state a body of this format holds, where nothing says otherwise. */
export const ownVendor = "google"

/** What names of functions must look like here; the length is that of the older models. */
export const toolNames = { pattern: /^[A-Za-z_][A-Za-z0-9_.:-]*$/, length: 63 }

/** The most stop sequences that one request may have. */
export const maxStops = 5

/** What the vendor documents for the place of a signature in a history that was made elsewhere. */
export const signatureBypass = "skip_thought_signature_validator"

/** The vendor's own tool that searches. */
export const searchTool = "googleSearch"

/** The names that mean it: its own, and those that a deployment has for it. */
export const searchNames = ({ webSearch }: WireNames): ReadonlySet<string> => new Set([searchTool, ...webSearch])

/** The vendor's own tools by their member: what each does. Any other member of a tool is one of its own, too. */
export const vendorTools: ReadonlyMap<string, ToolKind> = new Map<string, ToolKind>([
  [searchTool, "web-search"],
  ["googleSearchRetrieval", "web-search"],
  ["enterpriseWebSearch", "web-search"],
  ["exaAiSearch", "web-search"],
  ["parallelAiSearch", "web-search"],
  ["urlContext", "web-fetch"],
  ["codeExecution", "code-execution"],
  ["googleMaps", "maps"],
  ["fileSearch", "file-search"],
  ["retrieval", "file-search"],
  ["computerUse", "computer"],
  ["mcpServers", "mcp"]
])

/** The member that stands in for another vendor's tool of a kind. */
export const standInTools: ReadonlyMap<ToolKind, string> = new Map<ToolKind, string>([
  ["web-search", searchTool],
  ["web-fetch", "urlContext"],
  ["code-execution", "codeExecution"]
])

/** A member's name in the spelling with capitals: the API reads `inline_data` as `inlineData`. One in front stays. */
export const camelCase = (name: string): string =>
  name.includes("_") ? name.replace(/(?!^)_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) : name

const snakeCased = new Map<string, string>()

/** A name of this format's own in its other spelling. */
export const snakeCase = (name: string): string => {
  const known = snakeCased.get(name)
  if (known !== undefined) return known
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  snakeCased.set(name, snake)
  return snake
}

/** The name of a member in an object's own spelling; with capitals where the object has neither. */
export const memberKey = (object: JsonObject, name: string): string => {
  if (Object.hasOwn(object, name)) return name
  const snake = snakeCase(name)
  return Object.hasOwn(object, snake) ? snake : name
}

/** A member of an object in either spelling. */
export const memberOf = (object: JsonObject, name: string): Json | undefined => {
  const key = memberKey(object, name)
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** The id of a model that a body names, with or without its collection. */
export const modelIn = (resource: string): string => resource.replace(/^(?:publishers\/google\/)?models\//, "")
