import type { ToolKind } from "../../words/chat.ts"

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

/** Members of each object that are read; all others are kept as they are. */
export const known = {
  request: new Set([
    "model",
    "messages",
    "max_tokens",
    "system",
    "tools",
    "tool_choice",
    "thinking",
    "output_config",
    "output_format",
    "temperature",
    "top_p",
    "top_k",
    "stop_sequences",
    "stream",
    "metadata",
    "service_tier",
    "cache_control",
    "container",
    "mcp_servers",
    "thread"
  ]),
  message: new Set(["role", "content"]),
  text: new Set(["type", "text", "citations", "cache_control"]),
  image: new Set(["type", "source", "cache_control"]),
  document: new Set(["type", "source", "title", "context", "citations", "cache_control"]),
  base64: new Set(["type", "media_type", "data"]),
  url: new Set(["type", "url"]),
  file: new Set(["type", "file_id"]),
  content: new Set(["type", "content"]),
  enabled: new Set(["enabled"]),
  searchResult: new Set(["type", "source", "title", "content", "citations", "cache_control"]),
  thinking: new Set(["type", "thinking", "signature"]),
  redacted: new Set(["type", "data"]),
  toolUse: new Set(["type", "id", "name", "input", "caller", "toolset_name", "cache_control"]),
  mcpToolUse: new Set(["type", "id", "name", "input", "server_name", "cache_control"]),
  toolResult: new Set(["type", "tool_use_id", "content", "is_error", "cache_control"]),
  compaction: new Set(["type", "content", "encrypted_content", "signature", "cache_control"]),
  toolChange: new Set(["type", "tool", "cache_control"]),
  cacheControl: new Set(["type", "ttl"]),
  customTool: new Set([
    "type",
    "name",
    "description",
    "input_schema",
    "strict",
    "defer_loading",
    "input_examples",
    "cache_control"
  ]),
  toolChoice: new Set(["type", "name", "disable_parallel_tool_use"]),
  thinkingConfig: new Set(["type", "budget_tokens", "display"]),
  outputConfig: new Set(["effort", "format"]),
  outputFormat: new Set(["type", "schema"]),
  metadata: new Set(["user_id"]),
  response: new Set([
    "id",
    "type",
    "role",
    "model",
    "content",
    "stop_reason",
    "stop_sequence",
    "stop_details",
    "container",
    "usage"
  ]),
  stopDetails: new Set(["type", "category", "explanation"]),
  usage: new Set([
    "input_tokens",
    "output_tokens",
    "cache_read_input_tokens",
    "cache_creation_input_tokens",
    "cache_creation",
    "output_tokens_details",
    "server_tool_use",
    "service_tier"
  ])
} as const

/** Blocks that hold what a tool of the vendor's own answered, and which tool that is. */
export const providerResults: ReadonlyMap<string, ToolKind> = new Map<string, ToolKind>([
  ["web_search_tool_result", "web-search"],
  ["web_fetch_tool_result", "web-fetch"],
  ["code_execution_tool_result", "code-execution"],
  ["bash_code_execution_tool_result", "code-execution"],
  ["text_editor_code_execution_tool_result", "code-execution"],
  ["tool_search_tool_result", "tool-search"],
  ["advisor_tool_result", "advisor"],
  ["mcp_tool_result", "mcp"]
])

/** The vendor's own tools by the beginning of their versioned type, longest first: what they are, and who runs them. */
const vendorTools: readonly (readonly [string, ToolKind, "client" | "provider"])[] = [
  ["web_search", "web-search", "provider"],
  ["web_fetch", "web-fetch", "provider"],
  ["code_execution", "code-execution", "provider"],
  ["tool_search_tool", "tool-search", "provider"],
  ["advisor", "advisor", "provider"],
  ["mcp_toolset", "mcp", "provider"],
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

/** What a call of one of the vendor's own tools is, by the tool's name in the call. */
export const calledTool = (name: string): ToolKind => {
  if (name === "bash_code_execution" || name === "text_editor_code_execution") return "code-execution"
  return toolOf(name).of
}
