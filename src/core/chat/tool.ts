import { isArray, isObject, type Json, type JsonObject, type JsonObjectBuilder, type JsonText } from "../json/json.ts"
import type { ChatNode, VendorId } from "./node.ts"

/** What a tool is, by what it does. */
export type ToolKind =
  | "function"
  | "custom"
  | "web-search"
  | "web-fetch"
  | "code-execution"
  | "shell"
  | "text-editor"
  | "computer"
  | "browser"
  | "memory"
  | "file-search"
  | "maps"
  | "image-generation"
  | "tool-search"
  | "apply-patch"
  | "mcp"
  | "advisor"
  | "other"

/** A tool that a request declares. */
export type ToolDefinition = FunctionTool | CustomTool | VendorTool

/** A function with a JSON schema, answered by the client. */
export interface FunctionTool extends ChatNode {
  readonly type: "function"
  readonly name: string
  readonly description?: string
  readonly input?: ToolSchema
  readonly output?: ToolSchema
  readonly strict?: boolean
  readonly examples?: readonly JsonText[]
  readonly deferred?: boolean
}

/** A tool that takes free text, possibly by a grammar. */
export interface CustomTool extends ChatNode {
  readonly type: "custom"
  readonly name: string
  readonly description?: string
  readonly grammar?: { readonly syntax: string; readonly definition: string }
}

/** A tool that a vendor defines. */
export interface VendorTool extends ChatNode {
  readonly type: "vendor"
  readonly vendor: VendorId
  readonly of: ToolKind
  readonly name?: string
  readonly runBy: "client" | "provider"
  /** The wire's own versioned type. */
  readonly version?: string
  /** Its settings, as an object in the vendor's own spelling. */
  readonly config: JsonText
}

/** A schema, in its source text. */
export interface ToolSchema {
  readonly dialect: "json-schema" | "openapi-3.0"
  readonly source: JsonText
}

/**
 * Whether and which tools must be called. `only`: of those that the client runs these alone may be; `kinds`: of the
 * vendor's own these alone.
 */
export type ToolChoice =
  | {
      readonly mode: "auto" | "none" | "required" | "validated"
      readonly only?: readonly string[]
      readonly kinds?: readonly ToolKind[]
    }
  | { readonly mode: "tool"; readonly of: ToolKind; readonly name: string }

/** Whether a choice among some tools leaves one out. */
export const exclusionBy = (choice: ToolChoice | undefined): ((tool: ToolDefinition) => boolean) => {
  if (choice === undefined || choice.mode === "tool") return () => false
  const only = choice.only && new Set(choice.only)
  const kinds = choice.kinds && new Set(choice.kinds)
  return (tool) => (tool.type === "vendor" ? kinds?.has(tool.of) === false : only?.has(tool.name) === false)
}

/**
 * Whether a request demands that a tool is called. Where none can be, it is refused: each vendor does so.
 *
 * @see https://github.com/anomalyco/opencode/pull/48857 what OpenAI's two APIs say of a choice without tools (2026-09)
 */
export const mustCall = ({ toolChoice }: { readonly toolChoice?: ToolChoice }): boolean =>
  toolChoice?.mode === "tool" || toolChoice?.mode === "required"

const members = ["city", "region", "country", "timezone"]

/** Where the user of a search is, in the members that all vendors have, two of them inside `approximate`. */
export const userLocation = (location: JsonObject): JsonObjectBuilder => {
  const { approximate } = location
  const place = isObject(approximate) ? approximate : location
  return Object.fromEntries(members.flatMap((key) => (typeof place[key] === "string" ? [[key, place[key]]] : [])))
}

/**
 * Whether a setting of a tool names what only its vendor holds or does: a container of code that was used before, or
 * the files and the reach of a new one. How large that is, is a setting like others.
 */
export const namesHeldState = (key: string, value: Json | undefined): boolean => {
  if (key !== "container") return false
  if (!isObject(value)) return typeof value === "string"
  return Object.entries(value).some(
    ([name, it]) => name !== "type" && name !== "memory_limit" && it !== null && !(isArray(it) && it.length === 0)
  )
}
