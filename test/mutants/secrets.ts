import type { Mutant } from "./mutant.ts"

const redactor = "core/secrets/redactor.ts"
const escapes = "core/secrets/views.ts"
const ofRedactor = ["secrets/redactor.test.ts"]
const ofFamilies = ["secrets/families.test.ts"]

const printed = ["secrets/printed.test.ts"]

/** Defects in what keeps secrets from texts. */
export const secrets: readonly Mutant[] = [
  {
    name: "what was told before is searched again where a stream fails",
    file: "exchange/without-secrets.ts",
    find: "if (data.length <= short) return yield* mask(data)\n",
    replace: "if (data.length > 0) return yield* mask(data)\n",
    caughtBy: ["secrets/long-last-events.test.ts"]
  },
  {
    name: "what a long last event says of its error is not searched",
    file: "exchange/without-secrets.ts",
    find: "(yield* mask(data.slice(read, from)))",
    replace: "data.slice(read, from)",
    caughtBy: ["secrets/long-last-events.test.ts"]
  },
  {
    name: "what stands behind the last place that is not searched is told as it is",
    file: "exchange/without-secrets.ts",
    find: "return told + (yield* mask(data.slice(read)))",
    replace: "return told + data.slice(read)",
    caughtBy: ["secrets/long-last-events.test.ts"]
  },
  {
    name: "what an answer says again is searched where an event tells its error",
    file: "exchange/without-secrets.ts",
    find: "else if (repeated.has(inside.name)) yield",
    replace: "else if (repeated.has(inside.name)) void",
    caughtBy: ["secrets/long-last-events.test.ts"]
  },
  {
    name: "what a stream ends in passes where it is no event",
    file: "exchange/event-lines.ts",
    find: "frames.length > 0 && frames.every(isWhole)",
    replace: "frames.every(isWhole)",
    caughtBy: ["secrets/stream-errors.test.ts"]
  },
  {
    name: "an error in a stream that is translated tells a client's key",
    file: "exchange/translate-stream.ts",
    find: "const hasFailed = watch.failure() !== undefined",
    replace: "const hasFailed = watch.failure() === undefined",
    caughtBy: ["secrets/stream-errors.test.ts"]
  },
  {
    name: "JSON that stands in no event passes unread",
    file: "core/framing/sse.ts",
    find: "state.bare || isBare(text.charCodeAt(from))",
    replace: "state.bare",
    caughtBy: ["secrets/stream-errors.test.ts"]
  },
  {
    name: "an error that stands in no event is thought to be told",
    file: "exchange/pass-stream.ts",
    find: "bare !== true &&",
    replace: "",
    caughtBy: ["shell/bare-errors.test.ts"]
  },
  {
    name: "the line feed of a blank line that is cut in two is held",
    file: "exchange/event-lines.ts",
    find: "this.#afterReturn && piece[0]",
    replace: "!this.#afterReturn && piece[0]",
    caughtBy: ["shell/cut-line-ends.test.ts"]
  },
  {
    name: "the line feed behind a stream's last event is not told",
    file: "exchange/pass-stream.ts",
    find: "this.#over ? withLineFeed(out) : out",
    replace: "out",
    caughtBy: ["shell/cut-line-ends.test.ts"]
  },
  {
    name: "calls that share an id in a stream are told under it",
    file: "core/chat/call-id.ts",
    find: "this.#taken.has(spelled)",
    replace: "at < 0",
    caughtBy: ["shell/repeated-call-ids.test.ts"]
  },
  {
    name: "calls that Kimi numbers are told apart in another way",
    file: "core/chat/call-id.ts",
    find: "name === undefined ? `${id}_${nth}`",
    replace: "nth > 0 ? `${id}_${nth}`",
    caughtBy: ["formats/crossing/fresh-ids.test.ts"]
  },
  {
    name: "what is cut off inside a coding is waited for",
    file: "upstream/node-content.ts",
    find: "    this.#stream.destroy()\n    this.#listener.fail(false, error)",
    replace: "    this.#stream.destroy()",
    caughtBy: ["shell/odd-answers.test.ts"]
  },
  {
    name: "events that are called JSON are read as JSON",
    file: "exchange/chat.ts",
    find: "if (isEvents(first))",
    replace: "if (!isEvents(first) && first.length < 0)",
    caughtBy: ["shell/odd-answers.test.ts"]
  },
  {
    name: "a stream of Gemini's may not say [DONE]",
    file: "formats/generate-content/stream-decode.ts",
    find: 'if (said === done) return endStream(state, "clean")',
    replace: "",
    caughtBy: ["shell/odd-answers.test.ts"]
  },
  {
    name: "an error without its event's name passes where bytes of the Responses API do",
    file: "formats/responses/passthrough.ts",
    find: "    return isErrorAlone(frame)\n",
    replace: "    return false\n",
    caughtBy: ["secrets/unnamed-errors.test.ts"]
  },
  {
    name: "an error in an event that is called a delta passes where bytes of the Messages API do",
    file: "formats/messages/passthrough.ts",
    find: "!isUnread(frame) || mayFail.test(frame.data)",
    replace: "!isUnread(frame)",
    caughtBy: ["secrets/unnamed-errors.test.ts"]
  },
  {
    name: "an error in words is none in a stream of Claude's",
    file: "formats/messages/response-end.ts",
    find: "!saysError(error)",
    replace: "!isObject(error)",
    caughtBy: ["secrets/unnamed-errors.test.ts"]
  },
  {
    name: "an error in words is none in a stream of Gemini's",
    file: "formats/generate-content/response-end.ts",
    find: '!saysError(first["error"])',
    replace: '!isObject(first["error"])',
    caughtBy: ["secrets/unnamed-errors.test.ts"]
  },
  {
    name: "an error inside a choice tells the operator's account",
    file: "exchange/reply-handlers.ts",
    find: ", ...errors.flatMap(withoutAccountIn)",
    replace: "",
    caughtBy: ["secrets/stream-errors.test.ts"]
  },
  {
    name: "an error beside an answer tells a client's key",
    file: "exchange/without-secrets.ts",
    find: "withoutQuoted(secrets, reply)",
    replace: "Effect.succeed(reply)",
    caughtBy: ["secrets/stream-errors.test.ts"]
  },
  {
    name: "an error beside the choices of an answer is none",
    file: "formats/chat-completions/passthrough.ts",
    find: '[[body, ""] as const, ...all]',
    replace: "all",
    caughtBy: ["secrets/stream-errors.test.ts"]
  },
  {
    name: "an error that says none passes where bytes of chat completions do",
    file: "formats/chat-completions/passthrough.ts",
    find: " || (bare !== true && !chunk.test(data))",
    replace: "",
    caughtBy: ["secrets/stream-errors.test.ts"]
  },
  {
    name: "an error in an event that ends nothing tells a client's key",
    file: "formats/responses/passthrough.ts",
    find: "  quotes: isErrorBeside,\n",
    replace: "",
    caughtBy: ["secrets/stream-errors.test.ts"]
  },
  {
    name: "an answer whose last event tells an error ends well",
    file: "formats/responses/passthrough.ts",
    find: " && !isErrorBeside(frame)",
    replace: "",
    caughtBy: ["secrets/stream-errors.test.ts"]
  },
  {
    name: "an error in a stream that passes tells a client's key",
    file: "exchange/pass-stream.ts",
    find: "maskOf(this.#client.secrets, withoutAccount)(words)",
    replace: "maskOf({ ...this.#client.secrets, text: (told) => told }, withoutAccount)(words)",
    caughtBy: ["secrets/stream-errors.test.ts"]
  },
  {
    name: "what stands in a stream and is no event's passes as it is",
    file: "exchange/pass-stream.ts",
    find: "this.#hasAsides ? yield* maskAsides(whole, this.#mask, this.#hasNames) : whole",
    replace: "whole",
    caughtBy: ["secrets/stream-errors.test.ts"]
  },
  {
    name: "of what is no event's, much is looked at in one step",
    file: "exchange/event-lines.ts",
    find: "said.length > long ? lastEnds(said) : yield*",
    replace: "yield*",
    caughtBy: ["shell/stream-asides.test.ts"]
  },
  {
    name: "data of a stream that are no object pass as they are",
    file: "exchange/pass-stream.ts",
    find: '> long ? "keep" : "masked"',
    replace: '> long ? "keep" : "pass"',
    caughtBy: ["secrets/stream-errors.test.ts"]
  },
  {
    name: "JSON that stands in no event is taken for an event's",
    file: "core/framing/sse.ts",
    find: "  state.bare = true\n  state.aside?.()",
    replace: "  state.bare = true",
    caughtBy: ["secrets/stream-errors.test.ts"]
  },
  {
    name: "a stream's client knows no secret",
    file: "exchange/chat.ts",
    find: "clientOf(wire, policy, { ...defaults, now }, Context.get(services, Secrets))",
    replace: "clientOf(wire, policy, { ...defaults, now })",
    caughtBy: ["secrets/stream-errors.test.ts"]
  },
  {
    name: "a whole answer is not searched for the key",
    file: "upstream/attempt.ts",
    find: "Effect.succeed(this.#redactor.bytes(rest))",
    replace: "Effect.succeed(rest)",
    caughtBy: ofFamilies
  },
  {
    name: "a streamed answer is not searched for the key",
    file: "upstream/filtered-flow.ts",
    find: "pieces.map((piece) => this.#filter.push(piece)).filter(isFull)",
    replace: "pieces",
    caughtBy: ofFamilies
  },
  {
    name: "a key that is cut in two by a socket's reads is told",
    file: "upstream/upstream.ts",
    find: "this.#redactor.begin(this.#rest.length === 0 ? piece : concatBytes([this.#rest, piece]))",
    replace: "[this.#redactor.bytes(piece), this.#rest]",
    caughtBy: ofFamilies
  },
  {
    name: "what is held back of a stream's end is lost",
    file: "upstream/filtered-flow.ts",
    find: "const rest = this.#filter.end()",
    replace: "const rest = this.#filter.end().subarray(0, 0)",
    caughtBy: ["secrets/upstream.test.ts"]
  },
  {
    name: "keys that were sent before are told",
    file: "families/models/line.ts",
    find: "retired.length === 0\n    ? {}\n    : { secrets:",
    replace: "retired.length >= 0 ? {} : { secrets:",
    caughtBy: ofFamilies
  },
  {
    name: "a key in a header of a family's own name is told",
    file: "upstream/upstream.ts",
    find: "/auth|key|token|secret|cookie|password/",
    replace: "/auth|token|secret|cookie|password/",
    caughtBy: ["secrets/upstream.test.ts"]
  },
  {
    name: "headers of errors tell the key",
    file: "upstream/attempt.ts",
    find: "isSuccess(status) ? headers : redactedHeaders(redactor, headers)",
    replace: "headers",
    caughtBy: ["secrets/upstream.test.ts"]
  },
  {
    name: "base64 is known in one alignment alone",
    file: "core/secrets/views.ts",
    find: "[0, 1, 2].flatMap",
    replace: "[0].flatMap",
    caughtBy: ofRedactor
  },
  {
    name: "base64 is known in one alphabet alone",
    file: "core/secrets/views.ts",
    find: "new Set([own, url])",
    replace: "new Set([own])",
    caughtBy: ofRedactor
  },
  {
    name: "the bits of a key in the characters next to it stay",
    file: "core/secrets/views.ts",
    find: "before: offset > 0",
    replace: "before: offset > 9",
    caughtBy: ofRedactor
  },
  {
    name: "hexadecimal digits are known in small letters alone",
    file: redactor,
    find: "        lowerHex\n",
    replace: "        undefined\n",
    caughtBy: ofRedactor
  },
  {
    name: "a key that was escaped more than four times is not found",
    file: escapes,
    find: "isDeep ? escape : 0",
    replace: "0",
    caughtBy: ofRedactor
  },
  {
    name: "escapes of texts that quote texts are not read",
    file: redactor,
    find: "const deepest = 4",
    replace: "const deepest = 1",
    caughtBy: ofRedactor
  },
  {
    name: "a secret that begins within an escape cuts it in two",
    file: redactor,
    find: "start: units[countTo(units, from)] ?? from,",
    replace: "start: from,",
    caughtBy: ofRedactor
  },
  {
    name: "where secrets overlap, the rest of one stays",
    file: redactor,
    find: "read = Math.max(read, end)",
    replace: "if (start >= read) read = end",
    caughtBy: ofRedactor
  },
  {
    name: "the sandbox's key is taken for a secret",
    file: redactor,
    find: "const shortestSecret = 8",
    replace: "const shortestSecret = 7",
    caughtBy: ofRedactor
  },
  {
    name: "slashes that JSON escapes hide a key",
    file: escapes,
    find: "of `\"'\\\\/-_",
    replace: "of `\"'\\\\-_",
    caughtBy: ofRedactor
  },
  {
    name: "character references by decimal numbers are not read",
    file: escapes,
    find: "const radix = isHex ? 16 : 10",
    replace: "const radix = 16",
    caughtBy: ofRedactor
  },
  {
    name: "character references without a semicolon are not read",
    file: escapes,
    find: "end - at + (bytes[end] === semicolon ? 1 : 0)",
    replace: "bytes[end] === semicolon ? end - at + 1 : 0",
    caughtBy: ofRedactor
  },
  {
    name: "the search for several secrets loses its way behind a false beginning",
    file: "core/secrets/automaton.ts",
    find: "child.fallback = this.#step(node.fallback ?? this.#root, byte)",
    replace: "child.fallback = this.#root",
    caughtBy: ofRedactor
  },
  {
    name: "the quick look misses a secret at the end of a text",
    file: "core/secrets/automaton.ts",
    find: "last < bytes.length;",
    replace: "last < bytes.length - 1;",
    caughtBy: ofRedactor
  },
  {
    name: "an error quotes its client's key",
    file: "gateway/error-answers.ts",
    find: "requestSecrets(secrets, head).text(body.text)",
    replace: "secrets.text(body.text)",
    caughtBy: ["secrets/exits.test.ts"]
  },
  {
    name: "an error tells what the deployment keeps to itself",
    file: "gateway/error-answers.ts",
    find: "requestSecrets(secrets, head).text(body.text)",
    replace: "redactorOf(keysIn(head)).text(body.text)",
    caughtBy: ["secrets/exits.test.ts"]
  },
  {
    name: "what is logged tells secrets",
    file: "hosts/cli/secrets.ts",
    find: "console[level](...values.map((it) => redactor.text(textOf(it))))",
    replace: "console[level](...values)",
    caughtBy: ["secrets/exits.test.ts"]
  },
  {
    name: "a key is taken for a request's id",
    file: "gateway/host-request.ts",
    find: "if (!keyHeaders.some(",
    replace: "if (true || keyHeaders.some(",
    caughtBy: ["secrets/exits.test.ts"]
  },
  {
    name: "what ends the process is printed with its secrets",
    file: "hosts/cli/secrets.ts",
    find: 'process.on("uncaughtExceptionMonitor", bare)',
    replace: 'process.on("exit", bare)',
    caughtBy: ["secrets/exits.test.ts"]
  },
  {
    name: "an error's cause is printed with its secrets",
    file: "hosts/cli/secrets.ts",
    find: "if (thrown.cause !== undefined)",
    replace: "if (thrown.cause === null)",
    caughtBy: ["secrets/exits.test.ts"]
  },
  {
    name: "the escaped password of a Redis is logged",
    file: "hosts/cli/secrets.ts",
    find: "return [password, decodeURIComponent(password)]",
    replace: "return [password]",
    caughtBy: ["secrets/exits.test.ts"]
  },
  {
    name: "a key without a space before it is taken for a member's name",
    file: "config/validators.ts",
    find: "stranger && isLast ? word : chosen",
    replace: "stranger && isLast ? /./ : chosen",
    caughtBy: ["secrets/configuration.test.ts"]
  },
  {
    name: "a parser's complaint quotes the line",
    file: "config/file.ts",
    find: "message.split(/ at line |: /, 1)",
    replace: "message.split(/ at line /, 1)",
    caughtBy: ["secrets/configuration.test.ts"]
  },
  {
    name: "a parser warns of what it quotes",
    file: "config/file.ts",
    find: 'logLevel: "error"',
    replace: 'logLevel: "warn"',
    caughtBy: ["secrets/configuration.test.ts"]
  },
  {
    name: "a vendor's short words tell what looks like a key",
    file: "core/errors/failure.ts",
    find: "word === undefined ? undefined : clientMessage(word)",
    replace: "word",
    caughtBy: ["core/errors/failure.test.ts"]
  },
  {
    name: "a key that is cut short is told",
    file: "core/secrets/views.ts",
    find: "const tellingLength = 16",
    replace: "const tellingLength = 1000",
    caughtBy: ofRedactor
  },
  {
    name: "what others have of a token is taken for a key",
    file: "core/secrets/views.ts",
    find: 'secret.startsWith("eyJ")',
    replace: 'secret.startsWith("eyJJ")',
    caughtBy: ofRedactor
  },
  {
    name: "a secret within the beginning of another is told",
    file: "core/secrets/automaton.ts",
    find: "child.length = child.fallback.length",
    replace: "child.length = 0",
    caughtBy: ofRedactor
  },
  {
    name: "base64 that is broken over lines is not read",
    file: redactor,
    find: "[view, ...unbrokenViews(view)]",
    replace: "[view]",
    caughtBy: ofRedactor
  },
  {
    name: "lines that are escaped are taken for others",
    file: "core/secrets/views.ts",
    find: "\\\\*[nr]|",
    replace: "",
    caughtBy: ofRedactor
  },
  {
    name: "the end of a long answer is lost",
    file: "upstream/attempt.ts",
    find: "this.#redacting.push(rest), this.#redacting.end()]",
    replace: "this.#redacting.push(rest)]",
    caughtBy: ["secrets/gathering.test.ts"]
  },
  {
    name: "a long answer is searched block by block as if nothing went over their ends",
    file: "upstream/attempt.ts",
    find: "this.#redacting ??= new StreamRedactor(this.#redactor)",
    replace: "this.#redacting = new StreamRedactor(this.#redactor)",
    caughtBy: ["secrets/gathering.test.ts"]
  },
  {
    name: "a long answer is searched at its end",
    file: "upstream/attempt.ts",
    find: "if (this.#waiting < block) return",
    replace: "if (this.#waiting > 0) return",
    caughtBy: ["secrets/gathering.test.ts"]
  },
  {
    name: "a header holds a key in the first request alone",
    file: "upstream/upstream.ts",
    find: "names.set(name, found)",
    replace: "names.set(name, false)",
    caughtBy: ["secrets/upstream.test.ts"]
  },
  {
    name: "an end of a line that is escaped is not read",
    file: redactor,
    find: "anyEscape.test(decoded) ? deepest : 0",
    replace: "this.#escape.test(decoded) ? deepest : 0",
    caughtBy: ofRedactor
  },
  {
    name: "the secrets of a file are held as they are",
    file: "config/schema.ts",
    find: "Schema.RedactedFromValue(thatIs(want))",
    replace: "thatIs(want)",
    caughtBy: printed
  },
  {
    name: "a vendor's key of the environment is held as it is",
    file: "config/environment.ts",
    find: "family, family, key: Redacted.make(key)",
    replace: "family, family, key",
    caughtBy: printed
  },
  {
    name: "a client's key of the environment is held as it is",
    file: "config/environment.ts",
    find: "({ key: Redacted.make(key), name: ownName(key) })",
    replace: "({ key, name: ownName(key) })",
    caughtBy: printed
  },
  {
    name: "a key that is made for a run is held as it is",
    file: "config/environment.ts",
    find: "[{ key: Redacted.make(madeKey),",
    replace: "[{ key: madeKey,",
    caughtBy: printed
  },
  {
    name: "the login secret of the environment is held as it is",
    file: "config/environment.ts",
    find: "[Redacted.make(secret)]",
    replace: "[secret]",
    caughtBy: printed
  },
  {
    name: "the URL of a Redis is held as it is",
    file: "config/validators.ts",
    find: "Redacted.make(text)",
    replace: "text",
    caughtBy: printed
  },
  {
    name: "a key that is Redacted is known by how it prints",
    file: "credentials/credentials.ts",
    find: "Redacted.value(secret)",
    replace: "String(secret)",
    caughtBy: printed
  },
  {
    name: "accounts and their keys can be read off who lets callers in",
    file: "credentials/credentials.ts",
    find: "return { authenticate: (presented)",
    replace: "return { keys, authenticate: (presented)",
    caughtBy: printed
  },
  {
    name: "what login tokens are signed with can be read off who gives them",
    file: "lab/logins.ts",
    find: "        return {\n          admit:",
    replace: "        return {\n          options,\n          admit:",
    caughtBy: printed
  },
  {
    name: "the options of an upstream can be read off its models",
    file: "families/models/chat.ts",
    find: "    keyed,\n    ...(forget && { forget }),\n",
    replace: "    keyed,\n    options,\n    ...(forget && { forget }),\n",
    caughtBy: printed
  },
  {
    name: "two secrets that differ are the same to a reload",
    file: "hosts/cli/settings.ts",
    find: "const isSame = Equal.equals",
    replace: "const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)",
    caughtBy: ["cli/reload.test.ts"]
  }
]
