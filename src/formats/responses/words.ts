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
