import type { Mutant } from "./mutant.ts"

const bySdk = ["formats/responses/stream-sdk.test.ts"]
const byLaws = ["laws/round-trip.test.ts", "laws/streams.test.ts"]

/** Defects of answers and streams of the Responses API. */
export const responsesAnswers: readonly Mutant[] = [
  {
    name: "that the model itself called is noted where nothing else can be said",
    file: "formats/messages/tool-calls.ts",
    find: 'client && caller?.object?.["type"] === "direct"',
    replace: "client && caller === undefined",
    caughtBy: ["formats/messages/promised-members.test.ts"]
  },
  {
    name: "responses: half a text is told as a whole object",
    file: "core/chat/tool-calls.ts",
    find: "input.unfinished === true ? undefined : { input: input.text }",
    replace: "{ input: input.text }",
    caughtBy: ["formats/crossing/open-calls.test.ts"]
  },
  {
    name: "responses: a call of an answer does not say that it broke off",
    file: "formats/responses/tool-calls.ts",
    find: 'status !== "incomplete" || call.input.kind',
    replace: "call.id !== undefined || call.input.kind",
    caughtBy: ["formats/crossing/open-calls.test.ts"]
  },
  {
    name: "responses: a call whose end is not told is whole",
    file: "formats/responses/stream-decode.ts",
    find: "for (const part of parts.values()) breakOff(state, part)\n",
    replace: "for (const part of parts.values()) void part\n",
    caughtBy: ["formats/crossing/open-calls.test.ts"]
  },
  {
    name: "chat completions: half a text is closed",
    file: "formats/chat-completions/tool-calls.ts",
    find: `after: input.unfinished === true ? "" : '"}' }`,
    replace: `after: '"}' }`,
    caughtBy: ["formats/crossing/open-calls.test.ts"]
  },
  {
    name: "responses answers: a call that broke off is complete",
    file: "formats/responses/tool-calls.ts",
    find: "if (isUnfinished(call) || (as ===",
    replace: "if ((as ===",
    caughtBy: ["formats/crossing/cut-calls.test.ts"]
  },
  {
    name: "responses answers: a call is complete that a broken stream left open",
    file: "formats/responses/stream-encode-parts.ts",
    find: 'track.unfinished ||= status === "incomplete"',
    replace: "",
    caughtBy: ["formats/crossing/cut-calls.test.ts"]
  },
  {
    name: "free text that broke off is the arguments around it",
    file: "core/chat/tool-calls.ts",
    find: "if (head !== undefined)",
    replace: "if (false && head !== undefined)",
    caughtBy: ["formats/crossing/cut-calls.test.ts"]
  },
  {
    name: "half an escape sequence loses all of a free text",
    file: "core/chat/tool-calls.ts",
    find: "if (next > written.length) break",
    replace: "",
    caughtBy: ["formats/crossing/cut-calls.test.ts"]
  },
  {
    name: "half a surrogate pair stands in a free text",
    file: "core/chat/tool-calls.ts",
    find: 'said.replace(/[\\uD800-\\uDBFF]$/, "")',
    replace: "said",
    caughtBy: ["formats/crossing/cut-calls.test.ts"]
  },
  {
    name: "messages: a call is whole at which the limit ended its answer",
    file: "formats/messages/response-decode.ts",
    find: "if (isLimit(candidate.finish))",
    replace: "if (false)",
    caughtBy: ["formats/crossing/cut-calls.test.ts"]
  },
  {
    name: "messages: a call is whole of whose input nothing came before the limit of its stream",
    file: "formats/messages/stream-decode-parts.ts",
    find: "  state.bare = index\n  return nothing",
    replace: "  return closeIndex(state, index)",
    caughtBy: ["formats/crossing/cut-calls.test.ts"]
  },
  {
    name: "messages: a call without an input is cut, though another block follows it",
    file: "formats/messages/stream-decode-parts.ts",
    find: "[...closeBlock(state, state.bare), ...closeBlock(state, index)]",
    replace: "[...closeBlock(state, index)]",
    caughtBy: ["formats/crossing/cut-calls.test.ts"]
  },
  {
    name: "a call of whose input nothing came before the limit is one of an empty object",
    file: "core/chat/tool-calls.ts",
    find: " && !input.unfinished",
    replace: "",
    caughtBy: ["formats/crossing/cut-calls.test.ts"]
  },
  {
    name: "chat completions: a stream's call that was cut before its input has an empty object",
    file: "formats/chat-completions/stream-encode-parts.ts",
    find: "open.hasInput ||= cut",
    replace: "",
    caughtBy: ["formats/crossing/cut-calls.test.ts"]
  },
  {
    name: "responses: the id of a call is longer than Codex takes",
    file: "formats/responses/tool-calls.ts",
    find: "const longestCallId = 256",
    replace: "const longestCallId = 512",
    caughtBy: ["formats/responses/call-ids.test.ts"]
  },
  {
    name: "responses: a stream's text counts for nothing between a call and the thought before it",
    file: "formats/responses/stream-encode-state.ts",
    find: "return { ...value, text: content.text.text }",
    replace: "return value",
    caughtBy: ["formats/responses/carried-bytes.test.ts"]
  },
  {
    name: "responses: the bytes of a picture are lost",
    file: "formats/responses/response-parts.ts",
    find: "...carriers(to, opaque, part, place, index + 1)\n  ]",
    replace: "]",
    caughtBy: ["formats/responses/signed-parts.test.ts"]
  },
  {
    name: "the signature of one picture is every picture's",
    file: "core/chat/envelope.ts",
    find: '"data" in part.source ? part.source.data : part.type',
    replace: "part.type",
    caughtBy: ["formats/responses/signed-parts.test.ts"]
  },
  {
    name: "responses: the bytes of an empty text are lost in a whole answer",
    file: "formats/responses/response-encode.ts",
    find: "if (!isSilentText(part)) {",
    replace: "if (isSilentText(part)) return\n    {",
    caughtBy: ["formats/responses/signed-parts.test.ts"]
  },
  {
    name: "responses: a call that has its id from here loses its bytes",
    file: "formats/responses/tool-calls.ts",
    find: "plainId(callId) === callId ? opaque",
    replace: "callId === call.id ? opaque",
    caughtBy: ["formats/responses/carried-bytes.test.ts"]
  },
  {
    name: "responses: a stream that failed is passed unread",
    file: "formats/responses/passthrough.ts",
    find: '["response.completed", "response.incomplete"])',
    replace: '["response.completed", "response.incomplete", "response.failed"])',
    caughtBy: ["shell/failed-responses.test.ts"]
  },
  {
    name: "responses: what an answer repeats does not cross to a thread",
    file: "core/json/late-text.ts",
    find: "enumerable: true,\n  get() {",
    replace: "enumerable: false,\n  get() {",
    caughtBy: ["formats/responses/repeated-members.test.ts"]
  },
  {
    name: "responses: a failure has the number of the event before it",
    file: "formats/responses/passed-stream.ts",
    find: "Number(last) + 1",
    replace: "Number(last)",
    caughtBy: ["faults/gateway/responses-cuts.test.ts"]
  },
  {
    name: "responses: behind an event without a number a failure has the first",
    file: "formats/responses/passed-stream.ts",
    find: "if (data.includes(number)) lastNumbered",
    replace: "lastNumbered",
    caughtBy: ["faults/gateway/responses-cuts.test.ts"]
  },
  {
    name: "braces that hold no members pass in a stream",
    file: "exchange/pass-stream.ts",
    find: '(?:\\[|\\{\\s*["}])/',
    replace: "[[{]/",
    caughtBy: ["faults/gateway/responses-cuts.test.ts"]
  },
  {
    name: "responses: behind an error the vendor's own word that its answer failed is not told",
    file: "exchange/pass-stream.ts",
    find: "if (this.#untold.length > 0 && ",
    replace: "if (false && ",
    caughtBy: ["shell/failed-responses.test.ts"]
  },
  {
    name: "responses: what is told behind an error may be about the operator's account",
    file: "formats/responses/passed-stream.ts",
    find: "?.edits.length === 0",
    replace: "?.edits !== undefined",
    caughtBy: ["shell/failed-responses.test.ts"]
  },
  {
    name: "responses: behind an error of the vendor's own nothing says that the answer failed",
    file: "exchange/pass-stream.ts",
    find: "this.#untold = yield* this.#tell(error)",
    replace: "this.#untold = nothing",
    caughtBy: ["faults/gateway/responses-cuts.test.ts"]
  },
  {
    name: "an answer that Gemini stopped for another reason is whole",
    file: "formats/generate-content/response-end.ts",
    find: '["OTHER", "malformed"]',
    replace: '["OTHER", "stop"]',
    caughtBy: ["formats/crossing/endings.test.ts"]
  },
  {
    name: "responses: that the reason of an end is not known is no loss",
    file: "formats/responses/response-end.ts",
    find: "/pause|other|malformed/",
    replace: "/pause|malformed/",
    caughtBy: ["formats/crossing/endings.test.ts"]
  },
  {
    name: "responses: the likeliest tokens are asked for without their log probabilities",
    file: "formats/responses/settings.ts",
    find: "named >= 0 || (request.topLogprobs ?? 0) > 0",
    replace: "named >= 0",
    caughtBy: ["formats/crossing/logprobs.test.ts"]
  },
  {
    name: "responses: a whole answer that failed is asked for again",
    file: "formats/responses/response-decode.ts",
    find: "readError(body).with(made(body))",
    replace: "readError(body)",
    caughtBy: ["shell/failed-responses.test.ts"]
  },
  {
    name: "half an object passes in a stream",
    file: "exchange/pass-stream.ts",
    find: " && ends.test(data.slice(-8))",
    replace: "",
    caughtBy: ["faults/gateway/responses-cuts.test.ts"]
  },
  {
    name: "responses: an answer that failed forgets the text that was coming",
    file: "formats/responses/passed-stream.ts",
    find: "if (text.length > 0) out",
    replace: "if (text.length < 0) out",
    caughtBy: ["faults/gateway/responses-cuts.test.ts"]
  },
  {
    name: "responses: what no client could read passes in a stream",
    file: "exchange/pass-stream.ts",
    find: " || !isReadable(frame.data)",
    replace: "",
    caughtBy: ["faults/gateway/responses-cuts.test.ts"]
  },
  {
    name: "responses: an answer that was refused without a word is complete",
    file: "formats/responses/response-end.ts",
    find: ' || (kind === "refusal" && !refuses)',
    replace: "",
    caughtBy: ["formats/crossing/endings.test.ts"]
  },
  {
    name: "responses: an answer whose call was malformed is withheld",
    file: "formats/responses/response-end.ts",
    find: 'kind === "blocked" ||',
    replace: 'kind === "blocked" || kind === "malformed" ||',
    caughtBy: ["formats/crossing/endings.test.ts"]
  },
  {
    name: "responses: a message stays open where a call begins",
    file: "formats/responses/stream-encode-parts.ts",
    find: "const openCall = (to: StreamEncoderState, track: PartState, call: ToolCallPart): void => {\n  closeMessage(to)\n",
    replace: "const openCall = (to: StreamEncoderState, track: PartState, call: ToolCallPart): void => {\n",
    caughtBy: bySdk
  },
  {
    name: "responses: an empty thought opens an item",
    file: "formats/responses/stream-encode-parts.ts",
    find: '  if (text === "") return\n  track.text.add(text)\n  if (track.item === undefined)',
    replace: "  track.text.add(text)\n  if (track.item === undefined)",
    caughtBy: bySdk
  },
  {
    name: "responses: an own item's id is lost",
    file: "formats/responses/stream-encode-state.ts",
    find: "id instanceof JsonText ? id.value : id",
    replace: "id",
    caughtBy: bySdk
  },
  {
    name: "responses: frames are not numbered",
    file: "formats/responses/stream-encode-state.ts",
    find: "sequence_number: to.sequence++",
    replace: "sequence_number: 0",
    caughtBy: bySdk
  },
  {
    name: "responses: a failure is told by its frame alone",
    file: "formats/responses/stream-encode.ts",
    find: '  pushFrame(to, "response.failed", { response })\n',
    replace: "",
    caughtBy: bySdk
  },
  {
    name: "responses: a failure is told by the answer alone",
    file: "formats/responses/stream-encode.ts",
    find: "  to.frames.push(errorFrame(error, to.sequence++))\n",
    replace: "",
    caughtBy: bySdk
  },
  {
    name: "responses: an overload has no code that clients know",
    file: "formats/responses/wire.ts",
    find: '"server_is_overloaded"]',
    replace: '"overloaded"]',
    caughtBy: bySdk
  },
  {
    name: "responses: what was said is not told again where it broke off",
    file: "formats/responses/stream-encode.ts",
    find: '{ status: "failed" }, saidItems(to)',
    replace: '{ status: "failed" }, []',
    caughtBy: bySdk
  },
  {
    name: "responses: the last frame has no output",
    file: "formats/responses/stream-encode.ts",
    find: "encodeHead(to, to.head, ended, saidItems(to), usage)",
    replace: "encodeHead(to, to.head, ended, [], usage)",
    caughtBy: ["laws/sdk.test.ts"]
  },
  {
    name: "responses: counts of the cache are counted twice",
    file: "formats/responses/response-end.ts",
    find: "usage.input = cached > input ? input : input - cached",
    replace: "usage.input = input",
    caughtBy: byLaws
  },
  {
    name: "responses: thoughts are counted twice",
    file: "formats/responses/response-end.ts",
    find: "usage.text = Math.max(0, output - reasoning)",
    replace: "usage.text = output",
    caughtBy: byLaws
  },
  {
    name: "responses: an answer that was cut is complete",
    file: "formats/responses/response-end.ts",
    find: 'if (kind === "length" || ',
    replace: "if (",
    caughtBy: byLaws
  },
  {
    name: "responses: what was withheld reads as cut",
    file: "formats/responses/response-end.ts",
    find: '["content_filter", "blocked"]',
    replace: '["content_filter", "length"]',
    caughtBy: ["formats/responses/stream-decode.test.ts"]
  },
  {
    name: "responses: a call of OpenAI's own custom tool becomes a function's",
    file: "formats/responses/tool-calls.ts",
    find: ' || (of === "custom" && isOwn(call))',
    replace: "",
    caughtBy: byLaws
  },
  {
    name: "responses: messages are noted where nothing stands",
    file: "formats/responses/request.ts",
    find: '  root.place("messages", "/input")\n',
    replace: "",
    caughtBy: ["laws/places.test.ts"]
  },
  {
    name: "responses: an answer without candidates has no note",
    file: "formats/responses/response-encode.ts",
    find: '    note(to, "required-member/answer", response)\n',
    replace: "",
    caughtBy: ["formats/crossing/no-candidates.test.ts"]
  },
  {
    name: "responses: summaries run into each other",
    file: "formats/responses/stream-decode-parts.ts",
    find: "before === undefined || before === now ? text : `\\n\\n${text}`",
    replace: "text",
    caughtBy: ["formats/responses/stream-decode.test.ts"]
  },
  {
    name: "responses: what an item's end says beyond its pieces is lost",
    file: "formats/responses/stream-decode-parts.ts",
    find: "if (isMore) add(state, part, whole.slice(text.length))",
    replace: "if (isMore) return",
    caughtBy: ["formats/responses/stream-decode.test.ts"]
  },
  {
    name: "responses: what only the last frame says is lost",
    file: "formats/responses/stream-decode.ts",
    find: "if (isArray(output)) finishOutput(state, output)",
    replace: "",
    caughtBy: ["formats/responses/stream-decode.test.ts"]
  },
  {
    name: "responses: items are known by their places alone",
    file: "formats/responses/stream-decode-parts.ts",
    find: 'typeof id === "string" ? itemsById.get(id) : undefined',
    replace: "undefined",
    caughtBy: ["formats/responses/malformed-streams.test.ts"]
  },
  {
    name: "responses: an item that began as another type is told",
    file: "formats/responses/stream-decode.ts",
    find: "known.type === itemType(item)",
    replace: "true",
    caughtBy: ["formats/responses/malformed-streams.test.ts"]
  },
  {
    name: "responses: the last frame's output is told again where its places differ",
    file: "formats/responses/stream-decode.ts",
    find: "output.length > state.items.size",
    replace: "true",
    caughtBy: ["formats/responses/stream-decode.test.ts"]
  },
  {
    name: "log probabilities stand where no member is",
    file: "formats/responses/response-decode.ts",
    find: "`${at}/content/${index}/logprobs`",
    replace: '"/logprobs"',
    caughtBy: ["laws/leaves.test.ts"]
  },
  {
    name: "a summary that another vendor holds is a block without anything in it",
    file: "formats/messages/response-parts.ts",
    find: "      if (isHeldElsewhere(part, ownVendor)) break\n",
    replace: "",
    caughtBy: ["laws/leaves.test.ts"]
  },
  {
    name: "the id of a streamed call carries the first piece of its thought",
    file: "formats/responses/stream-encode-parts.ts",
    find: "  track.value = value\n  if (track.item",
    replace: "  if (track.item",
    caughtBy: ["laws/call-ids.test.ts"]
  },
  {
    name: "responses answers: a container that a stream names at its end is lost in silence",
    file: "formats/chat-completions/stream-encode.ts",
    find: "      noteHead(event.add, state)\n",
    replace: "",
    caughtBy: ["formats/crossing/containers.test.ts"]
  }
]
