import type { Mutant } from "./mutant.ts"

/** Defects in what is kept of streams, and in what vendors say around their answers. */
export const streams: readonly Mutant[] = [
  {
    name: "an answer of Gemini's without candidates is told as one that was blocked",
    file: "formats/generate-content/response-decode.ts",
    find: "if (candidates.length === 0 && head.block === undefined) return fail(noCandidates(usage))",
    replace: "",
    caughtBy: ["formats/crossing/no-candidates.test.ts"]
  },
  {
    name: "an answer of chat completions without choices is told as one that was blocked",
    file: "formats/chat-completions/response-decode.ts",
    find: "isEmpty ? fail(noCandidates(usage))",
    replace: "false ? fail(noCandidates(usage))",
    caughtBy: ["formats/crossing/no-candidates.test.ts"]
  },
  {
    name: "a stream keeps the first that it told",
    file: "exchange/serve-stream.ts",
    find: "    this.#first = none\n",
    replace: "",
    caughtBy: ["cost/kept.test.ts"]
  },
  {
    name: "a defect in what reads a stream is nobody's",
    file: "upstream/flow.ts",
    find: "reader?.die(thrown)",
    replace: "",
    caughtBy: ["upstream/flow.test.ts"]
  },
  {
    name: "a reader who has gone is told more",
    file: "exchange/serve-stream.ts",
    find: "if (this.#isLeft) return",
    replace: "",
    caughtBy: ["upstream/flow.test.ts"]
  },
  {
    name: "who reads pieces may not stop",
    file: "upstream/flow.ts",
    find: "reader?.take([piece]) === true",
    replace: "reader?.take([piece]) !== undefined",
    caughtBy: ["upstream/flow.test.ts"]
  },
  {
    name: "the beginning of a line keeps all that was read before it",
    file: "core/framing/sse.ts",
    find: "from === 0 ? text : copyText(text.slice(from))",
    replace: "text.slice(from)",
    caughtBy: ["cost/kept.test.ts"]
  },
  {
    name: "what repeats in frames keeps all that was read beside it",
    file: "core/events/delta-fast-path.ts",
    find: "placesIn(copyText(frame.data), ",
    replace: "placesIn(frame.data, ",
    caughtBy: ["cost/kept.test.ts"]
  },
  {
    name: "a long text is kept whole",
    file: "core/events/delta-fast-path.ts",
    find: "if (this.length > maxHashedLength) this.#shorten()",
    replace: "",
    caughtBy: ["faults/endless", "core/events/heard.test.ts"]
  },
  {
    name: "what a stream keeps is never too much",
    file: "core/framing/stream-limits.ts",
    find: "if (this.#units <= this.#most) return undefined",
    replace: "if (this.#units <= this.#most * 1e6) return undefined",
    caughtBy: ["faults/endless"]
  },
  {
    name: "lines of data that say nothing count nothing",
    file: "core/framing/sse.ts",
    find: "(state.data.length > 1 ? line : 0)",
    replace: "0",
    caughtBy: ["faults/endless"]
  },
  {
    name: "the digest of a long text leaves its beginning out",
    file: "core/events/delta-fast-path.ts",
    find: "hashOfBeginning(prefix + text)]",
    replace: "hashOfBeginning(prefix)]",
    caughtBy: ["core/events/heard.test.ts"]
  },
  {
    name: "the digest of a long text knows nothing of its end",
    file: "core/chat/envelope.ts",
    find: "`${hash} ${length}`",
    replace: "`${hash} `",
    caughtBy: ["core/events/heard.test.ts"]
  },
  {
    name: "Claude is sent names of users that it refuses",
    file: "families/claude.ts",
    find: "const longestUser = 256",
    replace: "const longestUser = 1024",
    caughtBy: ["families/claude.test.ts"]
  },
  {
    name: "a base URL that ends in an endpoint gets a mute 404",
    file: "gateway/route-table.ts",
    find: "(?:\\/(?:chat\\/completions|messages))?(?=",
    replace: "(?=",
    caughtBy: ["shell/base-urls.test.ts"]
  },
  {
    name: "a base URL is taken for one that ends in an endpoint whose path goes on",
    file: "gateway/route-table.ts",
    find: "?? behind(table, method, path, shortest)",
    replace: "",
    caughtBy: ["shell/base-urls.test.ts"]
  },
  {
    name: "what must go from a base URL is not named",
    file: "gateway/route-table.ts",
    find: 'base.endsWith(version) ? base.slice(0, -version.length) : ""',
    replace: '""',
    caughtBy: ["shell/base-urls.test.ts"]
  },
  {
    name: "an account without money is asked again",
    file: "upstream/sending.ts",
    find: "!Failures.saysExhausted(body)",
    replace: "true",
    caughtBy: ["faults/gateway/retries.test.ts"]
  },
  {
    name: "clients are not told that no try helps an account without money",
    file: "exchange/call-model.ts",
    find: ' || error.reason === "QuotaExceeded"',
    replace: "",
    caughtBy: ["faults/gateway/retries.test.ts"]
  },
  {
    name: "only whole words say that an account has no money",
    file: "upstream/failures.ts",
    find: " || words.has(firstPiece(word))",
    replace: "",
    caughtBy: ["upstream/vendors-error.test.ts"]
  },
  {
    name: "Anthropic's words for an account without money are those for a wrong request",
    file: "formats/messages/wire.ts",
    find: "?.startsWith(withoutCredit) === true",
    replace: "?.startsWith(withoutCredit) === undefined",
    caughtBy: ["formats/messages/exhausted.test.ts"]
  },
  {
    name: "how long a refusal is waited for cannot be chosen",
    file: "hosts/cli/compose.ts",
    find: "  retryAfter: retryAfter * 1000,\n",
    replace: "",
    caughtBy: ["config/limits.test.ts"]
  },
  {
    name: "a refusal is waited for as long as a minute",
    file: "upstream/upstream.ts",
    find: "retryAfter: 5_000",
    replace: "retryAfter: 60_000",
    caughtBy: ["faults/gateway/retries.test.ts"]
  },
  {
    name: "every 503 is tried again",
    file: "upstream/sending.ts",
    find: "[unavailable, (body) => Failures.isVendorsError(body)]",
    replace: "[unavailable, () => true]",
    caughtBy: ["faults/gateway/retries.test.ts"]
  },
  {
    name: "an interim answer in pieces is an answer",
    file: "upstream/undici.ts",
    find: "if (end < 0) return undefined",
    replace: "if (end < 0) return rest",
    caughtBy: ["faults/gateway/interim.test.ts"]
  },
  {
    name: "the prototype of a chunk is set",
    file: "formats/chat-completions/stream-encode-state.ts",
    find: "putMember(out, key, value)",
    replace: "out[key] = value",
    caughtBy: ["hostile"]
  },
  {
    name: "broken base64 is an image",
    file: "exchange/images/calls.ts",
    find: "images.push(checkedImage(image))",
    replace: "images.push(image)",
    caughtBy: ["images/answers.test.ts"]
  },
  {
    name: "broken UTF-8 of a form is replaced",
    file: "endpoints/form.ts",
    find: "if (utf8(head) === undefined) return fail(notUtf8(name))",
    replace: "",
    caughtBy: ["images/form.test.ts"]
  },
  {
    name: "a translated stream goes on behind its client's last event",
    file: "exchange/usage.ts",
    find: 'if (event.type === "end") this.#ended = true',
    replace: "",
    caughtBy: ["hosts/finished.test.ts"]
  },
  {
    name: "a stream is not over with its client's last event",
    file: "exchange/serve-stream.ts",
    find: "machine.ended() || machine.failure() !== undefined",
    replace: "machine.failure() !== undefined",
    caughtBy: ["hosts/finished.test.ts"]
  },
  {
    name: "the upstream of a finished stream is cut off",
    file: "exchange/chat.ts",
    find: "if (failure === undefined) drain()",
    replace: "",
    caughtBy: ["hosts/finished.test.ts"]
  },
  {
    name: "what is given back of a read keeps all of it",
    file: "upstream/undici.ts",
    find: "unshift(alone(piece))",
    replace: "unshift(piece)",
    caughtBy: ["upstream/given-back.test.ts"]
  },
  {
    name: "an upstream that never closes its answer is read for ever",
    file: "upstream/call.ts",
    find: "(this.#cut() ?? undefined)",
    replace: "now + unwanted.clock",
    caughtBy: ["shell/upstream.test.ts"]
  },
  {
    name: "an upstream that says what nobody wants is read for as long",
    file: "upstream/call.ts",
    find: "(this.#rest += piece.length) > unwanted.bytes",
    replace: "(this.#rest += piece.length) < 0",
    caughtBy: ["shell/upstream.test.ts"]
  },
  {
    name: "a host whose client left is told of an error",
    file: "gateway/web.ts",
    find: 'return queueMicrotask(() => this.#controller?.error(new Error("The answer was cut off.")))',
    replace: 'return this.#controller?.error(new Error("The answer was cut off."))',
    caughtBy: ["hosts/fetch.test.ts"]
  },
  {
    name: "what a stream counts that passes unread is not metered",
    file: "exchange/pass-stream.ts",
    find: "    } else this.#unread.pass(brief)\n",
    replace: "    }\n",
    caughtBy: ["shell/billed-streams.test.ts"]
  },
  {
    name: "behind an error no more is counted than before it",
    file: "exchange/usage.ts",
    find: "this.#isCounted = isLast",
    replace: "this.#isCounted = true",
    caughtBy: ["shell/billed-streams.test.ts"]
  },
  {
    name: "what passes unread is counted before what is read",
    file: "exchange/pass-stream.ts",
    find: "      this.#unread.read()\n      if (outline",
    replace: "      if (outline",
    caughtBy: ["shell/billed-streams.test.ts"]
  },
  {
    name: "a stream of the Responses API that failed costs nothing",
    file: "formats/responses/stream-decode.ts",
    find: 'failureOf(objectOr(frame["response"]) ?? {}',
    replace: "failureOf({}",
    caughtBy: ["shell/billed-streams.test.ts"]
  },
  {
    name: "what an answer cost is not read behind its error",
    file: "exchange/usage.ts",
    find: "events.filter(tellsCost)",
    replace: "[]",
    caughtBy: ["shell/billed-streams.test.ts"]
  },
  {
    name: "a chunk that tells an error counts nothing",
    file: "formats/chat-completions/stream-decode.ts",
    find: "error.with({ usage: usageIn(chunk, undefined) })",
    replace: "error",
    caughtBy: ["shell/billed-streams.test.ts"]
  },
  {
    name: "a stream of Gemini's that only counts was cut",
    file: "formats/generate-content/stream-decode.ts",
    find: 'how === "clean" && state.started',
    replace: "false",
    caughtBy: ["shell/billed-streams.test.ts"]
  },
  {
    name: "a stream of chat completions that only ends was cut",
    file: "formats/chat-completions/stream-decode.ts",
    find: "  if (state.choices.size === 0) failed(state, noCandidates())\n  else endStream",
    replace: "  endStream",
    caughtBy: ["shell/billed-streams.test.ts"]
  },
  {
    name: "the name of a last event is its end",
    file: "formats/messages/passthrough.ts",
    find: " && isObject(eventValue(data)),",
    replace: ",",
    caughtBy: ["shell/billed-streams.test.ts"]
  }
]
