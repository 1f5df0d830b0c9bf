import type { Mutant } from "./mutant.ts"

/** Defects in the third format and in the family that speaks it. */
export const generateContent: readonly Mutant[] = [
  {
    name: "a medium in a result has settings that Gemini refuses there",
    file: "formats/generate-content/parts.ts",
    find: "{ ...turn, inResult: true }",
    replace: "{ ...turn, inResult: false }",
    caughtBy: ["formats/generate-content/request-encode.test.ts"]
  },
  {
    name: "a call that a stream leaves out is lost in silence",
    file: "formats/generate-content/stream-encode.ts",
    find: "  if (candidate.broken) noteOnce",
    replace: "  if (candidate.broken && to.done === false) noteOnce",
    caughtBy: ["formats/generate-content/stream.test.ts"]
  },
  {
    name: "a penalty goes to a Gemini model that refuses it",
    file: "families/gemini/edits.ts",
    find: "    dropPenalties(editor, body, model)\n",
    replace: "",
    caughtBy: ["families/gemini.test.ts"]
  },
  {
    name: "no Gemini model gets a penalty",
    file: "families/gemini/edits.ts",
    find: 'if (model === undefined || options === undefined) return\n  for (const name of ["presencePenalty"',
    replace: 'if (options === undefined) return\n  for (const name of ["presencePenalty"',
    caughtBy: ["families/gemini.test.ts"]
  },
  {
    name: "log probabilities are asked of a Gemini model that refuses",
    file: "families/gemini/edits.ts",
    find: "    dropLogprobs(editor, body, model)\n",
    replace: "",
    caughtBy: ["families/gemini.test.ts"]
  },
  {
    name: "many answers are asked of a Gemini model that gives one",
    file: "families/gemini/models.ts",
    find: "  candidates: 1,",
    replace: "  candidates: 8,",
    caughtBy: ["families/gemini.test.ts"]
  },
  {
    name: "a scalar of another type fails an answer",
    file: "core/reading/object-reader.ts",
    find: "issues.length === before || this.options.lenient !== true",
    replace: "issues.length >= before",
    caughtBy: ["formats/generate-content/habits.test.ts"]
  },
  {
    name: "a scalar of another type is not noted",
    file: "core/reading/object-reader.ts",
    find: "    this.#known.delete(this.key(name))\n",
    replace: "",
    caughtBy: ["formats/generate-content/habits.test.ts"]
  },
  {
    name: "an answer's call with a list for its input fails it",
    file: "formats/generate-content/tool-calls.ts",
    find: "(answer ? replyInput(call) :",
    replace: "(false ? replyInput(call) :",
    caughtBy: ["formats/generate-content/habits.test.ts"]
  },
  {
    name: "a support whose numbers are off is lost",
    file: "formats/generate-content/citations.ts",
    find: "part === undefined ? textNear(segments, text, start) :",
    replace: "part === undefined ? undefined :",
    caughtBy: ["formats/generate-content/habits.test.ts"]
  },
  {
    name: "a support whose numbers are off is the first that says its text",
    file: "formats/generate-content/citations.ts",
    find: "places.toSorted((a, b) => far(a) - far(b))[0]",
    replace: "places.toSorted((a, b) => a.span.start - b.span.start)[0]",
    caughtBy: ["formats/generate-content/habits.test.ts"]
  },
  {
    name: "a type by its number stays a number",
    file: "formats/generate-content/schema-decode.ts",
    find: "(numbered[given] ?? given)",
    replace: "given",
    caughtBy: ["formats/generate-content/habits.test.ts"]
  },
  {
    name: "why a call was malformed is not told",
    file: "formats/generate-content/response-decode.ts",
    find: 'blocked || kind === "malformed" ?',
    replace: "blocked ?",
    caughtBy: ["formats/crossing/endings.test.ts"]
  },
  {
    name: "any finish message says why something was withheld",
    file: "formats/generate-content/response-decode.ts",
    find: 'blocked || kind === "malformed" ? candidate.string("finishMessage") : undefined',
    replace: 'candidate.string("finishMessage")',
    caughtBy: ["formats/generate-content/habits.test.ts"]
  },
  {
    name: "a finish reason by its number is none",
    file: "formats/generate-content/response-end.ts",
    find: 'typeof value === "number" ? numbered[value]',
    replace: 'typeof value === "number" ? undefined',
    caughtBy: ["formats/generate-content/habits.test.ts"]
  },
  {
    name: "a prompt that is blocked late fails the stream",
    file: "formats/generate-content/stream-decode.ts",
    find: "reason === undefined && !state.blocked)",
    replace: "reason === undefined)",
    caughtBy: ["formats/generate-content/habits.test.ts"]
  },
  {
    name: "the first of several finish reasons counts",
    file: "formats/generate-content/stream-decode.ts",
    find: 'candidate.reason = finishWord(from.value("finishReason")) ?? candidate.reason',
    replace: 'candidate.reason ??= finishWord(from.value("finishReason"))',
    caughtBy: ["formats/generate-content/stream.test.ts"]
  },
  {
    name: "a signed piece is a text of its own in a stream",
    file: "formats/generate-content/stream-decode-parts.ts",
    find: "!isSilentlySigned(part)",
    replace: "part.opaque === undefined",
    caughtBy: ["formats/crossing/signed-texts.test.ts"]
  },
  {
    name: "of a streamed text the second signature pushes out the first",
    file: "formats/generate-content/stream-decode-parts.ts",
    find: "!(isSigned && open.isSigned)",
    replace: "true",
    caughtBy: ["formats/crossing/signed-texts.test.ts"]
  },
  {
    name: "a seal in a stream covers any text",
    file: "formats/generate-content/stream-decode-parts.ts",
    find: " || envelope.digest !== open.hashed.digest()",
    replace: "",
    caughtBy: ["formats/generate-content/stream.test.ts", "laws/carriers.test.ts"]
  },
  {
    name: "numbers in a stream's calls are read natively",
    file: "formats/generate-content/stream-decode.ts",
    find: "hasName(read?.brief ?? data, exactly)",
    replace: "false",
    caughtBy: ["formats/generate-content/stream.test.ts"]
  },
  {
    name: "an answer that stopped with a call has only stopped",
    file: "formats/generate-content/response-end.ts",
    find: 'if (kind === "stop" && calls)',
    replace: 'if (kind === "stop" && !calls)',
    caughtBy: ["formats/generate-content/response.test.ts"]
  },
  {
    name: "cached tokens are counted twice",
    file: "formats/generate-content/response-end.ts",
    find: "Math.max(0, prompt - (cached ?? 0))",
    replace: "prompt",
    caughtBy: ["formats/generate-content/response.test.ts"]
  },
  {
    name: "a count that is left out holds the thoughts",
    file: "formats/generate-content/response-end.ts",
    find: " + (usage.reasoning ?? 0)",
    replace: "",
    caughtBy: ["formats/generate-content/response.test.ts"]
  },
  {
    name: "a signature goes to any model",
    file: "formats/generate-content/opaque.ts",
    find: " && (it.model ?? model) === model",
    replace: "",
    caughtBy: ["formats/generate-content/request-encode.test.ts", "laws/carriers.test.ts"]
  },
  {
    name: "a seal in base64 is the vendor's own",
    file: "formats/generate-content/opaque.ts",
    find: "sealed !== undefined && isSealed(sealed) ? sealed : undefined",
    replace: "undefined",
    caughtBy: ["formats/generate-content/request-decode.test.ts", "laws/carriers.test.ts"]
  },
  {
    name: "bytes that pass: a seal covers any text",
    file: "formats/generate-content/passthrough.ts",
    find: "return isSound && isOurs",
    replace: "return isOurs",
    caughtBy: ["formats/generate-content/passthrough.test.ts"]
  },
  {
    name: "bytes that pass: a seal is any model's",
    file: "formats/generate-content/passthrough.ts",
    find: " && (opaque.model ?? model) === model",
    replace: "",
    caughtBy: ["formats/generate-content/passthrough.test.ts"]
  },
  {
    name: "a recursive schema is written again and again",
    file: "formats/generate-content/schema-encode.ts",
    find: "state.around.has(name) || ",
    replace: "",
    caughtBy: ["formats/generate-content/schema.test.ts"]
  },
  {
    name: "a definition can be used once",
    file: "formats/generate-content/schema-encode.ts",
    find: "state.around.delete(name)",
    replace: "",
    caughtBy: ["formats/generate-content/schema.test.ts"]
  },
  {
    name: "a bound that is outside is inside",
    file: "formats/generate-content/schema-encode.ts",
    find: "value + (lowest ? 1 : -1)",
    replace: "value",
    caughtBy: ["formats/generate-content/schema.test.ts"]
  },
  {
    name: "what contradicts is merged in silence",
    file: "formats/generate-content/schema-encode.ts",
    find: "else if (before !== now) clash = true",
    replace: "",
    caughtBy: ["formats/generate-content/schema.test.ts"]
  },
  {
    name: "a temperature has no highest",
    file: "core/reading/member-row.ts",
    find: "clampToRange(value, range) !== value",
    replace: "clampToRange(value, [range[0], Infinity]) !== value",
    caughtBy: ["formats/generate-content/passthrough.test.ts", "shell/generate-content.test.ts"]
  },
  {
    name: "a wait is told too short",
    file: "formats/generate-content/wire.ts",
    find: "Math.ceil(retryAfter)",
    replace: "Math.floor(retryAfter)",
    caughtBy: ["formats/generate-content/error.test.ts"]
  },
  {
    name: "a wait in an error is not read",
    file: "formats/generate-content/wire.ts",
    find: '?.["retryDelay"]',
    replace: '?.["delay"]',
    caughtBy: ["formats/generate-content/error.test.ts"]
  },
  {
    name: "a name that was changed comes back changed",
    file: "formats/generate-content/tool-calls.ts",
    find: "reply.names.get(sent) ?? sent",
    replace: "sent",
    caughtBy: ["formats/generate-content/response.test.ts", "laws/round-trip.test.ts"]
  },
  {
    name: "text in pieces of arguments is the last piece",
    file: "formats/generate-content/tool-calls.ts",
    find: "? before + now : now",
    replace: "? now : now",
    caughtBy: ["formats/generate-content/stream.test.ts"]
  },
  {
    name: "an index in a path has no bound",
    file: "formats/generate-content/tool-calls.ts",
    find: "key > maxIndex",
    replace: "key > Infinity",
    caughtBy: ["formats/generate-content/stream.test.ts"]
  },
  {
    name: "results go as they came",
    file: "formats/generate-content/messages-encode.ts",
    find: "const ordered = inCallOrder(parts, calls)",
    replace: "const ordered = parts",
    caughtBy: ["formats/generate-content/request-encode.test.ts"]
  },
  {
    name: "a budget is sent beyond a model's range",
    file: "formats/generate-content/thinking.ts",
    find: "Math.min(Math.max(wanted, range.minimum), range.maximum)",
    replace: "wanted",
    caughtBy: ["formats/generate-content/request-encode.test.ts"]
  },
  {
    name: "texts one behind the other become one",
    file: "formats/generate-content/stream-encode-parts.ts",
    find: 'if (last?.value.type === state.value.type) pushText(to, candidate, \'{"text":""}\')',
    replace: "",
    caughtBy: ["formats/generate-content/stream.test.ts"]
  },
  {
    name: "a result that is an error is none",
    file: "formats/generate-content/tool-results.ts",
    find: '"error")) part.error = true',
    replace: '"error")) part.error = false',
    caughtBy: ["formats/generate-content/request-decode.test.ts"]
  },
  {
    name: "a field beats the suffix that turns thinking off",
    file: "families/gemini/thinking.ts",
    find: 'if (isSaid && mode !== "off")',
    replace: "if (isSaid)",
    caughtBy: ["families/gemini.test.ts"]
  },
  {
    name: "thinking takes all of the output",
    file: "families/gemini/thinking.ts",
    find: "return limit - 1",
    replace: "return limit",
    caughtBy: ["families/gemini.test.ts"]
  },
  {
    name: "every model can rest",
    file: "families/gemini/thinking.ts",
    find: "(budget === 0 && rests)",
    replace: "budget === 0",
    caughtBy: ["families/gemini.test.ts"]
  },
  {
    name: "a level is one too strong",
    file: "families/gemini/thinking.ts",
    find: "reasoningEfforts.indexOf(found) < strength",
    replace: "reasoningEfforts.indexOf(found) <= strength",
    caughtBy: ["families/gemini.test.ts"]
  },
  {
    name: "Google's key is a bearer",
    file: "families/gemini.ts",
    find: '({ "x-goog-api-key": key })',
    replace: "({ authorization: `Bearer ${key}` })",
    caughtBy: ["families/gemini-calls.test.ts", "shell/generate-content.test.ts"]
  },
  {
    name: "the search is declared twice",
    file: "families/gemini/edits.ts",
    find: "if (stands) return",
    replace: "",
    caughtBy: ["families/gemini.test.ts"]
  },
  {
    name: "a function that is gone may still be called",
    file: "families/gemini/edits.ts",
    find: "fitChoice(editor, body, names, hasFunctions)",
    replace: "",
    caughtBy: ["families/gemini.test.ts"]
  },
  {
    name: "search beside functions is not said",
    file: "families/gemini/edits.ts",
    find: 'if (mix === "said") sayToolMix(editor, body)\n  else ',
    replace: 'if (mix === "refused") ',
    caughtBy: ["sdk/search-beside-functions.test.ts"]
  },
  {
    name: "search stays beside functions of a model that takes one kind",
    file: "families/gemini/edits.ts",
    find: "if (functions.length > 0) for (const place of left) editor.change(place)",
    replace: "if (functions.length > 0) return",
    caughtBy: ["sdk/search-beside-functions.test.ts"]
  },
  {
    name: "a user's words stand beside the results of calls",
    file: "formats/generate-content/messages-encode.ts",
    find: "of to.own ? [parts] : resultsApart(parts)",
    replace: "of [parts]",
    caughtBy: ["formats/generate-content/request-encode.test.ts"]
  },
  {
    name: "a newer Gemini model is said to continue an answer",
    file: "families/gemini/models.ts",
    find: "const flash35: GeminiRules = { ...flash3, prefill: false }",
    replace: "const flash35: GeminiRules = { ...flash3, prefill: true }",
    caughtBy: ["families/gemini.test.ts"]
  },
  {
    name: "an old model that nobody lists is taken for a new one",
    file: "families/gemini/models.ts",
    find: "(generationOf(id) ?? 3) < 3",
    replace: "(generationOf(id) ?? 3) < 2",
    caughtBy: ["families/gemini.test.ts"]
  },
  {
    name: "a model that nobody lists is taken for an old one",
    file: "families/gemini/models.ts",
    find: "(generationOf(id) ?? 0) >= 3",
    replace: "(generationOf(id) ?? 0) === 3",
    caughtBy: ["sdk/search-beside-functions.test.ts"]
  },
  {
    name: "a call overtakes one that has no input yet",
    file: "formats/generate-content/stream-encode-parts.ts",
    find: "calls.splice(0, open < 0 ? calls.length : open)",
    replace: "calls.splice(0).filter(({ value }) => isWhole(value))",
    caughtBy: ["formats/crossing/odd-frames.test.ts"]
  },
  {
    name: "two finish reasons have each other's number",
    file: "formats/generate-content/response-end.ts",
    find: '  "RECITATION",\n  "OTHER",\n',
    replace: '  "OTHER",\n  "RECITATION",\n',
    caughtBy: ["formats/generate-content/habits.test.ts"]
  },
  {
    name: "a wait with a fraction is not read",
    file: "formats/generate-content/wire.ts",
    find: "(\\d+(?:\\.\\d+)?)s$",
    replace: "(\\d+)s$",
    caughtBy: ["formats/generate-content/error.test.ts"]
  }
]
