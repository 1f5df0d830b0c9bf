/** Leaves whose absence changes nothing, and why. One that begins to say something fails the law until it is taken out. */
interface Silence {
  readonly format: string
  readonly kind: "request" | "response" | "stream"
  /** `read`: already the decoder reads over it; else the formats that write nothing of it. */
  readonly where: readonly string[]
  readonly why: string
  /** Pointers, with a star for each index. */
  readonly leaves: readonly string[]
}

const silences: readonly Silence[] = [
  {
    format: "chat-completions",
    kind: "request",
    where: ["read"],
    why: "what is said is what would be meant without it",
    leaves: [
      "/messages/*/content/*/prompt_cache_breakpoint/mode",
      "/messages/*/tool_calls/*/type",
      "/prediction/type",
      "/stream_options/include_obfuscation",
      "/tool_choice/allowed_tools/mode",
      "/tool_choice/allowed_tools/tools/*/type",
      "/tools/*/type"
    ]
  },
  {
    format: "chat-completions",
    kind: "request",
    where: ["messages"],
    why: "the tool's own type is object in any case, and a call's arguments are an object",
    leaves: ["/functions/*/parameters/type", "/messages/*/function_call/arguments", "/tools/*/function/parameters/type"]
  },
  {
    format: "chat-completions",
    kind: "response",
    where: ["read"],
    why: "it says what every answer says, or what its place says",
    leaves: [
      "/choices/*/index",
      "/choices/*/message/annotations/*/type",
      "/choices/*/message/role",
      "/choices/*/message/tool_calls/*/type",
      "/object"
    ]
  },
  {
    format: "chat-completions",
    kind: "response",
    where: ["read"],
    why: "the others give it",
    leaves: ["/usage/completion_tokens", "/usage/total_tokens"]
  },
  {
    format: "chat-completions",
    kind: "response",
    where: ["chat-completions", "generate-content"],
    why: "the stamp's own time stands in",
    leaves: ["/created"]
  },
  {
    format: "chat-completions",
    kind: "stream",
    where: ["read"],
    why: "it says what every frame says, or what its place says",
    leaves: [
      "/*/data/choices/*/delta",
      "/*/data/choices/*/delta/content",
      "/*/data/choices/*/delta/role",
      "/*/data/choices/*/delta/tool_calls/*/function/arguments",
      "/*/data/choices/*/delta/tool_calls/*/index",
      "/*/data/choices/*/delta/tool_calls/*/type",
      "/*/data/choices/*/index",
      "/*/data/created",
      "/*/data/id",
      "/*/data/model",
      "/*/data/object",
      "/*/event"
    ]
  },
  {
    format: "messages",
    kind: "request",
    where: ["read"],
    why: "what is said is what would be meant without it",
    leaves: [
      "/messages/*/content/*/cache_control/type",
      "/messages/*/content/*/input",
      "/stream",
      "/system/*/cache_control/type",
      "/thread/type",
      "/tools/*/cache_control/type",
      "/tools/*/type"
    ]
  },
  {
    format: "messages",
    kind: "request",
    where: ["read"],
    why: "it is kept whole, for its own format, beside the id that another one refuses",
    leaves: ["/container/skills"]
  },
  {
    format: "messages",
    kind: "request",
    where: ["messages"],
    why: "the kind of the source says it already",
    leaves: ["/messages/*/content/*/source/media_type"]
  },
  {
    format: "messages",
    kind: "response",
    where: ["read"],
    why: "it says what every answer says, or the other counts give it",
    leaves: [
      "/role",
      "/stop_details/type",
      "/type",
      "/usage/cache_creation/ephemeral_5m_input_tokens",
      "/usage/cache_creation_input_tokens",
      "/usage/server_tool_use/web_fetch_requests"
    ]
  },
  {
    format: "messages",
    kind: "response",
    where: ["read"],
    why: "it is kept whole, for its own format, beside the id that another one drops",
    leaves: ["/container/expires_at"]
  },
  ...(
    [
      ["response", "/content/*"],
      ["stream", "/*/data/content_block"]
    ] as const
  ).map(([kind, at]) => ({
    format: "messages",
    kind,
    where: ["chat-completions", "generate-content", "responses"],
    why: "that the model itself made a call goes without saying",
    leaves: [`${at}/caller/type`]
  })),
  {
    format: "messages",
    kind: "stream",
    where: ["chat-completions", "messages", "generate-content", "responses"],
    why: "that a call's input has begun, with nothing yet, matters only where the answer breaks off there",
    leaves: ["/*/data/delta/partial_json", "/*/data/delta/type"]
  },
  {
    format: "messages",
    kind: "stream",
    where: ["read"],
    why: "it says what every frame says, what its place says, or what would be meant without it",
    leaves: [
      "/*/data/content_block/input",
      "/*/data/content_block/signature",
      "/*/data/content_block/text",
      "/*/data/content_block/thinking",
      "/*/data/index",
      "/*/data/message/content",
      "/*/data/message/role",
      "/*/data/message/type",
      "/*/data/type",
      "/*/data/usage/server_tool_use/web_fetch_requests",
      "/*/event"
    ]
  },
  {
    format: "chat-completions",
    kind: "request",
    where: ["generate-content"],
    why: "a call's arguments are an object",
    leaves: ["/messages/*/function_call/arguments"]
  },
  {
    format: "chat-completions",
    kind: "response",
    where: ["chat-completions", "messages", "generate-content", "responses"],
    why: "an answer that does not say why it ended ends as its content says",
    leaves: ["/choices/*/finish_reason"]
  },
  {
    format: "messages",
    kind: "response",
    where: ["chat-completions", "messages", "responses"],
    why: "an answer that does not say why it ended ends as its content says",
    leaves: ["/stop_reason"]
  },
  {
    format: "messages",
    kind: "stream",
    where: ["chat-completions", "messages", "generate-content", "responses"],
    why: "an answer ends as its content says, and a block is of the kind that its deltas say",
    leaves: ["/*/data/content_block/type", "/*/data/delta/stop_reason"]
  },
  {
    format: "generate-content",
    kind: "response",
    where: ["chat-completions", "messages", "responses"],
    why: "an answer that does not say why it ended ends as its content says",
    leaves: ["/candidates/*/finishReason"]
  },
  {
    format: "generate-content",
    kind: "request",
    where: ["read"],
    why: "what is said is what would be meant without it",
    leaves: [
      "/contents/*/parts/*/functionCall/args",
      "/contents/*/parts/*/text",
      "/contents/*/role",
      "/generationConfig/responseMimeType"
    ]
  },
  {
    format: "generate-content",
    kind: "request",
    where: ["read"],
    why: "its place says whose words it holds; the role is kept for its own format",
    leaves: ["/systemInstruction/role"]
  },
  {
    format: "generate-content",
    kind: "request",
    where: ["chat-completions", "messages", "responses"],
    why: "an answer of the call's name is its answer without an id, too",
    leaves: ["/contents/*/parts/*/functionResponse/id"]
  },
  {
    format: "generate-content",
    kind: "request",
    where: ["messages"],
    why: "an answer is text and an input an object in any case",
    leaves: ["/generation_config/response_mime_type", "/tools/*/functionDeclarations/*/parameters/type"]
  },
  {
    format: "generate-content",
    kind: "response",
    where: ["read"],
    why: "it says what every answer says, what its place says, or what would be meant without it",
    leaves: [
      "/candidates/*/citationMetadata/citations/*/startIndex",
      "/candidates/*/content/role",
      "/candidates/*/index",
      "/candidates/*/safetyRatings"
    ]
  },
  {
    format: "generate-content",
    kind: "response",
    where: ["read"],
    why: "the text of the stretch finds its part and its place, and they find the text",
    leaves: [
      "/candidates/*/groundingMetadata/groundingSupports/*/segment/endIndex",
      "/candidates/*/groundingMetadata/groundingSupports/*/segment/partIndex",
      "/candidates/*/groundingMetadata/groundingSupports/*/segment/text"
    ]
  },
  {
    format: "generate-content",
    kind: "response",
    where: ["read"],
    why: "the token beside it is the same one",
    leaves: ["/candidates/*/logprobsResult/chosenCandidates/*/tokenId"]
  },
  {
    format: "generate-content",
    kind: "response",
    where: ["read"],
    why: "the other counts give it",
    leaves: ["/usageMetadata/candidatesTokenCount", "/usageMetadata/totalTokenCount"]
  },
  {
    format: "generate-content",
    kind: "stream",
    where: ["read"],
    why: "it says what every frame says, or what its place says",
    leaves: [
      "/*/data/candidates/*/content/role",
      "/*/data/candidates/*/index",
      "/*/data/modelVersion",
      "/*/data/responseId",
      "/*/event"
    ]
  },
  {
    format: "generate-content",
    kind: "stream",
    where: ["read"],
    why: "what is said is what would be meant without it",
    leaves: ["/*/data/candidates/*/content/parts/*/functionCall/args", "/*/data/candidates/*/content/parts/*/text"]
  },
  {
    format: "generate-content",
    kind: "stream",
    where: ["read"],
    why: "the other counts give it, or a later frame does",
    leaves: ["/*/data/usageMetadata/candidatesTokenCount", "/*/data/usageMetadata/totalTokenCount"]
  },
  {
    format: "messages",
    kind: "stream",
    where: ["chat-completions", "generate-content"],
    why: "its note names the whole stream: a part that is told in pieces has no place",
    leaves: [
      "/*/data/content_block/content/*/encrypted_content",
      "/*/data/content_block/content/*/title",
      "/*/data/content_block/content/*/type",
      "/*/data/content_block/content/*/url",
      "/*/data/content_block/id",
      "/*/data/content_block/tool_use_id",
      "/*/data/content_block/y",
      "/*/data/delta/citation/cited_text",
      "/*/data/delta/citation/encrypted_index",
      "/*/data/delta/stop_sequence",
      "/*/data/x"
    ]
  },
  {
    format: "messages",
    kind: "stream",
    where: ["chat-completions", "messages", "generate-content", "responses"],
    why: "a later frame counts again",
    leaves: ["/*/data/message/usage/input_tokens", "/*/data/message/usage/output_tokens"]
  },
  {
    format: "generate-content",
    kind: "stream",
    where: ["chat-completions", "messages", "generate-content"],
    why: "a later frame counts again",
    leaves: ["/*/data/usageMetadata/promptTokenCount", "/*/data/usageMetadata/thoughtsTokenCount"]
  },
  {
    format: "chat-completions",
    kind: "stream",
    where: ["messages", "generate-content"],
    why: "a terminator says nothing where every candidate has its finish",
    leaves: ["/*/data"]
  },
  {
    format: "responses",
    kind: "request",
    where: ["read"],
    why: "what is said is what would be meant without it",
    leaves: ["/input/*/content/*/prompt_cache_breakpoint/mode"]
  },
  {
    format: "responses",
    kind: "response",
    where: ["read"],
    why: "it says what every answer says, or what its output says",
    leaves: [
      "/object",
      "/output/*/content/*/annotations",
      "/output/*/content/*/logprobs",
      "/status",
      "/usage/total_tokens"
    ]
  },
  {
    format: "responses",
    kind: "response",
    where: ["chat-completions", "messages", "generate-content"],
    why: "an incomplete answer that gives no reason is told, with a note, as one that a limit cut off",
    leaves: ["/incomplete_details/reason"]
  },
  {
    format: "responses",
    kind: "request",
    where: ["chat-completions", "messages", "generate-content"],
    why: "what is said is what would be meant without it",
    leaves: ["/input/*/role", "/input/*/tools/*/format/type", "/input/*/tools/*/strict", "/input/*/type"]
  },
  {
    format: "responses",
    kind: "request",
    where: ["chat-completions", "messages", "generate-content"],
    why: "ids and states of items are of the vendor that keeps them",
    leaves: ["/input/*/id", "/input/*/status"]
  },
  {
    format: "responses",
    kind: "request",
    where: ["chat-completions", "messages", "generate-content"],
    why: "it says how this API answers, which the gateway does",
    leaves: ["/include/*", "/stream_options/include_obfuscation"]
  },
  {
    format: "chat-completions",
    kind: "request",
    where: ["responses"],
    why: "nothing is stored there, whatever is said",
    leaves: ["/store"]
  },
  {
    format: "generate-content",
    kind: "request",
    where: ["responses"],
    why: "nothing is stored there, whatever is said",
    leaves: ["/store"]
  },
  {
    format: "responses",
    kind: "request",
    where: ["chat-completions", "messages", "generate-content"],
    why: "it is of the client, and no part of what is asked",
    leaves: ["/client_metadata/thread"]
  },
  {
    format: "responses",
    kind: "request",
    where: ["chat-completions"],
    why: "the thought in full stands for its summary, and a text says its type",
    leaves: ["/input/*/summary/*/text", "/input/*/summary/*/type", "/input/*/content/*/type"]
  },
  {
    format: "responses",
    kind: "request",
    where: ["messages", "generate-content"],
    why: "a call's arguments are an object",
    leaves: ["/input/*/arguments"]
  },
  {
    format: "responses",
    kind: "request",
    where: ["messages"],
    why: "the tool's own type is object in any case",
    leaves: ["/input/*/tools/*/parameters/type"]
  },
  {
    format: "responses",
    kind: "request",
    where: ["generate-content"],
    why: "how a picture was made is no part of it",
    leaves: [
      "/input/*/action",
      "/input/*/background",
      "/input/*/output_format",
      "/input/*/quality",
      "/input/*/revised_prompt",
      "/input/*/size"
    ]
  },
  {
    format: "responses",
    kind: "response",
    where: ["chat-completions", "messages", "generate-content"],
    why: "the answer repeats what its request said",
    leaves: [
      "/background",
      "/metadata",
      "/parallel_tool_calls",
      "/reasoning/effort",
      "/store",
      "/temperature",
      "/text/format/type",
      "/text/verbosity",
      "/tool_choice",
      "/tools",
      "/top_logprobs",
      "/top_p",
      "/truncation"
    ]
  },
  {
    format: "responses",
    kind: "response",
    where: ["responses"],
    why: "without it this is what would be repeated",
    leaves: [
      "/metadata",
      "/parallel_tool_calls",
      "/store",
      "/temperature",
      "/tool_choice",
      "/tools",
      "/top_p",
      "/truncation"
    ]
  },
  {
    format: "responses",
    kind: "response",
    where: ["chat-completions", "messages", "generate-content"],
    why: "ids and states of items are of the vendor that keeps them",
    leaves: ["/completed_at", "/output/*/id"]
  },
  {
    format: "responses",
    kind: "response",
    where: ["chat-completions", "messages", "generate-content", "responses"],
    why: "what is said is what would be meant without it",
    leaves: ["/output/*/role", "/output/*/status", "/output/*/type"]
  },
  {
    format: "responses",
    kind: "response",
    where: ["chat-completions", "messages", "generate-content"],
    why: "a text says its type",
    leaves: ["/output/*/content/*/type"]
  },
  {
    format: "responses",
    kind: "response",
    where: ["chat-completions", "messages", "generate-content", "responses"],
    why: "a call without arguments has an object without members",
    leaves: ["/output/*/arguments"]
  },
  {
    format: "responses",
    kind: "response",
    where: ["chat-completions", "messages", "generate-content"],
    why: "no check is pending",
    leaves: ["/output/*/pending_safety_checks"]
  },
  {
    format: "responses",
    kind: "response",
    where: ["chat-completions", "generate-content"],
    why: "how a picture was made is no part of it",
    leaves: ["/output/*/background", "/output/*/output_format", "/output/*/quality", "/output/*/size"]
  },
  {
    format: "responses",
    kind: "response",
    where: ["chat-completions", "generate-content", "responses"],
    why: "the stamp's own time stands in",
    leaves: ["/created_at"]
  },
  {
    format: "chat-completions",
    kind: "request",
    where: ["responses"],
    why: "one answer is what is given, another member says it, or it has one value",
    leaves: ["/n", "/web_search_options/user_location/type"]
  },
  {
    format: "chat-completions",
    kind: "response",
    where: ["responses"],
    why: "the stamp's own time stands in",
    leaves: ["/created"]
  },
  {
    format: "chat-completions",
    kind: "stream",
    where: ["responses"],
    why: "a terminator says nothing where every candidate has its finish",
    leaves: ["/*/data"]
  },
  {
    format: "messages",
    kind: "response",
    where: ["responses"],
    why: "a search that found nothing",
    leaves: ["/content/*/content", "/content/*/tool_use_id"]
  },
  {
    format: "messages",
    kind: "stream",
    where: ["responses"],
    why: "its note names the whole stream: a part that is told in pieces has no place",
    leaves: [
      "/*/data/content_block/content/*/encrypted_content",
      "/*/data/content_block/content/*/title",
      "/*/data/content_block/content/*/type",
      "/*/data/content_block/content/*/url",
      "/*/data/content_block/id",
      "/*/data/content_block/tool_use_id",
      "/*/data/content_block/y",
      "/*/data/delta/citation/cited_text",
      "/*/data/delta/citation/encrypted_index",
      "/*/data/delta/stop_sequence",
      "/*/data/x"
    ]
  },
  {
    format: "generate-content",
    kind: "request",
    where: ["responses"],
    why: "another member says it, or the file itself",
    leaves: [
      "/contents/*/parts/*/fileData/mimeType",
      "/generationConfig/responseLogprobs",
      "/generationConfig/thinkingConfig/includeThoughts"
    ]
  }
]

/** The leaves that may be silent on a way. */
export const mayBeSilent = (format: string, kind: string, where: string): readonly string[] =>
  silences.flatMap((it) => (it.format === format && it.kind === kind && it.where.includes(where) ? it.leaves : []))
