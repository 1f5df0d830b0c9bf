import type { Mutant } from "./mutant.ts"

const untold: Mutant["caughtBy"] = ["formats/crossing/untold.test.ts"]

/** Defects of what a translation leaves out beside members that nobody knows. */
export const untoldLosses: readonly Mutant[] = [
  {
    name: "the older name of a user is nobody's loss",
    file: "formats/responses/settings.ts",
    find: "if (value !== request[field]) root.untold",
    replace: "if (value === undefined) root.untold",
    caughtBy: untold
  },
  {
    name: "that a vendor stores nothing is not told",
    file: "formats/responses/settings.ts",
    find: "else if (stored === true)",
    replace: "else if (stored === null)",
    caughtBy: untold
  },
  {
    name: "what the gateway stores is told as lost",
    file: "exchange/chat-jobs.ts",
    find: 'path !== "/store"',
    replace: 'path !== "/stored"',
    caughtBy: ["history/stored-notes.test.ts"]
  },
  {
    name: "betas are lost in silence",
    file: "formats/messages/request.ts",
    find: "native.untold = noBetas",
    replace: "native.untold = new Map()",
    caughtBy: untold
  },
  {
    name: "a summary of thoughts that are told in full is lost in silence",
    file: "formats/responses/opaque.ts",
    find: "&& raw !== summary)",
    replace: "&& raw === undefined)",
    caughtBy: untold
  },
  {
    name: "the same in a stream",
    file: "formats/responses/stream-decode.ts",
    find: "if (native?.untold !== undefined) note",
    replace: "if (native === undefined) note",
    caughtBy: untold
  },
  {
    name: "what a picture was drawn by is lost in silence",
    file: "formats/responses/response-decode.ts",
    find: "{ untold: rewritten }",
    replace: "{ untold: new Map() }",
    caughtBy: untold
  },
  {
    name: "a tool gets another name in silence",
    file: "formats/messages/context.ts",
    find: "node !== undefined && !to.names.has(sent)",
    replace: "node === undefined && !to.names.has(sent)",
    caughtBy: ["formats/crossing/renamed-tools.test.ts"]
  },
  {
    name: "a sound is asked of OpenAI without a format",
    file: "formats/chat-completions/options.ts",
    find: 'format: writing.target.stream === true ? "pcm16" : "wav"',
    replace: "format: audio?.format",
    caughtBy: ["formats/crossing/sounds.test.ts"]
  },
  {
    name: "Anthropic is sent one strict tool more than it takes",
    file: "formats/messages/tools.ts",
    find: "strict < maxStrictTools",
    replace: "strict <= maxStrictTools",
    caughtBy: ["formats/messages/strict-tools.test.ts"]
  },
  {
    name: "what was withheld is all alike",
    file: "core/chat/codec.ts",
    find: 'raw.value !== "content_filter"',
    replace: 'raw.value === "content_filter"',
    caughtBy: ["formats/crossing/told-losses.test.ts"]
  },
  {
    name: "words behind which Gemini gave up are a whole answer",
    file: "formats/chat-completions/response-end.ts",
    find: 'malformed: ["length", "finish-reason"]',
    replace: 'malformed: ["stop", "finish-reason"]',
    caughtBy: ["formats/crossing/endings.test.ts"]
  },
  {
    name: "the field that Google objects to is lost",
    file: "formats/generate-content/wire.ts",
    find: '...placeNamed(violationsOf(error)[0]?.["field"]),',
    replace: "",
    caughtBy: ["formats/generate-content/error.test.ts"]
  }
]
