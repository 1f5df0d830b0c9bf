import { textDigest } from "../../core/chat/envelope.ts"
import type { ChatMessage, ContentPart, ToolKind } from "../../core/chat/chat.ts"
import { isArray, isObject, type Json } from "../../core/json/json.ts"
import { consumed } from "./context.ts"

/** A tool's name, within its namespace where it has one. */
export const qualifiedName = (name: string, namespace: string | undefined): string =>
  namespace === undefined ? name : `${namespace}__${name}`

/**
 * The one name by which other formats know a tool: its own, or `namespace__name`, with a digest of both behind it where
 * another tool is called so already. The same for the same tools in the same order, whatever the turn.
 */
export class ToolNames {
  /** The tool that has each name, as a key of its namespace and its name. */
  #tools: Map<string, string> | undefined
  /** The name of each tool that has a namespace, by its key. */
  #names: Map<string, string> | undefined

  /** The tools of a list that have no namespace, which keep their names whatever others are called. */
  keep(tools: Json | undefined): void {
    if (!isArray(tools)) return
    this.#tools ??= new Map()
    for (const tool of tools) {
      const { type, name } = isObject(tool) ? tool : {}
      if ((type === "function" || type === "custom") && typeof name === "string") this.#tools.set(name, "")
    }
  }

  /** The name of a tool, or of calls of one. */
  of(name: string, namespace: string | undefined): string {
    if (namespace === undefined) return name
    const key = JSON.stringify([namespace, name])
    this.#names ??= new Map()
    const known = this.#names.get(key)
    if (known !== undefined) return known
    this.#tools ??= new Map()
    const named = free(this.#tools, qualifiedName(name, namespace), textDigest(key).slice(0, 6))
    this.#tools.set(named, key)
    this.#names.set(key, named)
    return named
  }
}

const free = (tools: ReadonlyMap<string, string>, name: string, digest: string): string => {
  let found = tools.has(name) ? `${name}_${digest}` : name
  while (tools.has(found)) found += "_"
  return found
}

/** A conversation whose calls have the names of their tools. */
export const nameCalls = (messages: readonly ChatMessage[], names: ToolNames): readonly ChatMessage[] =>
  messages.some(({ parts }) => parts.some(isNamespaced))
    ? messages.map((message) => ({ ...message, parts: message.parts.map((part) => named(part, names)) }))
    : messages

const isNamespaced = (part: ContentPart): boolean => part.type === "tool-call" && namespaced(part) !== undefined

const named = (part: ContentPart, names: ToolNames): ContentPart => {
  const tool = part.type === "tool-call" ? namespaced(part) : undefined
  if (part.type !== "tool-call" || tool === undefined) return part
  return { ...part, name: names.of(tool.name, tool.namespace) }
}

/** The namespace of a call's tool and its name in there, where the call said so in this format. */
export const namespaced = (
  call: Pick<ContentPart, "native">
): { readonly name: string; readonly namespace: string } | undefined => {
  const [name, namespace] = [consumed(call, "name")?.value, consumed(call, "namespace")?.value]
  return typeof name === "string" && typeof namespace === "string" ? { name, namespace } : undefined
}

/** What the vendor's own tools are, by their type; a type may go on with a date or a version. */
export const vendorTools: readonly (readonly [type: string, kind: ToolKind])[] = [
  ["web_search", "web-search"],
  ["file_search", "file-search"],
  ["code_interpreter", "code-execution"],
  ["image_generation", "image-generation"],
  ["mcp", "mcp"],
  ["shell", "shell"],
  ["local_shell", "shell"],
  ["apply_patch", "apply-patch"],
  ["computer", "computer"],
  ["tool_search", "tool-search"]
]

/** What the vendor's tool of a type is. */
export const kindOfType = (type: string): ToolKind =>
  vendorTools.find(([known]) => type === known || type.startsWith(`${known}_`))?.[1] ?? "other"

/** The type of the vendor's tool that is of a kind. */
export const typeOfKind = (kind: ToolKind): string => vendorTools.find(([, of]) => of === kind)?.[0] ?? kind
