import type { Mutant } from "./mutant.ts"

/** Defects in what one stream may take of the process: its loop, its memory, its notes. */
export const streamLimits: readonly Mutant[] = [
  {
    name: "a body may come in chunks of a byte, however many",
    file: "hosts/node-body.ts",
    find: "++this.#count > mostShreds && size < this.#count * shred",
    replace: "++this.#count < 0 && size < this.#count * shred",
    caughtBy: ["hosts/small-pieces.test.ts"]
  },
  {
    name: "what comes behind an early answer is read, in however many pieces",
    file: "hosts/node-answer.ts",
    find: "if (++pieces > mostUnread)",
    replace: "if (++pieces < 0)",
    caughtBy: ["hosts/small-pieces.test.ts"]
  },
  {
    name: "each byte of a long answer waits for a turn of its own",
    file: "upstream/attempt.ts",
    find: "if (size < block || size - this.#asked < step)",
    replace: "if (size < block)",
    caughtBy: ["upstream/long-answers.test.ts"]
  },
  {
    name: "what was read with the head of an answer is kept until its end",
    file: "upstream/undici.ts",
    find: "controller.rawHeaders = null",
    replace: "",
    caughtBy: ["faults/gateway/held-bodies.test.ts"]
  },
  {
    name: "a chunk that waits is a part of memory that node shares out",
    file: "hosts/node-answer.ts",
    find: "whole < shared && !waits ?",
    replace: "!waits ?",
    caughtBy: ["hosts/writer.test.ts"]
  },
  {
    name: "a short chunk behind one that waits is a part of memory that node shares out",
    file: "hosts/node-answer.ts",
    find: "whole < shared && !waits ?",
    replace: "whole < shared ?",
    caughtBy: ["hosts/writer.test.ts"]
  },
  {
    name: "what waits for a slow reader keeps what it is a part of",
    file: "upstream/flow.ts",
    find: "      else this.#pieces = settled(this.#pieces)\n",
    replace: "",
    caughtBy: ["upstream/slow-readers.test.ts"]
  },
  {
    name: "what comes for a slow reader keeps what it is a part of",
    file: "upstream/flow.ts",
    find: "if (!this.#wanted) this.#pieces = settled(this.#pieces)",
    replace: "",
    caughtBy: ["upstream/slow-readers.test.ts"]
  },
  {
    name: "all that came is translated for a reader for whom something waits",
    file: "exchange/serve-stream.ts",
    find: "this.#reader?.waits?.() === true",
    replace: "this.#reader === undefined",
    caughtBy: ["upstream/slow-readers.test.ts"]
  },
  {
    name: "a slow reader's stream is translated step by step and no less of it",
    file: "exchange/serve-stream.ts",
    find: "size < 8 * step",
    replace: "size >= 0",
    caughtBy: ["upstream/slow-readers.test.ts"]
  },
  {
    name: "a slow reader's stream is translated in steps that are long",
    file: "exchange/serve-stream.ts",
    find: "const slowStep = 2048",
    replace: "const slowStep = 16 * 1024",
    caughtBy: ["upstream/slow-readers.test.ts"]
  },
  {
    name: "what is left of a piece for a slow reader keeps all of it",
    file: "exchange/serve-stream.ts",
    find: "    this.#left = alone(this.#left)\n",
    replace: "",
    caughtBy: ["upstream/slow-readers.test.ts"]
  },
  {
    name: "a socket of an upstream is read four reads ahead",
    file: "upstream/undici.ts",
    find: "highWaterMark: ahead",
    replace: "highWaterMark: 4 * ahead",
    caughtBy: ["upstream/slow-readers.test.ts"]
  },
  {
    name: "all that a socket of an upstream has read is handed on at once",
    file: "upstream/undici.ts",
    find: "destroyed || readableLength < 2 * ahead",
    replace: "destroyed || readableLength > 0",
    caughtBy: ["upstream/slow-readers.test.ts"]
  },
  {
    name: "a body is held in memory that node shares out",
    file: "upstream/undici.ts",
    find: "encoder.encode(sent) : alone(sent)",
    replace: "Buffer.from(sent) : alone(sent)",
    caughtBy: ["upstream/slow-readers.test.ts"]
  },
  {
    name: "bytes of a body keep what they are a part of",
    file: "upstream/undici.ts",
    find: "encoder.encode(sent) : alone(sent)",
    replace: "encoder.encode(sent) : sent",
    caughtBy: ["upstream/slow-readers.test.ts"]
  },
  {
    name: "the name of an event keeps the text it was read from",
    file: "core/framing/sse.ts",
    find: "nameEvent(state, copyText(valueIn(text, from + 6, end)))",
    replace: "nameEvent(state, valueIn(text, from + 6, end))",
    caughtBy: ["cost/kept.test.ts"]
  },
  {
    name: "who makes what a client is told knows nothing of what waits for it",
    file: "hosts/node-answer.ts",
    find: "writer.drains.writableLength > 0",
    replace: "writer.drains.writableLength < 0",
    caughtBy: ["hosts/writer.test.ts"]
  },
  {
    name: "little of a piece keeps all of it",
    file: "core/bytes.ts",
    find: "8 * rest.length < 7 * rest.buffer.byteLength",
    replace: "rest.length > rest.buffer.byteLength",
    caughtBy: ["upstream/flow.test.ts"]
  },
  {
    name: "an error of the gateway's own in a stream quotes no request",
    file: "formats/messages/stream-encode.ts",
    find: "requestId === undefined ? error",
    replace: "requestId !== undefined ? error",
    caughtBy: ["shell/told.test.ts"]
  },
  {
    name: "an answer's notes are all kept",
    file: "exchange/answer.ts",
    find: "if (this.#notes.length < mostOfAnswer)",
    replace: "if (this.#notes.length >= 0)",
    caughtBy: ["shell/told.test.ts"]
  },
  {
    name: "streams work as long as they have something to do",
    file: "upstream/turns.ts",
    find: "if (this.#isBusy || this.#spent < this.#share) return",
    replace: "if (this.#spent >= 0) return",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "time in which nobody worked counts as work",
    file: "upstream/turns.ts",
    find: "this.#since = 0\n    if (this.#isBusy",
    replace: "if (this.#isBusy",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "a stream is pulled at once, however much of it there is",
    file: "upstream/flow.ts",
    find: "const told = all.subarray(0, slice)",
    replace: "const told = all",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "a stream that waits stands in line again with each piece",
    file: "upstream/flow.ts",
    find: "if (this.#leave !== undefined || !this.#wanted) return",
    replace: "if (!this.#wanted) return",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "a reader who stopped does not stop its source",
    file: "upstream/flow.ts",
    find: "this.#source.pause()",
    replace: "",
    caughtBy: ["upstream/turns.test.ts"]
  },
  {
    name: "a call of which pieces come is parsed with each text between them",
    file: "formats/generate-content/stream-encode-parts.ts",
    find: "call.end.isClosed && (call.isObject ??= hasObject(call.value))",
    replace: "hasObject(call.value)",
    caughtBy: ["cost/streams.test.ts"]
  },
  {
    name: "members that nobody knows are counted anew with each frame",
    file: "core/events/fold.ts",
    find: "this.#gather(this.#rest, rest)",
    replace: "this.#gather(this.#rest, new Map([...this.#rest, ...(rest ?? [])]))",
    caughtBy: ["cost/streams.test.ts"]
  },
  {
    name: "an answer's texts are looked through for each of its sources",
    file: "formats/generate-content/output-text.ts",
    find: "return this.#left <= 0",
    replace: "return this.#left === undefined",
    caughtBy: ["cost/streams.test.ts"]
  },
  {
    name: "a piece of text is found where it is first",
    file: "core/chat/citations.ts",
    find: "found === undefined || Math.abs(start - place) < Math.abs(found - place)",
    replace: "found === undefined",
    caughtBy: ["core/nearest.test.ts"]
  },
  {
    name: "a piece of text that begins like itself is read over",
    file: "core/chat/citations.ts",
    find: "backs[at] = fits",
    replace: "backs[at] = 0",
    caughtBy: ["core/nearest.test.ts"]
  },
  {
    name: "a long event may be nested as deep as it likes",
    file: "core/framing/stream-limits.ts",
    find: "depth > eventBounds.depth",
    replace: "depth < -1e9",
    caughtBy: ["core/framing/bounds.test.ts"]
  },
  {
    name: "a long event may have any number of values",
    file: "core/framing/stream-limits.ts",
    find: "++things > eventBounds.things",
    replace: "++things < 0",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "a text that is not media may be as long as an event",
    file: "core/framing/stream-limits.ts",
    find: "isLong(data, from, end) &&",
    replace: "end - from < 0 &&",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "instructions that a vendor repeats are read, however long",
    file: "core/framing/stream-limits.ts",
    find: "to - from <= eventBounds.text) continue",
    replace: "to - from > 0) continue",
    caughtBy: ["core/framing/bounds.test.ts"]
  },
  {
    name: "a stream is not translated whose vendor repeats long instructions",
    file: "core/framing/transducer.ts",
    find: "state.done ? item.data : withoutEcho(item.data)",
    replace: "item.data",
    caughtBy: ["history/long-instructions.test.ts"]
  },
  {
    name: "media are as short as other texts",
    file: "core/framing/stream-limits.ts",
    find: "data|url|text|content|delta|result",
    replace: "data|url|delta",
    caughtBy: ["core/framing/bounds.test.ts"]
  },
  {
    name: "a long event is translated in one go",
    file: "exchange/translate-stream.ts",
    find: "    yield* this.#given()\n    const whole",
    replace: "    const whole",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "what the end of a stream says is given in one go",
    file: "exchange/serve-stream.ts",
    find: "this.#isOver = !this.#machine.waits()\n    if",
    replace: "this.#isOver = true\n    if",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "a picture of Responses is kept twice",
    file: "formats/responses/response-decode.ts",
    find: 'nativeItem(without(object, "result"), type)',
    replace: "nativeItem(JsonText.of(object), type)",
    caughtBy: ["formats/crossing/pictures.test.ts"]
  },
  {
    name: "an event of many calls is long where it is a mebibyte alone",
    file: "exchange/translate-stream.ts",
    find: "else if (frame.data.length > short)",
    replace: "else if (frame.data.length > long)",
    caughtBy: ["cost/dense-events.test.ts"]
  },
  {
    name: "what many events say is given once it is a mebibyte",
    file: "exchange/translate-stream.ts",
    find: "if (this.#text.length > short)",
    replace: "if (this.#text.length > long)",
    caughtBy: ["cost/dense-events.test.ts"]
  },
  {
    name: "a last event of many items is read with what it repeats",
    file: "exchange/pass-stream.ts",
    find: "frame.data.length <= short) return frame",
    replace: "frame.data.length <= long) return frame",
    caughtBy: ["cost/dense-events.test.ts"]
  },
  {
    name: "a long text is written in one go",
    file: "exchange/translate-stream.ts",
    find: "cutAll(events)",
    replace: "events",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "a character is cut in two",
    file: "core/chat/chat.ts",
    find: "last >= 0xd800 && last <= 0xdbff",
    replace: "last > 0xffff",
    caughtBy: ["core/events/cut.test.ts"]
  },
  {
    name: "a long event may have any number of blanks",
    file: "core/framing/stream-limits.ts",
    find: "++between > eventBounds.between",
    replace: "++between < 0",
    caughtBy: ["core/framing/bounds.test.ts"]
  },
  {
    name: "each character of a medium may be escaped",
    file: "core/framing/stream-limits.ts",
    find: "++escapes > eventBounds.escapes",
    replace: "++escapes < 0",
    caughtBy: ["core/framing/bounds.test.ts"]
  },
  {
    name: "an event may have millions of empty lines",
    file: "core/framing/sse.ts",
    find: "const line = 256",
    replace: "const line = 0",
    caughtBy: ["core/framing/sse.test.ts"]
  },
  {
    name: "a client of Responses is told what cannot be kept for its last event",
    file: "formats/responses/stream-encode-parts.ts",
    find: "weightOf(delta))\n  if (to.held.error !== undefined) return",
    replace: "weightOf(delta))",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "a long event passes in one go",
    file: "exchange/pass-stream.ts",
    find: "(!(frame instanceof GatewayError) && frame.data.length > short) || isFull(",
    replace: "isFull(",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "a stream is over before its long events were told",
    file: "exchange/serve-stream.ts",
    find: "!this.#waits && (this.#hasEnded",
    replace: "(",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "a stream is pulled on while a long event waits",
    file: "exchange/serve-stream.ts",
    find: "else if (this.#waits) afterSockets(this.#goOn)",
    replace: "",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "pictures count like texts in what is kept of a stream",
    file: "core/framing/stream-limits.ts",
    find: "text.length / 8",
    replace: "text.length",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "a long answer is joined in one go",
    file: "upstream/attempt.ts",
    find: "Effect.andThen(Effect.yieldNow, step)",
    replace: "step",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "an answer may be nested as deep as it likes",
    file: "core/json/value.ts",
    find: "isDeeper(text, deepest) ? null",
    replace: "isDeeper(text, Infinity) ? null",
    caughtBy: ["core/json/flat.test.ts"]
  },
  {
    name: "what a vendor says of a submit has any length",
    file: "exchange/videos/tasks.ts",
    find: "once: true, most: mostSaid,",
    replace: "once: true,",
    caughtBy: ["videos/submit-faults.test.ts"]
  },
  {
    name: "a long text is hashed as a whole where it came at once",
    file: "core/chat/envelope.ts",
    find: "text.length > maxHashedLength ?",
    replace: "text.length > 1e12 ?",
    caughtBy: ["core/events/heard.test.ts"]
  },
  {
    name: "bytes of a long text are lost where it is cut for base64",
    file: "core/bytes.ts",
    find: "bytes.subarray(at, at + stretch)",
    replace: "bytes.subarray(at, at + stretch - 1)",
    caughtBy: ["core/bytes/base64.test.ts"]
  },
  {
    name: "log probabilities that are kept for a last event count nothing",
    file: "formats/responses/stream-encode.ts",
    find: "to.held.add(weightOfTokens(add.logprobs))",
    replace: "void weightOfTokens(add.logprobs)",
    caughtBy: ["faults/endless/endless.test.ts"]
  },
  {
    name: "long bodies are read as fast as they come, whoever else waits",
    file: "hosts/node-body.ts",
    find: "      request.pause()\n",
    replace: "",
    caughtBy: ["hosts/body-turns.test.ts"]
  },
  {
    name: "long bodies of one account are all begun before one is read to its end",
    file: "upstream/turns.ts",
    find: "goesOn ? line.prepend(go) : line.append(go)",
    replace: "line.append(go)",
    caughtBy: ["hosts/body-turns.test.ts"]
  },
  {
    name: "a passing event of the Responses API is read for its type, whatever it costs",
    file: "formats/responses/passthrough.ts",
    find: "begun.test(data) ? eventValue(data) : null",
    replace: "begun.test(data) ? JSON.parse(data) : null",
    caughtBy: ["cost/passed-events.test.ts"]
  },
  {
    name: "a passing event is read for its usage, whatever it costs",
    file: "exchange/usage.ts",
    find: "const chunk = eventValue(data)",
    replace: "const chunk = JSON.parse(data)",
    caughtBy: ["cost/passed-events.test.ts"]
  },
  {
    name: "the first event of an answer that is kept is looked at, whatever it costs",
    file: "formats/responses/history.ts",
    find: " || (!isOwn && beyondBounds(withoutEcho(data)) !== undefined)",
    replace: "",
    caughtBy: ["cost/passed-events.test.ts"]
  },
  {
    name: "a picture of the Responses API counts as a text that is kept",
    file: "formats/responses/stream-decode-parts.ts",
    find: "  state.held.add(itemWeight)\n  state.calls",
    replace: "  state.held.add(JSON.stringify(value).length)\n  state.calls",
    caughtBy: ["cost/passed-events.test.ts"]
  },
  {
    name: "a picture that is shown while it is made counts among what is remembered",
    file: "formats/responses/passed-stream.ts",
    find: "!PassedItem.keeps(type)",
    replace: "type === undefined",
    caughtBy: ["cost/passed-events.test.ts"]
  },
  {
    name: "a long text is cut within a character",
    file: "exchange/translate-stream.ts",
    find: "isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end",
    replace: "end",
    caughtBy: ["cost/long-events.test.ts"]
  },
  {
    name: "a long text is given in one piece",
    file: "exchange/translate-stream.ts",
    find: "const longest = 2 * long",
    replace: "const longest = 200 * long",
    caughtBy: ["cost/long-events.test.ts"]
  }
]
