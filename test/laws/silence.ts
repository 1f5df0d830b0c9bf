/** Leaves whose absence changes nothing, and why. One that begins to say something fails the law until it is taken out. */
interface Silence {
  readonly format: string
  readonly kind: "request" | "response" | "stream"
  /** `read`: already the decoder reads over it; else the format that writes nothing of it. */
  readonly where: string
  readonly why: string
  /** Pointers, with a star for each index. */
  readonly leaves: readonly string[]
}

const silences: readonly Silence[] = [
  {
    format: "chat-completions",
    kind: "request",
    where: "read",
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
    where: "messages",
    why: "the tool's own type is object in any case, and a call's arguments are an object",
    leaves: ["/functions/*/parameters/type", "/messages/*/function_call/arguments", "/tools/*/function/parameters/type"]
  },
  {
    format: "chat-completions",
    kind: "request",
    where: "messages",
    why: "the note names the member beside it",
    leaves: [
      "/prompt_cache_options/mode",
      "/prompt_cache_options/ttl",
      "/prompt_cache_retention",
      "/tools/*/custom/format/type"
    ]
  },
  {
    format: "chat-completions",
    kind: "response",
    where: "read",
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
    where: "read",
    why: "it is the sum of the others",
    leaves: ["/usage/total_tokens"]
  },
  {
    format: "chat-completions",
    kind: "response",
    where: "chat-completions",
    why: "the stamp's own time stands in",
    leaves: ["/created"]
  },
  {
    format: "chat-completions",
    kind: "response",
    where: "messages",
    why: "its note names the whole answer",
    leaves: [
      "/usage/completion_tokens_details/accepted_prediction_tokens",
      "/usage/completion_tokens_details/audio_tokens",
      "/usage/completion_tokens_details/rejected_prediction_tokens",
      "/usage/prompt_tokens_details/audio_tokens"
    ]
  },
  {
    format: "chat-completions",
    kind: "stream",
    where: "read",
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
    where: "read",
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
    where: "read",
    why: "it is kept whole, for its own format, beside the id that another one refuses",
    leaves: ["/container/skills"]
  },
  {
    format: "messages",
    kind: "request",
    where: "messages",
    why: "the kind of the source says it already",
    leaves: ["/messages/*/content/*/source/media_type"]
  },
  {
    format: "messages",
    kind: "response",
    where: "read",
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
    where: "read",
    why: "it is kept whole, for its own format, beside the id that another one drops",
    leaves: ["/container/expires_at"]
  },
  {
    format: "messages",
    kind: "response",
    where: "chat-completions",
    why: "its note names the whole answer",
    leaves: ["/container/id", "/stop_details/category", "/stop_details/explanation", "/stop_sequence"]
  },
  {
    format: "messages",
    kind: "stream",
    where: "read",
    why: "it says what every frame says, what its place says, or what would be meant without it",
    leaves: [
      "/*/data/content_block/input",
      "/*/data/content_block/signature",
      "/*/data/content_block/text",
      "/*/data/content_block/thinking",
      "/*/data/content_block/type",
      "/*/data/delta/partial_json",
      "/*/data/delta/stop_reason",
      "/*/data/delta/type",
      "/*/data/index",
      "/*/data/message/content",
      "/*/data/message/role",
      "/*/data/message/type",
      "/*/data/type",
      "/*/data/usage/server_tool_use/web_fetch_requests",
      "/*/event"
    ]
  }
]

/** The leaves that may be silent on a way. */
export const mayBeSilent = (format: string, kind: string, where: string): readonly string[] =>
  silences.flatMap((it) => (it.format === format && it.kind === kind && it.where === where ? it.leaves : []))
