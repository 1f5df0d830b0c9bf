import type { Mutant } from "./mutant.ts"

/** Defects in the formats. */
export const formats: readonly Mutant[] = [
  {
    name: "a thought's seal is believed over any text",
    file: "formats/messages/opaque.ts",
    find: 'envelope.digest !== digest(part.text ?? "")',
    replace: "false",
    caughtBy: ["laws/carriers.test.ts"]
  },
  {
    name: "another model's bytes are sent",
    file: "formats/messages/opaque.ts",
    find: " && (it.model ?? model) === model",
    replace: "",
    caughtBy: ["laws/carriers.test.ts", "formats/messages"]
  },
  {
    name: "a terminator follows an error",
    file: "formats/chat-completions/stream/encode.ts",
    find: "return [{ data: write(errorBody(error)) }]",
    replace: 'return [{ data: write(errorBody(error)) }, { data: "[DONE]" }]',
    caughtBy: ["formats/chat-completions"]
  },
  {
    name: "usage is told though nobody asked",
    file: "formats/chat-completions/stream/encode.ts",
    find: "state.usage !== undefined && state.asked.usage",
    replace: "state.usage !== undefined",
    caughtBy: ["formats/chat-completions"]
  },
  {
    name: "an error does not say which parameter",
    file: "formats/chat-completions/error.ts",
    find: "param: paramOf(pointer)",
    replace: "param: null",
    caughtBy: ["formats/chat-completions"]
  },
  {
    name: "a vendor without credit has only failed",
    file: "formats/chat-completions/error.ts",
    find: '["Arrearage", "QuotaExceeded"]',
    replace: '["Arrearage", "UpstreamFailed"]',
    caughtBy: ["formats/chat-completions"]
  },
  {
    name: "too much to do is a 503",
    file: "formats/messages/error.ts",
    find: '"Overloaded" ? overloaded :',
    replace: '"Overloaded" ? error.status :',
    caughtBy: ["formats/messages"]
  },
  {
    name: "an end of turn with calls is no call of tools",
    file: "formats/messages/finish.ts",
    find: 'said === "stop" && content.calls',
    replace: "false",
    caughtBy: ["formats/messages"]
  },
  {
    name: "a refusal is a plain end",
    file: "formats/messages/finish.ts",
    find: 'finish: { kind: "refusal" }',
    replace: 'finish: { kind: "stop" }',
    caughtBy: ["formats/messages"]
  },
  {
    name: "an answer's beginning is not asked why it ended",
    file: "formats/messages/stream/decode.ts",
    find: "new Members(new Reader(), state.message,",
    replace: "new Members(new Reader(), {},",
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "an empty reason is one of the vendor's own",
    file: "formats/messages/finish.ts",
    find: 'end.string("stop_reason") || undefined',
    replace: 'end.string("stop_reason")',
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "settings of thinking need a type",
    file: "formats/messages/request/read-settings.ts",
    find: 'config.has("type") || config.has("budget_tokens")',
    replace: "true",
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "an input that is a text is quoted once more",
    file: "formats/messages/blocks/calls.ts",
    find: "JsonText.source(said)",
    replace: "json",
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "an input that is a text is left out of a stream",
    file: "formats/messages/stream/read-blocks.ts",
    find: 'typeof input === "string" ? JsonText.source(input).object : objectOr(input)',
    replace: "objectOr(input)",
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "thinking waits for its end",
    file: "formats/generate-content/stream/parts.ts",
    find: 'if (delta.type === "text" && isThought(to, track.value)) track.kind = "live"',
    replace: "",
    caughtBy: ["formats/crossing/imitators.test.ts"]
  }
]
