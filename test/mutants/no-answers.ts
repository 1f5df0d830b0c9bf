import type { Mutant } from "./mutant.ts"

const caughtBy = ["shell/errors-beside.test.ts"]
const ends = ["formats/crossing/failed-ends.test.ts"]
const silent = ["formats/crossing/silent-ends.test.ts"]

/** Defects of successes that are none: those that tell an error, and those that answer nothing. */
export const noAnswers: readonly Mutant[] = [
  {
    name: "an answer that an overload broke off is as long as it may be",
    file: "core/events/checked-answer.ts",
    find: 'if (word === "insufficient_system_resource")',
    replace: 'if (word === "insufficient_resource")',
    caughtBy: ["formats/chat-completions/starved.test.ts"]
  },
  {
    name: "no answers: a call that was given up behind words ends as a plain answer",
    file: "core/events/checked-answer.ts",
    find: "(isEmpty || (!calls && givenUp.test(word)))",
    replace: "isEmpty",
    caughtBy: ends
  },
  {
    name: "no answers: what was given up behind a call in a stream is an error",
    file: "core/events/checked-answer.ts",
    find: "calling.has(event.candidate)",
    replace: "false",
    caughtBy: ends
  },
  {
    name: "no answers: a call of one candidate is every candidate's",
    file: "core/events/checked-answer.ts",
    find: "calling.has(event.candidate)",
    replace: "calling.size > 0",
    caughtBy: ends
  },
  {
    name: "no answers: a turn that paused is told as whole",
    file: "formats/chat-completions/response-end.ts",
    find: 'pause: ["length", "finish-reason"]',
    replace: 'pause: ["stop", "finish-reason"]',
    caughtBy: ["formats/crossing/endings.test.ts"]
  },
  {
    name: "no answers: a turn that paused is complete for the Responses API",
    file: "formats/responses/response-end.ts",
    find: ' || kind === "pause"',
    replace: "",
    caughtBy: ["formats/crossing/endings.test.ts"]
  },
  {
    name: "no answers: a picture alone is an empty message in a stream",
    file: "formats/messages/stream-encode.ts",
    find: "endWithoutMedia(to, encodeStopReason(to, to.head, ended, calls))",
    replace: "encodeStopReason(to, to.head, ended, calls)",
    caughtBy: ["formats/crossing/media-alone.test.ts"]
  },
  {
    name: "no answers: a picture alone is an empty message",
    file: "formats/messages/response-encode.ts",
    find: "endWithoutMedia({ said, lost }, encodeStopReason(",
    replace: "endWithoutMedia({ said: true, lost }, encodeStopReason(",
    caughtBy: ["formats/crossing/media-alone.test.ts"]
  },
  {
    name: "no answers: a picture behind a thought is an answer",
    file: "formats/messages/stream-encode-state.ts",
    find: '  to.said ||= track.kind !== "reasoning"',
    replace: "  to.said = true",
    caughtBy: ["formats/crossing/media-alone.test.ts"]
  },
  {
    name: "no answers: an error beside choices is none",
    file: "formats/chat-completions/response-decode.ts",
    find: "memberError(value) ?? (isArray(choices) ?",
    replace: "(isArray(choices) ?",
    caughtBy
  },
  {
    name: "no answers: an error that says nothing is one",
    file: "core/chat/codec.ts",
    find: '(typeof error === "string" || isObject(error)) && saysAny(error)',
    replace: '(typeof error === "string" && error !== "") || isObject(error)',
    caughtBy
  },
  {
    name: "no answers: an error in words has the type of the answer around it",
    file: "formats/messages/response-end.ts",
    find: "errorText(error) === undefined ? body : { ...flat, error: error ?? null }",
    replace: "body",
    caughtBy
  },
  {
    name: "no answers: what answers nothing passes",
    file: "exchange/reply-handlers.ts",
    find: "!client.passing.answers(value)",
    replace: 'value["error"]',
    caughtBy
  },
  {
    name: "no answers: a stream that only ends passes",
    file: "exchange/pass-stream.ts",
    find: "this.#watch.began() ? events",
    replace: "this.#watch.usage !== undefined ? events",
    caughtBy
  },
  {
    name: "no answers: an end that is an error is a limit",
    file: "core/events/checked-answer.ts",
    find: " || /^(?:(?:network_)?error|abort)$/i.test(word)",
    replace: "",
    caughtBy: ends
  },
  {
    name: "no answers: an answer that was given up ends well though it says nothing",
    file: "core/events/checked-answer.ts",
    find: "if (isGivenUp || ",
    replace: "if (",
    caughtBy: ends
  },
  {
    name: "no answers: an answer that was given up fails whatever it says, whole",
    file: "core/events/checked-answer.ts",
    find: "!candidates.some(({ parts }) => parts.some(saysAnything))",
    replace: "candidates.length > 0",
    caughtBy: ends
  },
  {
    name: "no answers: an answer that was given up fails whatever it says, streamed",
    file: "core/events/checked-answer.ts",
    find: "isEmpty &&= !saysAnything(event.value)",
    replace: "isEmpty &&= true",
    caughtBy: ends
  },
  {
    name: "no answers: an empty text is something",
    file: "core/chat/codec.ts",
    find: 'text.trim() !== ""',
    replace: 'text !== "-"',
    caughtBy: ends
  },
  {
    name: "no answers: a thought is something, whole",
    file: "core/chat/codec.ts",
    find: "!isThought(part) && ",
    replace: "",
    caughtBy: ends
  },
  {
    name: "no answers: a thought is something, streamed",
    file: "core/events/checked-answer.ts",
    find: 'event.value.type === "reasoning"',
    replace: "!isEmpty",
    caughtBy: ends
  },
  {
    name: "no answers: the account of the operator is told of why an answer failed",
    file: "core/events/checked-answer.ts",
    find: "clientMessage(message)",
    replace: "message",
    caughtBy: ends
  },
  {
    name: "no answers: why a choice failed is not told",
    file: "formats/chat-completions/response-end.ts",
    find: "{ message: native } : undefined",
    replace: "undefined : undefined",
    caughtBy: ends
  },
  {
    name: "no answers: why an answer was given up is told as a refusal",
    file: "formats/messages/response-encode.ts",
    find: 'finish?.kind === "malformed" ? undefined : candidate.block',
    replace: "candidate.block",
    caughtBy: ["formats/crossing/endings.test.ts"]
  },
  {
    name: "no answers: calls behind which a vendor gave up are not to be answered",
    file: "core/chat/codec.ts",
    find: 'calls && (kind === "malformed" || kind === "other")',
    replace: 'calls && kind === "tool-calls"',
    caughtBy: ["formats/crossing/ends-after-calls.test.ts"]
  },
  {
    name: "no answers: that a vendor gave up behind calls is not noted for Messages clients",
    file: "formats/messages/response-end.ts",
    find: "exact: reasons.has(kind)",
    replace: "exact: reasons.has(toldKind(kind, calls))",
    caughtBy: ["formats/crossing/ends-after-calls.test.ts"]
  },
  {
    name: "no answers: content that is a number is an empty answer",
    file: "formats/chat-completions/response-decode.ts",
    find: 'if (typeof message["content"] !== "object") reader.string(message, "content", at)',
    replace: "",
    caughtBy: ["formats/crossing/odd-bodies.test.ts"]
  },
  {
    name: "no answers: a call that names no tool is one",
    file: "core/events/checked-answer.ts",
    find: 'isClientCall(part) && part.name === ""',
    replace: "isClientCall(part) && part.name === undefined",
    caughtBy: silent
  },
  {
    name: "no answers: a stream of Messages that does not say why it ended ends its turn",
    file: "formats/messages/stream-decode.ts",
    find: 'reason === undefined ? "unsaid" : undefined',
    replace: "undefined",
    caughtBy: silent
  },
  {
    name: "no answers: a block of a stream that is none is nothing",
    file: "formats/messages/stream-decode.ts",
    find: "    state.unread = true\n",
    replace: "",
    caughtBy: silent
  },
  {
    name: "no answers: a text of a stream that is none is nothing",
    file: "formats/messages/stream-decode-parts.ts",
    find: "    state.unread ||= !isTextOrNone(text)\n",
    replace: "",
    caughtBy: silent
  },
  {
    name: "no answers: the word for no reason is one",
    file: "formats/generate-content/response-end.ts",
    find: "word === unspecified ?",
    replace: 'word === "" ?',
    caughtBy: silent
  },
  {
    name: "no answers: a whole answer with half a call is a success for Messages clients",
    file: "formats/messages/response-encode.ts",
    find: "first.parts.some(isBrokenCall) ? brokenEnd",
    replace: "first.parts.length > 9 ? brokenEnd",
    caughtBy: silent
  },
  {
    name: "no answers: half a call that its vendor cut off is an error for Messages clients",
    file: "formats/messages/response-end.ts",
    find: ' || kind === "blocked" || kind === "refusal"',
    replace: "",
    caughtBy: silent
  },
  {
    name: "no answers: Gemini's that say neither anything nor why pass",
    file: "formats/generate-content/passthrough.ts",
    find: '!saysError(body["error"]) && saysEnds(body)',
    replace: '!saysError(body["error"])',
    caughtBy: ["shell/failed-ends.test.ts"]
  },
  {
    name: "no answers: what cannot be read costs nothing",
    file: "core/chat/codec.ts",
    find: "settled.ok || answer.usage === undefined",
    replace: "true",
    caughtBy: ["shell/billed-errors.test.ts"]
  },
  {
    name: "no answers: a call without input has one that comes in two pieces",
    file: "formats/chat-completions/stream-decode-parts.ts",
    find: 'begun.hasInput || noInputs.has(text) ? "" : text',
    replace: '""',
    caughtBy: ["formats/crossing/upstream-habits.test.ts"]
  }
]
