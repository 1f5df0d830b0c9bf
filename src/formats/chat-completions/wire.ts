import { type JsonPointer, dottedPath } from "../../core/json/pointer.ts"
import type { WireNames, WireError } from "../../core/format.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { decodeFailure, wireError } from "../../core/errors/failure.ts"
import type { JsonTemplate } from "../../core/json/json.ts"
import { openaiErrorMembers, openaiErrorWording, openaiErrorWords } from "../openai/error.ts"

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
    "role content name refusal audio images tool_calls function_call reasoning_content reasoning reasoning_details"
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

/** Whether two plain values that were made alike are equal: of a map it only counts that there is one. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What vendors that speak this format say, and a model that DashScope's key may not use. */
/** How the vendor words its errors. */
export const errorWording = openaiErrorWording(
  id,
  openaiErrorWords,
  [
    ["data_inspection_failed", "ContentBlocked"],
    ["DataInspectionFailed", "ContentBlocked"]
  ],
  ["Model.AccessDenied"]
)

/** The error that an upstream answered with. */
export const decodeError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError =>
  decodeFailure(errorWording, status, headers, body)

/** An error in this format's body: all four members, the pointer as `param`. */
export const encodeError = (error: GatewayError): WireError => wireError(error, errorBody(error))

/** The body of an error, whole answers and stream frames alike. */
export const errorBody = (error: GatewayError): JsonTemplate => ({
  error: openaiErrorMembers(id, openaiErrorWords, error, dottedPath)
})
