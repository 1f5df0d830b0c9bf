import type { Mutant } from "./mutant.ts"

/** Defects that real clients would fall over. */
export const clients: readonly Mutant[] = [
  {
    name: "Gemini keeps what a client wants nobody to keep",
    file: "formats/generate-content/request.ts",
    find: "if (to.own || request.store === false) out",
    replace: "if (to.own) out",
    caughtBy: ["translate/bookkeeping.test.ts"]
  },
  {
    name: "a schema that is a part of itself is one that Claude is held to",
    file: "formats/messages/schema.ts",
    find: "state.sayable && !isCircular(state.references)",
    replace: "state.sayable",
    caughtBy: ["formats/messages/circular.test.ts"]
  },
  {
    name: "a strict tool of Claude's has a schema that is a part of itself",
    file: "formats/messages/tools.ts",
    find: "!isHeld || !taken.sayable",
    replace: "!isHeld",
    caughtBy: ["formats/messages/circular.test.ts"]
  },
  {
    name: "definitions that name each other are not circular",
    file: "formats/messages/schema.ts",
    find: "on.length > 0 && (",
    replace: "on.length === 1 && (",
    caughtBy: ["formats/messages/circular.test.ts"]
  },
  {
    name: "a picture of a result says how closely to look, which Google refuses there",
    file: "formats/generate-content/media.ts",
    find: "if (inResult || to.target.mediaDetail === false)",
    replace: "if (to.target.mediaDetail === false)",
    caughtBy: ["formats/generate-content/request-encode.test.ts"]
  },
  {
    name: "Claude is held to a choice of one schema",
    file: "formats/messages/schema.ts",
    find: 'if (out["oneOf"] !== undefined)',
    replace: 'if (out["oneOf"] === null)',
    caughtBy: ["formats/messages/circular.test.ts"]
  },
  {
    name: "thinking is turned off in a loop of calls that began with it",
    file: "formats/messages/passthrough.ts",
    find: '"role") === "user" && !answers(it)',
    replace: '"role") === "user"',
    caughtBy: ["formats/messages/edits.test.ts"]
  },
  {
    name: "a long body with a wish for thinking is not read",
    file: "formats/messages/passthrough.ts",
    find: 'holds: [carryingMark, "budget_tokens"]',
    replace: "holds: [carryingMark]",
    caughtBy: ["formats/messages/edits.test.ts"]
  },
  {
    name: "a medium says how closely it is looked at to a model that takes no such word",
    file: "formats/generate-content/media.ts",
    find: "inResult || to.target.mediaDetail === false",
    replace: "inResult",
    caughtBy: ["formats/generate-content/request-encode.test.ts"]
  },
  {
    name: "media stand in a result for a model that takes none there",
    file: "formats/generate-content/messages-encode.ts",
    find: "to.own || to.target.resultMedia !== false",
    replace: "to.own || to.target.resultMedia !== true",
    caughtBy: ["formats/generate-content/request-encode.test.ts"]
  },
  {
    name: "Claude gets both ways to sample",
    file: "families/claude.ts",
    find: 'editor.remove("/top_p", "sampling-twice")',
    replace: 'editor.note("/top_p", "sampling-twice")',
    caughtBy: ["families/claude.test.ts"]
  },
  {
    name: "one way to sample is taken from Claude, too",
    file: "families/claude.ts",
    find: 'keptMembers.has("temperature") && keptMembers.has("top_p")',
    replace: 'keptMembers.has("top_p")',
    caughtBy: ["families/claude.test.ts"]
  },
  {
    name: "a user's name goes whole, however long it is",
    file: "core/chat/call-id.ts",
    find: "Array.from(name).length > most",
    replace: "false",
    caughtBy: ["families/openai.test.ts"]
  },
  {
    name: "long names of users are hashed for listed models alone",
    file: "families/openai-compatible/edits.ts",
    find: ", ...Object.keys(lengths)]",
    replace: "]",
    caughtBy: ["families/openai.test.ts"]
  },
  {
    name: "any model of OpenAI's is told to search",
    file: "families/openai-compatible/edits.ts",
    find: "model.searches !== true && ",
    replace: "model.searches === true && ",
    caughtBy: ["families/openai.test.ts"]
  },
  {
    name: "a stream ends in an empty part behind its call",
    file: "formats/generate-content/stream-encode.ts",
    find: "const last = takeLast(to)",
    replace: 'const last = undefined as StreamEncoderState["last"]',
    caughtBy: ["formats/generate-content/stream.test.ts"]
  },
  {
    name: "a call that waits is lost where text follows it",
    file: "formats/generate-content/stream-encode-state.ts",
    find: "if (last !== undefined) pushFrame(to, last.candidate, last.text)",
    replace: "if (last === undefined) return",
    caughtBy: ["formats/generate-content/stream.test.ts"]
  },
  {
    name: "an empty turn stands between calls and their results",
    file: "formats/generate-content/messages-decode.ts",
    find: '(read.at(-1)?.role === "assistant" && isSilent(message))',
    replace: "false",
    caughtBy: ["formats/crossing/habits.test.ts"]
  },
  {
    name: "an empty turn that is signed is read over",
    file: "formats/generate-content/messages-decode.ts",
    find: 'part.text === "" && part.opaque === undefined && !hasOwnMembers(part)',
    replace: 'part.text === "" && !hasOwnMembers(part)',
    caughtBy: ["formats/crossing/habits.test.ts"]
  },
  {
    name: "a reference to a tool says nothing to other vendors",
    file: "formats/messages/context.ts",
    find: 'kind === "tool_reference" ?',
    replace: 'kind === "tool_references" ?',
    caughtBy: ["formats/crossing/habits.test.ts"]
  },
  {
    name: "a cache mark beside a message's content is lost",
    file: "formats/messages/messages-encode.ts",
    find: "parts: parts.with(last, { ...part, cache })",
    replace: "parts",
    caughtBy: ["formats/crossing/habits.test.ts"]
  },
  {
    name: "a cache mark on a call is lost",
    file: "formats/chat-completions/tool-calls.ts",
    find: 'tablesOf(neededMember(textMember("id")), json, { cache_control: cacheControl })',
    replace: 'tablesOf(neededMember(textMember("id")), json)',
    caughtBy: ["formats/crossing/habits.test.ts"]
  },
  {
    name: "results are refused whose calls the vendor holds",
    file: "formats/messages/request.ts",
    find: 'refs.some(({ kind }) => kind === "response")',
    replace: 'refs.some(({ kind }) => kind === "file")',
    caughtBy: ["formats/crossing/habits.test.ts", "sdk/threads.test.ts"]
  },
  {
    name: "bytes alone are a block, which clients take for the answer",
    file: "formats/messages/response-parts.ts",
    find: "if (leadsToCall(to, index, isWordsAlone(part)) || (!isWordsAlone(part) && isNothingSaid(to))) return blocks",
    replace: "return blocks",
    caughtBy: ["formats/messages/response.test.ts"]
  },
  {
    name: "bytes beside which nothing is said are lost",
    file: "formats/messages/response-parts.ts",
    find: "!isWordsAlone(part) && isNothingSaid(to)",
    replace: "false",
    caughtBy: ["formats/messages/unseen.test.ts"]
  },
  {
    name: "what another vendor ran stands between bytes and their call",
    file: "formats/messages/response-parts.ts",
    find: 'return part.runBy === "provider" && kindOf(part) === undefined',
    replace: "return false",
    caughtBy: ["formats/messages/unseen.test.ts"]
  },
  {
    name: "a stream loses bytes beside which nothing is said",
    file: "formats/messages/stream-encode-state.ts",
    find: 'if (to.index > 0 || to.refusal !== "") return dropHidden(to)',
    replace: "return dropHidden(to)",
    caughtBy: ["formats/messages/unseen.test.ts"]
  },
  {
    name: "a stream loses the bytes before a call of free text",
    file: "formats/messages/stream-encode-parts.ts",
    find: "if (blocks.length > 0 && isClientCall(value)) pushHidden(to)\n  else if",
    replace: "if",
    caughtBy: ["formats/messages/unseen.test.ts"]
  },
  {
    name: "a stream's bytes alone are a block",
    file: "formats/messages/stream-encode-parts.ts",
    find: 'dropHidden(to, track.kind === "text" ? "text" : undefined)\n  if (track.written)',
    replace: "for (const { block } of to.hidden.splice(0)) pushBlock(to, block)\n  if (track.written)",
    caughtBy: ["formats/messages/stream.test.ts"]
  },
  {
    name: "a call loses the bytes that its id is too short for",
    file: "formats/messages/response-parts.ts",
    find: "plainId(id) !== id",
    replace: "id.length > 0",
    caughtBy: ["formats/messages/response.test.ts", "formats/messages/stream.test.ts"]
  },
  {
    name: "a thought that is not shown is lost before its call",
    file: "formats/messages/response-parts.ts",
    find: 'return text === "" ? [] : [encodeHiddenThought(text, index)]',
    replace: "return []",
    caughtBy: ["formats/messages/unseen.test.ts"]
  },
  {
    name: "a thought that is not shown is lost where its answer says something first",
    file: "formats/messages/response-parts.ts",
    find: ' && !(overText && part.type === "text")',
    replace: "",
    caughtBy: ["formats/messages/unseen.test.ts"]
  },
  {
    name: "a stream loses a thought that is not shown where it says something first",
    file: "formats/messages/stream-encode-state.ts",
    find: 'follows === "text" && isWordsAlone(part)',
    replace: "false",
    caughtBy: ["formats/messages/unseen.test.ts"]
  },
  {
    name: "a stream begins with the output of its first frame",
    file: "formats/messages/stream-encode.ts",
    find: "return { usage: input }",
    replace: "return { usage }",
    caughtBy: ["formats/messages/stream.test.ts"]
  },
  {
    name: "a stream begins as if its prompt were empty",
    file: "formats/messages/stream-encode.ts",
    find: "defaults.prompt?.()",
    replace: "defaults.prompt && 0",
    caughtBy: ["formats/messages/stream.test.ts"]
  },
  {
    name: "the gateway has no estimate of a prompt for the beginning of a stream",
    file: "exchange/translate-stream.ts",
    find: "...(prompt && { prompt })",
    replace: "",
    caughtBy: ["sdk/usage.test.ts"]
  },
  {
    name: "a stream of Gemini's begins before its first counts",
    file: "formats/generate-content/stream-decode.ts",
    find: "const first = !state.started",
    replace: "const first = false",
    caughtBy: ["formats/generate-content/stream.test.ts"]
  },
  {
    name: "Gemini's first counts are told twice",
    file: "formats/generate-content/stream-decode.ts",
    find: "if (!first && isObject(usage))",
    replace: "if (isObject(usage))",
    caughtBy: ["formats/generate-content/stream.test.ts"]
  },
  {
    name: "the beginning of a stream forgets what was counted",
    file: "core/events/fold.ts",
    find: "response: { ...response, ...event.response }",
    replace: "response: { ...event.response, candidates: response.candidates }",
    caughtBy: ["core/events/fold.test.ts"]
  },
  {
    name: "the sandbox calls a tool that is not there",
    file: "sandbox/calls.ts",
    find: "tools.find((each) => each.name === name)",
    replace: "tools[0]",
    caughtBy: ["sandbox/behaviours.test.ts"]
  },
  {
    name: "the sandbox calls a tool of free text with JSON",
    file: "sandbox/calls.ts",
    find: 'tool.free ? (textAt(readJson(input), "input") ?? input) : input',
    replace: "input",
    caughtBy: ["sandbox/behaviours.test.ts"]
  },
  {
    name: "the sandbox makes a call again that is answered",
    file: "sandbox/calls.ts",
    find: 'ask.choice.kind === "auto" && ask.results.length === 0 ? toldCalls',
    replace: 'ask.choice.kind === "auto" ? toldCalls',
    caughtBy: ["sandbox/behaviours.test.ts"]
  },
  {
    name: "the sandbox reads the input of a call to the first bracket",
    file: "sandbox/calls.ts",
    find: "if (readJson(input) !== undefined) return input",
    replace: "return readJson(input) === undefined ? undefined : input",
    caughtBy: ["sandbox/behaviours.test.ts"]
  },
  {
    name: "a thought that is not shown comes back as bytes",
    file: "formats/messages/opaque.ts",
    find: "if (hidden !== undefined) {",
    replace: "if (hidden !== undefined && part.opaque !== undefined) {",
    caughtBy: ["formats/messages/unseen.test.ts"]
  },
  {
    name: "Gemini's clients lose a thought that they do not show",
    file: "formats/generate-content/response-parts.ts",
    find: "{ opaque: [hiddenThought(words)] }",
    replace: "{}",
    caughtBy: ["sdk/reasoning-between-calls.test.ts"]
  },
  {
    name: "a stream forgets a hidden thought before its call",
    file: "formats/generate-content/stream-encode-parts.ts",
    find: " || waitsForCall(to, state.value)",
    replace: "",
    caughtBy: ["formats/generate-content/unshown.test.ts"]
  },
  {
    name: "a hidden thought comes back as the call's bytes",
    file: "formats/generate-content/parts.ts",
    find: "if (text !== undefined) parts.push",
    replace: "if (text === undefined) parts.push",
    caughtBy: ["sdk/reasoning-between-calls.test.ts"]
  },
  {
    name: "each frame of a stream that a chat keeps is a turn",
    file: "formats/generate-content/messages-decode.ts",
    find: "last === undefined || !isModels(last)",
    replace: "true || last === undefined || !isModels(last)",
    caughtBy: ["formats/crossing/habits.test.ts", "sdk/reasoning-between-calls.test.ts"]
  },
  {
    name: "pieces of a text and of a thought are one",
    file: "formats/generate-content/messages-decode.ts",
    find: " && last.type === first.type",
    replace: "",
    caughtBy: ["formats/crossing/habits.test.ts"]
  },
  {
    name: "a whole answer that calls loses its hidden reasoning",
    file: "endpoints/chat-completions.ts",
    find: 'return [{ path: childPointer(at, "reasoning_details"), value: unshownDetails(text) }]',
    replace: "return []",
    caughtBy: ["sdk/reasoning-between-calls.test.ts"]
  },
  {
    name: "any whole answer carries its hidden reasoning",
    file: "endpoints/chat-completions.ts",
    find: "!isArray(calls) || calls.length === 0 || ",
    replace: "",
    caughtBy: ["sdk/reasoning-between-calls.test.ts"]
  },
  {
    name: "hidden reasoning is not given back to its vendor",
    file: "families/openai-compatible/messages.ts",
    find: 'if (reasoning === "text" && !saysReasoning(message)) editor',
    replace: 'if (reasoning === "none" && !saysReasoning(message)) editor',
    caughtBy: ["sdk/reasoning-between-calls.test.ts"]
  },
  {
    name: "a thread's results reach another vendor as if it held their calls",
    file: "formats/messages/wire.ts",
    find: 'pointer?.startsWith("/thread") === true',
    replace: 'pointer?.startsWith("/threads") === true',
    caughtBy: ["sdk/threads.test.ts"]
  }
]
