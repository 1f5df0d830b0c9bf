import type { FieldKind } from "../../field.ts"

/** Top-level members of a request of the Responses API; null is absent everywhere. */
export const createFields: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ["model", "string"],
  ["input", "string or array"],
  ["background", "boolean"],
  ["client_metadata", "object"],
  ["context_management", "array"],
  ["conversation", "string or object"],
  ["include", "array"],
  ["instructions", "string"],
  ["max_output_tokens", "integer"],
  ["max_tool_calls", "integer"],
  ["metadata", "object"],
  ["moderation", "object"],
  ["parallel_tool_calls", "boolean"],
  ["previous_response_id", "string"],
  ["prompt", "object"],
  ["prompt_cache_key", "string"],
  ["prompt_cache_options", "object"],
  ["prompt_cache_retention", "string"],
  ["reasoning", "object"],
  ["safety_identifier", "string"],
  ["service_tier", "string"],
  ["store", "boolean"],
  ["stream", "boolean"],
  ["stream_options", "object"],
  ["temperature", "number"],
  ["text", "object"],
  ["tool_choice", "string or object"],
  ["tools", "array"],
  ["top_logprobs", "integer"],
  ["top_p", "number"],
  ["truncation", "string"],
  ["user", "string"]
])

/** What ids of items that the vendor gave begin with, by the item's type. */
export const idPrefixes: ReadonlyMap<string, string> = new Map([
  ["message", "msg"],
  ["reasoning", "rs"],
  ["function_call", "fc"],
  ["custom_tool_call", "ctc"],
  ["web_search_call", "ws"],
  ["compaction", "cmp"]
])

/** The types of items that the model says, message apart: one of the assistant's. */
export const modelItems: ReadonlySet<string> = new Set([
  "reasoning",
  "function_call",
  "custom_tool_call",
  "web_search_call",
  "compaction"
])

/** The types of items that answer a call, by the type of the call. */
export const outputOf: ReadonlyMap<string, string> = new Map([
  ["function_call", "function_call_output"],
  ["custom_tool_call", "custom_tool_call_output"]
])

/** The content parts of what the assistant said, and of all others. */
export const spokenParts: ReadonlySet<string> = new Set(["output_text", "refusal"])
export const givenParts: ReadonlySet<string> = new Set(["input_text", "input_image", "input_file", "input_audio"])

/** Tools that the vendor runs, and those that clients do. */
export const toolTypes: ReadonlySet<string> = new Set([
  "function",
  "custom",
  "namespace",
  "tool_search",
  "web_search",
  "web_search_preview",
  "file_search",
  "code_interpreter",
  "image_generation",
  "mcp",
  "shell",
  "local_shell",
  "apply_patch",
  "computer",
  "computer_use_preview",
  "programmatic_tool_calling"
])

/** Members that models take only where they do not reason. */
export const sampling = ["temperature", "top_p"] as const
