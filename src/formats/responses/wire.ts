import { answerStem } from "../../core/chat/call-id.ts"
import { textDigest } from "../../core/chat/envelope.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { decodeFailure, wireError } from "../../core/errors/failure.ts"
import type { WireError } from "../../core/format.ts"
import type { JsonObjectBuilder } from "../../core/json/json.ts"
import { type JsonPointer, pointerTokens } from "../../core/json/pointer.ts"
import { type ErrorWords, openaiErrorMembers, openaiErrorWording, openaiErrorWords } from "../openai/error.ts"

/** The name of this format. */
export const id = "responses"

/** Whose bytes and held state the format's own are, where nothing says otherwise. */
export const ownVendor = "openai"

/** A set of the words of a text. */
const set = (keys: string): ReadonlySet<string> => new Set(keys.split(" "))

/** Members of an answer that are read; all others are kept. */
export const answerMembers = {
  response: "object status error incomplete_details output usage".split(" ")
} as const

/** Members of an answer that repeat its request, or say how it was made. */
export const echoedMembers: readonly string[] =
  "background billing completed_at content_filters conversation frequency_penalty instructions max_output_tokens max_tool_calls metadata moderation output_text parallel_tool_calls presence_penalty previous_response_id prompt prompt_cache_key prompt_cache_options prompt_cache_retention reasoning safety_identifier store temperature text tool_choice tool_usage tools top_logprobs top_p truncation user".split(
    " "
  )

/** Members of items that say nothing of a conversation: whose they are, and how far they were written. */
export const bookkeeping: ReadonlySet<string> = set(
  "id status phase internal_chat_message_metadata_passthrough created_by"
)

/** How the id of each type of item begins. */
const prefixes: Readonly<Record<string, string>> = {
  message: "msg",
  reasoning: "rs",
  function_call: "fc",
  custom_tool_call: "ctc",
  tool_search_call: "tsc",
  web_search_call: "ws",
  image_generation_call: "ig",
  file_search_call: "fs",
  code_interpreter_call: "ci",
  mcp_call: "mcp",
  mcp_list_tools: "mcpl",
  compaction: "cmp"
}

/** The id of an item that its upstream gave none: of the answer's id and its place in the output. */
export const itemId = (type: string, answer: string, index: number): string =>
  `${prefixes[type] ?? "item"}_${answerStem(answer)}_${index}`

/** An id that no item has anywhere, for one whose own may be another's: the same one for the same. */
export const nobodysId = (type: string, named: string): string => `${prefixes[type] ?? "item"}_${textDigest(named)}`

/** What asks for thoughts as bytes that their vendor alone reads, so that they can be given back where it keeps none. */
export const sealedThoughts = "reasoning.encrypted_content"

/** What asks for log probabilities. */
export const textLogprobs = "message.output_text.logprobs"

/**
 * What an answer may be asked to hold besides.
 *
 * @see https://github.com/openai/openai-node `ResponseIncludable` of openai 7.55.0 (read 2026-11)
 */
export const includable: readonly string[] = [
  "file_search_call.results",
  "web_search_call.results",
  "web_search_call.action.sources",
  "message.input_image.image_url",
  "computer_call_output.output.image_url",
  "code_interpreter_call.outputs",
  sealedThoughts,
  textLogprobs
]

/**
 * Codex goes by `rate_limit_exceeded`, `insufficient_quota`, `server_is_overloaded`, `invalid_prompt` and
 * `context_length_exceeded` (@openai/codex 0.169, run in November 2026).
 */
const words: ErrorWords = {
  ...openaiErrorWords,
  ContentBlocked: ["invalid_request_error", "invalid_prompt"],
  Overloaded: ["server_error", "server_is_overloaded"]
}

/** How the vendor words its errors. */
export const errorWording = openaiErrorWording(
  id,
  words,
  [
    ["context_length_exceeded", "InvalidRequest"],
    ["content_policy_violation", "ContentBlocked"],
    ["slow_down", "Overloaded"]
  ],
  []
)

/** The error that an upstream answered with. */
export const decodeError = (status: number, headers: Readonly<Record<string, string>>, body: string): GatewayError =>
  decodeFailure(errorWording, status, headers, body)

/** An error in this format's body: all four members, the pointer as `param`. */
export const encodeError = (error: GatewayError): WireError => wireError(error, { error: errorMembers(error) })

/** The members of an error: in a body, and in the frame of a stream. */
export const errorMembers = (error: GatewayError): JsonObjectBuilder =>
  openaiErrorMembers(id, words, error, bracketedPath)

/** The error of an answer that failed on the way: a code and words, which say how long to wait where that is known. */
export const failedMembers = (error: GatewayError): JsonObjectBuilder => {
  const { code } = errorMembers(error)
  const { retryAfter } = error.details
  const waits = retryAfter === undefined ? "" : ` Please try again in ${retryAfter}s.`
  return { code: code ?? "server_error", message: `${error.message}${waits}` }
}

/** A pointer as OpenAI writes it: `input[0].content`. */
const bracketedPath = (pointer: JsonPointer): string =>
  pointerTokens(pointer)
    .map((token, index) => (/^\d+$/.test(token) ? `[${token}]` : index === 0 ? token : `.${token}`))
    .join("")
