import type { ToolKind } from "../../core/chat/chat.ts"

/** The format's name. */
export const id = "messages"

/** The vendor whose opaque bytes and held state a body of this format holds, where nothing says otherwise. */
export const ownVendor = "anthropic"

/** What names of tools and ids of calls must look like here. */
export const nameLength = 128
export const idLength = 512

/** The most cache marks that one request may have. */
export const maxMarks = 4

/** The smallest budget that the endpoint takes: more than 1024 tokens. */
export const minBudget = 1025

/** `max_tokens` where neither the client nor the target says one. */
export const defaultMaxTokens = 8192

/** Image types that the endpoint takes as bytes. */
export const imageTypes: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"])

/** The vendor's own tools by the beginning of their versioned type, longest first: what they are, and who runs them. */
const vendorTools: readonly (readonly [string, ToolKind, "client" | "provider"])[] = [
  ["web_search", "web-search", "provider"],
  ["web_fetch", "web-fetch", "provider"],
  ["code_execution", "code-execution", "provider"],
  ["tool_search", "tool-search", "provider"],
  ["advisor", "advisor", "provider"],
  ["mcp", "mcp", "provider"],
  ["bash", "shell", "client"],
  ["text_editor", "text-editor", "client"],
  ["computer", "computer", "client"],
  ["browser", "browser", "client"],
  ["memory", "memory", "client"]
]

/** What a versioned tool type such as `web_search_20250305` means. Unknown ones are taken for the vendor's to run. */
export const toolOf = (type: string): { readonly of: ToolKind; readonly runBy: "client" | "provider" } => {
  for (const [prefix, of, runBy] of vendorTools) if (type.startsWith(prefix)) return { of, runBy }
  return { of: "other", runBy: "provider" }
}

/** What the vendor's own tool is whose name a call, or the kind of a block of its results, begins with. */
export const toolNamed = (name: string): ToolKind =>
  toolOf(name.replace(/^(?:bash|text_editor)_(?=code_execution)/, "")).of
