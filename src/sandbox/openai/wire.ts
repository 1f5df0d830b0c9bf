import type { FieldKind } from "../field.ts"

/** Top-level members of a chat completion request; null is absent everywhere. */
export const createFields: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ["model", "string"],
  ["messages", "array"],
  ["audio", "object"],
  ["frequency_penalty", "number"],
  ["function_call", "string or object"],
  ["functions", "array"],
  ["logit_bias", "object"],
  ["logprobs", "boolean"],
  ["max_completion_tokens", "integer"],
  ["max_tokens", "integer"],
  ["metadata", "object"],
  ["modalities", "array"],
  ["moderation", "object"],
  ["n", "integer"],
  ["parallel_tool_calls", "boolean"],
  ["prediction", "object"],
  ["presence_penalty", "number"],
  ["prompt_cache_key", "string"],
  ["prompt_cache_options", "object"],
  ["prompt_cache_retention", "string"],
  ["reasoning_effort", "string"],
  ["response_format", "object"],
  ["safety_identifier", "string"],
  ["seed", "integer"],
  ["service_tier", "string"],
  ["stop", "string or array"],
  ["store", "boolean"],
  ["stream", "boolean"],
  ["stream_options", "object"],
  ["temperature", "number"],
  ["tool_choice", "string or object"],
  ["tools", "array"],
  ["top_logprobs", "integer"],
  ["top_p", "number"],
  ["user", "string"],
  ["verbosity", "string"],
  ["web_search_options", "object"]
])

/** The roles of messages, and the content parts that each takes. */
export const partsOf: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["developer", new Set(["text"])],
  ["system", new Set(["text"])],
  ["user", new Set(["text", "image_url", "input_audio", "file"])],
  ["assistant", new Set(["text", "refusal"])],
  ["tool", new Set(["text"])],
  ["function", new Set(["text"])]
])

/** Image types that a data URL may have. */
export const imageTypes: ReadonlySet<string> = new Set([
  "image/jpeg",
  "image/jpg",
  "image/png",
  "image/gif",
  "image/webp"
])

/** Parameters that reasoning models take only with their neutral value (undefined: not at all), `resting` apart. */
export const samplingOnReasoning: ReadonlyMap<string, number | undefined> = new Map([
  ["temperature", 1],
  ["top_p", 1],
  ["presence_penalty", 0],
  ["frequency_penalty", 0],
  ["top_logprobs", undefined],
  ["logprobs", undefined],
  ["logit_bias", undefined]
])

/** Those of them that a model takes in any value where it does not reason. */
export const resting: ReadonlySet<string> = new Set(["temperature", "top_p", "logprobs", "top_logprobs"])
