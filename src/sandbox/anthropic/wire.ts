import type { FieldKind } from "../field.ts"

/** Top-level members of a message request; null is taken where the vendor takes it. */
export const createFields: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ["model", "string"],
  ["messages", "array"],
  ["max_tokens", "integer"],
  ["system", "string or array"],
  ["stop_sequences", "array"],
  ["stream", "boolean"],
  ["temperature", "number"],
  ["top_p", "number"],
  ["top_k", "integer"],
  ["tools", "array"],
  ["tool_choice", "object"],
  ["thinking", "object"],
  ["output_config", "object"],
  ["cache_control", "object"],
  ["metadata", "object"],
  ["service_tier", "string"],
  ["container", "any"],
  ["inference_geo", "string"],
  ["speed", "string"],
  ["diagnostics", "object"],
  ["mcp_servers", "array"],
  ["context_management", "object"],
  ["thread", "object"]
])

/** Members that only writing an answer needs: counting refuses them. */
export const answerOnly: ReadonlySet<string> = new Set([
  "max_tokens",
  "stop_sequences",
  "stream",
  "temperature",
  "top_p",
  "top_k",
  "metadata",
  "service_tier",
  "container",
  "inference_geo",
  "diagnostics"
])

/** Content blocks and the members of each; kinds without members are echoed back and not looked into. */
export const blockFields: ReadonlyMap<string, ReadonlySet<string> | undefined> = new Map<
  string,
  ReadonlySet<string> | undefined
>([
  ["text", new Set(["type", "text", "cache_control", "citations"])],
  ["image", new Set(["type", "source", "cache_control", "transformations"])],
  ["document", new Set(["type", "source", "cache_control", "citations", "context", "title"])],
  ["search_result", new Set(["type", "content", "source", "title", "cache_control", "citations"])],
  ["thinking", new Set(["type", "thinking", "signature"])],
  ["redacted_thinking", new Set(["type", "data"])],
  ["tool_use", new Set(["type", "id", "name", "input", "cache_control", "caller", "toolset_name"])],
  ["tool_result", new Set(["type", "tool_use_id", "content", "is_error", "cache_control", "toolset_name"])],
  ["server_tool_use", undefined],
  ["web_search_tool_result", undefined],
  ["web_fetch_tool_result", undefined],
  ["code_execution_tool_result", undefined],
  ["bash_code_execution_tool_result", undefined],
  ["text_editor_code_execution_tool_result", undefined],
  ["tool_search_tool_result", undefined],
  ["container_upload", undefined],
  ["mcp_tool_use", undefined],
  ["mcp_tool_result", undefined],
  ["compaction", undefined]
])

/** The blocks that a tool result may hold. */
export const resultKinds: ReadonlySet<string> = new Set([
  "text",
  "image",
  "document",
  "search_result",
  "tool_reference",
  "browser_state"
])

/** Members of a client tool. */
export const toolFields: ReadonlySet<string> = new Set([
  "type",
  "name",
  "description",
  "input_schema",
  "strict",
  "cache_control",
  "defer_loading",
  "input_examples",
  "eager_input_streaming",
  "allowed_callers"
])

/** Image types of a base64 source. */
export const imageTypes: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"])

/** The API version from which sampling parameters are refused on every model. */
export const samplingRefusedFrom = "2026-10-21"
