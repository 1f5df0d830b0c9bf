import type { JsonPointer } from "../../core/json/pointer.ts"
import type { WireNames } from "../../core/format.ts"

/** The name of this format. */
export const id = "chat-completions"

/** Whose bytes and held state the format's own are, where nothing says otherwise. */
export const ownVendor = "openai"

/** Whose the bytes in `extra_content.google` and the members under `extra_body` are. */
export const contentVendor = "google"

/** Where the members of the content-style family are written. */
export const nativeAt = ({ native }: WireNames): JsonPointer => `/extra_body/${native[0] ?? "native"}`

/** A set of the words of a text. */
const set = (keys: string): ReadonlySet<string> => new Set(keys.split(" "))

/** Members that are also taken from `parameters`, where the top level does not have them. */
export const hoistedKeys = set(
  "temperature top_p top_k seed stop n max_tokens max_completion_tokens presence_penalty frequency_penalty logit_bias logprobs top_logprobs response_format tools tool_choice parallel_tool_calls thinking reasoning reasoning_effort enable_thinking thinking_budget verbosity modalities user safety_identifier service_tier metadata"
)

/** Members of objects inside a request. */
export const wireKeys = {
  message: set("role content name"),
  assistant: set(
    "role content name refusal audio tool_calls function_call reasoning_content reasoning reasoning_details"
  ),
  tool: set("role content name tool_call_id"),
  native: set("thinking_config tools cached_content")
} as const

/** Members of an answer that are read; null and absent are the same in `nullable` ones. */
export const answerMembers = {
  response: set("id object created model choices usage service_tier citations search_results web_search"),
  choice: set("index message finish_reason logprobs usage"),
  message: set(
    "role content refusal annotations audio images tool_calls function_call reasoning_content reasoning reasoning_details"
  ),
  chunk: set(
    "id object created model choices usage service_tier citations search_results web_search obfuscation x_groq"
  ),
  chunkChoice: set("index delta finish_reason logprobs usage"),
  usage: set(
    "prompt_tokens completion_tokens total_tokens prompt_tokens_details completion_tokens_details prompt_cache_hit_tokens prompt_cache_miss_tokens cached_tokens cache_read_input_tokens cache_creation_input_tokens"
  )
} as const

/** Two spellings that mean the same: the first is read, the second is written. */
interface MemberAlias {
  readonly read: string
  readonly written: string
  /** Where it holds. */
  readonly of: "request" | "response" | "stream"
}

/** All differences, besides the order of members, between a body and what this format writes of it again. */
export const memberAliases: readonly MemberAlias[] = [
  { of: "request", read: "content: [{type: text, text}] of one plain text", written: "content: text" },
  { of: "request", read: "content absent or [] in an assistant message", written: "content: null" },
  { of: "request", read: "stop: text", written: "stop: [text]" },
  { of: "request", read: "tool without type", written: "type: function" },
  { of: "request", read: "tool_choice: any", written: "tool_choice: required" },
  { of: "request", read: "tool_choice: {type: auto | none | required}", written: "tool_choice: text" },
  { of: "request", read: "allowed_tools without mode", written: "mode: auto" },
  { of: "request", read: "image_url: text", written: "image_url: {url}" },
  { of: "request", read: "video_url: text", written: "video_url: {url}" },
  { of: "request", read: "document_url: text", written: "file: {file_data}" },
  { of: "request", read: "input_audio: text", written: "input_audio: {data}" },
  { of: "request", read: "tool_calls: [] of a message", written: "absent" },
  { of: "request", read: "tool_calls[].index", written: "absent" },
  { of: "response", read: "arguments: {…}", written: "arguments: text" },
  { of: "request", read: "parameters.X of a known X", written: "X" },
  { of: "request", read: "extra_body.<any native name>", written: "extra_body.<the first native name>" },
  {
    of: "request",
    read: "<native name>.{tools, cached_content} on the top level",
    written: "extra_body.<native name>"
  },
  {
    of: "request",
    read: "<native name>.tool_config.function_calling_config",
    written: "tool_choice"
  },
  { of: "request", read: "<native name>.{imageConfig, safetySettings}", written: "image_config, safety_settings" },
  { of: "request", read: "image_config.<members in camel case>", written: "in snake case" },
  { of: "request", read: "several tools in one item of extra_body.<native>.tools", written: "one tool an item" },
  { of: "request", read: "json_schema without schema", written: "schema: {}" },
  { of: "request", read: "schema beside type: json_object | json_schema", written: "json_schema: {schema}" },
  { of: "request", read: "json_schema without name", written: "name: answer" },
  { of: "request", read: "prediction.content: [one plain text]", written: "content: text" },
  { of: "request", read: "prompt_cache_breakpoint.mode", written: "mode: explicit" },
  { of: "request", read: "…_thinking_to_content", written: "absent" },
  { of: "request", read: "enable_thinking: true without stream", written: "enable_thinking: false" },
  { of: "response", read: "refusal, logprobs absent", written: "null" },
  { of: "response", read: "annotations: [], tool_calls: []", written: "absent" },
  { of: "response", read: "reasoning", written: "reasoning_content" },
  { of: "response", read: "content: [{type: text, text}]", written: "content: text" },
  { of: "response", read: 'arguments: ""', written: "arguments: {}" },
  {
    of: "response",
    read: "prompt_cache_hit_tokens, cached_tokens, cache_read_input_tokens",
    written: "prompt_tokens_details.cached_tokens"
  },
  { of: "response", read: "cache_creation_input_tokens", written: "prompt_tokens_details.cache_write_tokens" },
  { of: "response", read: "choices[].usage", written: "usage" },
  { of: "response", read: "completion_tokens without reasoning", written: "completion_tokens with it" },
  { of: "stream", read: "tool_calls[] without index", written: "index" },
  { of: "stream", read: 'content: ""', written: "absent" }
]

/** Whether two plain values that were made alike are equal: of a map it only counts that there is one. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
