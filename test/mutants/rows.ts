import type { Mutant } from "./mutant.ts"

const caughtBy: readonly string[] = ["rows"]

/** Defects in what the rows of the endpoint tables say: types, ranges, and where a note points. */
export const rows: readonly Mutant[] = [
  {
    name: "row: a top_p may be two",
    file: "formats/chat-completions/settings.ts",
    find: '"topP", numberWithin(0, 1)',
    replace: '"topP", numberWithin(0, 2)',
    caughtBy
  },
  {
    name: "row: the ends of a range are outside it",
    file: "core/reading/member-row.ts",
    find: "clampToRange(value, range) !== value",
    replace: "(clampToRange(value, range) !== value || range.includes(value))",
    caughtBy
  },
  {
    name: "row: a nested number is anything",
    file: "formats/chat-completions/request.ts",
    find: "recency_days: isCount",
    replace: "recency_days: () => undefined",
    caughtBy
  },
  {
    name: "row: options of one family are anything",
    file: "formats/chat-completions/request.ts",
    find: "asr_options: objectWith({ language: isText })",
    replace: "asr_options: objectWith({})",
    caughtBy
  },
  {
    name: "row: a wish that is obeyed is noted as lost",
    file: "formats/chat-completions/request.ts",
    find: "call.names.thinkingToContent.forEach((key) => from.boolean(key))",
    replace: "",
    caughtBy
  },
  {
    name: "row: a family's note points into the body that was written",
    file: "exchange/note-pointers.ts",
    find: "path: placeIn(places, note.path) ?? otherwise",
    replace: "path: note.path",
    caughtBy
  },
  {
    name: "row: what no member says follows from none",
    file: "exchange/note-pointers.ts",
    find: 'undefined ? "" : "/model"',
    replace: 'undefined ? "" : ""',
    caughtBy
  },
  {
    name: "row: a note points at the whole, not at its member",
    file: "exchange/note-pointers.ts",
    find: "let at = path; at",
    replace: 'let at = path.slice(0, path.indexOf("/", 1)); at',
    caughtBy
  },
  {
    name: "row: a budget of 1024 is enough",
    file: "formats/messages/thinking.ts",
    find: "integerAbove(minThinkingBudget - 1)",
    replace: "integerAbove(minThinkingBudget - 2)",
    caughtBy
  },
  {
    name: "row: no tokens are a limit",
    file: "formats/messages/settings.ts",
    find: "integerAbove(0)",
    replace: "integerAbove(-1)",
    caughtBy
  },
  {
    name: "row: a native temperature ends at one",
    file: "formats/generate-content/settings.ts",
    find: '"temperature", numberWithin(0, 2)',
    replace: '"temperature", numberWithin(0, 1)',
    caughtBy
  },
  {
    name: "row: what must be called is a vendor's own tool that is not sent",
    file: "formats/chat-completions/tool-choice.ts",
    find: 'tool.type !== "vendor" && ',
    replace: "",
    caughtBy
  },
  {
    name: "row: a tool without a name has no place",
    file: "exchange/note-pointers.ts",
    find: "vendors.get(tool.of)",
    replace: "undefined",
    caughtBy
  },
  {
    name: "a number beyond a target's range is sent",
    file: "core/reading/member-row.ts",
    find: "Math.min(Math.max(value, least), most)",
    replace: "Math.max(value, least)",
    caughtBy: ["formats/crossing/ranges.test.ts"]
  },
  {
    name: "settings of a search are anything",
    file: "formats/messages/tools.ts",
    find: 'kind.of === "web-search"',
    replace: 'kind.of === "shell"',
    caughtBy: ["negative/wrong-types.test.ts"]
  },
  {
    name: "bytes need no type",
    file: "formats/generate-content/media.ts",
    find: 'bytes && !answer ? data.needed("mimeType") : data.string("mimeType")',
    replace: 'data.string("mimeType")',
    caughtBy: ["negative/wrong-types.test.ts"]
  },
  {
    name: "a result answers a call that never was",
    file: "core/chat/codec.ts",
    find: "!called.has(id)",
    replace: "false",
    caughtBy: ["negative/turns.test.ts"]
  }
]
