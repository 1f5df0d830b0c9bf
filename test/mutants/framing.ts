import type { Mutant } from "./mutant.ts"

/** Defects in what reads frames without decoding them, in items of arrays, and in ids of models. */
export const framing: readonly Mutant[] = [
  {
    name: "a byte order mark in the midst of a stream begins one",
    file: "exchange/verdicts.ts",
    find: "  if (!begins) reader.push(emptyLine)\n",
    replace: "",
    caughtBy: ["shell/odd-answers.test.ts"]
  },
  {
    name: "the byte order mark that begins a stream makes its first event none",
    file: "exchange/verdicts.ts",
    find: "  if (!begins) reader.push(emptyLine)\n",
    replace: "  reader.push(emptyLine)\n",
    caughtBy: ["shell/odd-answers.test.ts"]
  },
  {
    name: "a frame of another event repeats the last",
    file: "core/events/delta-fast-path.ts",
    find: "if (event !== pattern.event) return undefined",
    replace: "",
    caughtBy: ["core/events/repeat.test.ts"]
  },
  {
    name: "what a frame counts is told once for all that repeat it",
    file: "core/events/delta-fast-path.ts",
    find: "return count === undefined ? [delta] : [delta, count]",
    replace: "return [delta]",
    caughtBy: ["core/events/repeat.test.ts"]
  },
  {
    name: "the reader of a stream never hears of what it did not read",
    file: "core/events/delta-fast-path.ts",
    find: "unread?.(delta)",
    replace: "",
    caughtBy: ["core/events/repeat.test.ts"]
  },
  {
    name: "an object in a frame ends at its first bracket",
    file: "core/json/value.ts",
    find: "if (code === 123) depth++",
    replace: "if (code === 123) depth = 1",
    caughtBy: ["core/events/repeat.test.ts"]
  },
  {
    name: "a text that stands twice in a frame repeats",
    file: "core/events/delta-fast-path.ts",
    find: 'timesOf("text") !== 1 || ',
    replace: "",
    caughtBy: ["core/events/repeat.test.ts"]
  },
  {
    name: "escapes of a text that repeats are told",
    file: "core/events/delta-fast-path.ts",
    find: 'parsedOrNull(`"${inner}"`)',
    replace: "inner",
    caughtBy: ["core/events/repeat.test.ts"]
  },
  {
    name: "the member that says nothing may hold anything",
    file: "core/events/delta-fast-path.ts",
    find: 'kind === "silent" ? isPlain(inner) : isCount(inner)',
    replace: 'kind === "silent" || isCount(inner)',
    caughtBy: ["core/events/repeat.test.ts"]
  },
  {
    name: "the number that says nothing may be anything",
    file: "core/events/delta-fast-path.ts",
    find: 'kind === "silent" ? isPlain(inner) : isCount(inner)',
    replace: 'kind === "numbered" || isPlain(inner)',
    caughtBy: ["core/events/repeat.test.ts"]
  },
  {
    name: "the reader of the Responses API's streams forgets the texts that it did not read",
    file: "formats/responses/stream-decode.ts",
    find: 'if ("text" in delta) state.last?.text.add(delta.text)',
    replace: "",
    caughtBy: ["formats/responses"]
  },
  {
    name: "a pattern outlives the frame that breaks it",
    file: "core/events/delta-fast-path.ts",
    find: "pattern = missesLeft > 0 && !isLong ? patternOf(frame, events, beside) : undefined",
    replace: "pattern ??= patternOf(frame, events, beside)",
    caughtBy: ["core/events/repeat.test.ts"]
  },
  {
    name: "brackets inside of texts count",
    file: "formats/generate-content/index.ts",
    find: "if (state.inString) read",
    replace: "if (state.inString && code !== 93) read",
    caughtBy: ["formats/generate-content/framing.test.ts"]
  },
  {
    name: "an escaped quote ends a text",
    file: "formats/generate-content/index.ts",
    find: "if (state.escaped) state.escaped = false",
    replace: "if (state.escaped && code !== 34) state.escaped = false",
    caughtBy: ["formats/generate-content/framing.test.ts"]
  },
  {
    name: "an item of an array has no bound",
    file: "formats/generate-content/index.ts",
    find: "state.item.length <= max",
    replace: "state.item.length <= Infinity",
    caughtBy: ["formats/generate-content/framing.test.ts"]
  },
  {
    name: "a budget of zero in an id thinks",
    file: "core/chat/thinking.ts",
    find: " || Number(budget) === 0",
    replace: "",
    caughtBy: ["core/chat/model-id.test.ts"]
  },
  {
    name: "a budget in an id has any length",
    file: "core/chat/thinking.ts",
    find: "\\d{1,9}",
    replace: "\\d+",
    caughtBy: ["core/chat/model-id.test.ts"]
  }
]
