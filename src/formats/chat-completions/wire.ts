/** The name of this format. */
export const id = "chat-completions"

/** Whose bytes and held state the format's own are, where nothing says otherwise. */
export const ownVendor = "openai"

/** Whose the bytes in `extra_content.google` and the members under `extra_body` are. */
export const contentVendor = "google"

const set = (...keys: readonly string[]): ReadonlySet<string> => new Set(keys)

/** Members of a request body that are read; all others are kept unread. */
export const requestKeys = set(
  "model",
  "messages",
  "tools",
  "functions",
  "tool_choice",
  "function_call",
  "parallel_tool_calls",
  "max_completion_tokens",
  "max_tokens",
  "stop",
  "n",
  "temperature",
  "top_p",
  "top_k",
  "seed",
  "presence_penalty",
  "frequency_penalty",
  "logit_bias",
  "logprobs",
  "top_logprobs",
  "reasoning_effort",
  "thinking",
  "enable_thinking",
  "thinking_budget",
  "chat_template_kwargs",
  "generationConfig",
  "extra_body",
  "parameters",
  "verbosity",
  "modalities",
  "audio",
  "prediction",
  "web_search_options",
  "response_format",
  "prompt_cache_key",
  "prompt_cache_options",
  "prompt_cache_retention",
  "service_tier",
  "safety_identifier",
  "user",
  "metadata",
  "stream",
  "stream_options"
)

/** Members that are also taken from `parameters`, where the top level does not have them. */
export const hoistedKeys = set(
  "temperature",
  "top_p",
  "top_k",
  "seed",
  "stop",
  "max_tokens",
  "presence_penalty",
  "frequency_penalty",
  "response_format",
  "enable_thinking",
  "thinking_budget"
)

/** Number members and the fields they are. */
export const numberFields = [
  ["temperature", "temperature"],
  ["top_p", "topP"],
  ["presence_penalty", "presencePenalty"],
  ["frequency_penalty", "frequencyPenalty"]
] as const

/** Integer members and the fields they are. */
export const integerFields = [
  ["n", "candidates"],
  ["top_k", "topK"],
  ["seed", "seed"],
  ["top_logprobs", "topLogprobs"]
] as const

/** Members of objects inside a request. */
export const keys = {
  message: set("role", "content", "name"),
  assistant: set(
    "role",
    "content",
    "name",
    "refusal",
    "audio",
    "tool_calls",
    "function_call",
    "reasoning_content",
    "reasoning",
    "reasoning_details"
  ),
  tool: set("role", "content", "name", "tool_call_id"),
  textPart: set("type", "text", "prompt_cache_breakpoint"),
  refusalPart: set("type", "refusal"),
  imagePart: set("type", "image_url", "prompt_cache_breakpoint"),
  imageUrl: set("url", "detail"),
  audioPart: set("type", "input_audio", "prompt_cache_breakpoint"),
  inputAudio: set("data", "format"),
  filePart: set("type", "file", "prompt_cache_breakpoint"),
  file: set("file_data", "file_id", "filename"),
  videoPart: set("type", "video_url", "prompt_cache_breakpoint"),
  videoUrl: set("url"),
  breakpoint: set("mode", "ttl"),
  call: set("id", "type", "function", "custom", "extra_content", "index"),
  callFunction: set("name", "arguments"),
  callCustom: set("name", "input"),
  signature: set("thought_signature"),
  tool_: set("type", "function"),
  function: set("name", "description", "parameters", "strict"),
  customTool: set("type", "custom"),
  custom: set("name", "description", "format"),
  grammarFormat: set("type", "grammar"),
  grammar: set("definition", "syntax"),
  format: set("type", "json_schema"),
  jsonSchema: set("name", "description", "schema", "strict"),
  audio: set("voice", "format"),
  prediction: set("type", "content"),
  cacheOptions: set("mode", "ttl"),
  native: set("thinking_config", "tools", "cached_content"),
  none: set()
} as const

/** Members of an answer that are read; null and absent are the same in `nullable` ones. */
export const answer = {
  response: set("id", "object", "created", "model", "choices", "usage", "service_tier"),
  choice: set("index", "message", "finish_reason", "logprobs", "usage"),
  message: set(
    "role",
    "content",
    "refusal",
    "annotations",
    "audio",
    "tool_calls",
    "function_call",
    "reasoning_content",
    "reasoning",
    "reasoning_details"
  ),
  chunk: set("id", "object", "created", "model", "choices", "usage", "service_tier", "obfuscation", "x_groq"),
  chunkChoice: set("index", "delta", "finish_reason", "logprobs", "usage"),
  usage: set(
    "prompt_tokens",
    "completion_tokens",
    "total_tokens",
    "prompt_tokens_details",
    "completion_tokens_details",
    "prompt_cache_hit_tokens",
    "prompt_cache_miss_tokens",
    "cached_tokens"
  )
} as const
