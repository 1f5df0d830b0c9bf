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

/**
 * Spellings that decode alike, and the one that is written. The laws read this list: nothing else may change. The role of
 * an answer's content, and of the system instruction elsewhere, is read over.
 */
export const aliases: readonly { readonly read: string; readonly written: string; readonly why: string }[] = [
  { read: "inline_data, generation_config …", written: "inlineData, generationConfig …", why: "the vendor reads both" },
  { read: "functionDeclarations side by side", written: "one element with all of them", why: "they are one list" },
  { read: "an element with several tools", written: "an element for each", why: "the vendor reads them alike" },
  { read: "webSearch", written: "googleSearch", why: "the endpoint tables' own word" },
  { read: "explicit nulls beside a tool, and in answers", written: "nothing", why: "null is absent" },
  { read: "functionCall.args absent", written: "args: {}", why: "a call without input" },
  { read: "functionResponse.response absent", written: "response: {}", why: "a result without an answer" },
  { read: 'unsigned texts of ""', written: "nothing", why: "they say nothing" },
  { read: "a signature alone", written: 'text: "" beside it', why: "it signs no text" },
  { read: "thought: false", written: "nothing", why: "text is no thought" },
  {
    read: "parts, contents, tools, functionDeclarations: {…} of one item",
    written: "[{…}]",
    why: "the vendor reads a lone item as a list of one"
  },
  { read: "the number of a finish reason", written: "its word", why: "the vendor says either, as it is asked" },
  { read: "role absent or empty", written: "role absent", why: "both are the user's" },
  {
    read: "contents of one role side by side, without unknown members",
    written: "one content",
    why: "they are one turn"
  },
  {
    read: "results behind other parts, or out of order",
    written: "results first, in the order of their calls",
    why: "the vendor wants them so"
  },
  {
    read: "responseSchema without responseMimeType",
    written: "responseMimeType: application/json",
    why: "a schema is of JSON"
  },
  { read: "_responseJsonSchema", written: "responseJsonSchema", why: "its name in the vendor's older SDKs" },
  { read: "words of thinkingLevel and of a mode in small letters", written: "capitals", why: "the vendor reads both" },
  { read: "generationConfig: {}, toolConfig: {}", written: "nothing", why: "they say nothing" },
  { read: "candidatesTokenCount absent beside a total", written: "the count", why: "a zero may be left out" },
  { read: "totalTokenCount", written: "the sum of the counts", why: "it is computed" },
  { read: "order of members", written: "the encoder's order", why: "members have no order" }
]
