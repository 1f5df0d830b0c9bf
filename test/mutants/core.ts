import type { Mutant } from "./mutant.ts"

/** Defects in the core: reading and printing JSON, streams, carriers, errors. */
export const core: readonly Mutant[] = [
  {
    name: "a call without input has none in place of an empty object",
    file: "core/chat/tool-calls.ts",
    find: "lacksInput(call) ? {} :",
    replace: "lacksInput(call) ? undefined :",
    caughtBy: ["core/chat/encode-context.test.ts"]
  },
  {
    name: "an answer's signatures are the format's own vendor's, whatever the target's",
    file: "core/chat/codec.ts",
    find: 'setDefined(reply, "vendor", target.vendor)',
    replace: 'setDefined(reply, "vendor", undefined)',
    caughtBy: ["core/chat/encode-context.test.ts"]
  },
  {
    name: "a note that is told once a stream is told again",
    file: "core/notes/note.ts",
    find: "if (to.noted.has(rule)) return",
    replace: "",
    caughtBy: ["core/chat/encode-context.test.ts"]
  },
  {
    name: "an empty list is a loss",
    file: "core/notes/note.ts",
    find: " && !(isArray(value) && value.length === 0)",
    replace: "",
    caughtBy: ["formats/crossing/odd-requests.test.ts"]
  },
  {
    name: "numbers lose their spelling",
    file: "core/json/value.ts",
    find: "return String(Number(numeral)) !== numeral",
    replace: "return Number.isNaN(Number(numeral))",
    caughtBy: ["core/json/json.test.ts"]
  },
  {
    name: "a fraction's last zero is lost",
    file: "core/json/value.ts",
    find: "text.charCodeAt(end - 1) !== zero",
    replace: "true",
    caughtBy: ["core/json/scan.test.ts"]
  },
  {
    name: "a number gets an exponent",
    file: "core/json/value.ts",
    find: "(text.charCodeAt(first) !== zero || end - point <= 7)",
    replace: "true",
    caughtBy: ["core/json/scan.test.ts"]
  },
  {
    name: "a zero loses its sign",
    file: "core/json/value.ts",
    find: "first === from || text.charCodeAt(first) !== zero",
    replace: "true",
    caughtBy: ["core/json/scan.test.ts"]
  },
  {
    name: "the order of integer-like names is lost",
    file: "core/json/exact.ts",
    find: "if (isChanged || isIndex(name)) changes = true",
    replace: "if (isChanged) changes = true",
    caughtBy: ["core/json/json.test.ts"]
  },
  {
    name: "duplicate member names pass",
    file: "core/json/json.ts",
    find: "seen.risky || seen.members !== countMembers(value)",
    replace: "seen.risky",
    caughtBy: ["core/json/json.test.ts"]
  },
  {
    name: "depth is not bounded",
    file: "core/json/value.ts",
    find: "if (++depth > limits.depth)",
    replace: "if (++depth > 1e9)",
    caughtBy: ["core/json/json.test.ts"]
  },
  {
    name: "a text inside a tree is taken for its value",
    file: "core/json/json.ts",
    find: "if (tree instanceof JsonText) return false",
    replace: "",
    caughtBy: ["core/json/json.test.ts"]
  },
  {
    name: "a member that is left out of the text stays in the value",
    file: "core/json/json.ts",
    find: 'if (typeof tree !== "object" || tree === null) return tree !== undefined',
    replace: 'if (typeof tree !== "object" || tree === null) return true',
    caughtBy: ["core/json/json.test.ts"]
  },
  {
    name: "__proto__ sets the prototype",
    file: "core/json/json.ts",
    find: 'if (key !== "__proto__") out',
    replace: 'if (key !== "") out',
    caughtBy: ["core/json/json.test.ts"]
  },
  {
    name: "a fresh decoder for every piece of bytes",
    file: "core/framing/sse.ts",
    find: "readText(state, decoder.decode(bytes, { stream: true }), max)",
    replace: "readText(state, new TextDecoder().decode(bytes), max)",
    caughtBy: ["core/framing/sse.test.ts"]
  },
  {
    name: "CR and LF in two pieces are two line ends",
    file: "core/framing/sse.ts",
    find: 'let from = state.afterReturn && text.startsWith("\\n") ? 1 : 0',
    replace: "let from = 0",
    caughtBy: ["core/framing/sse.test.ts"]
  },
  {
    name: "several data lines keep only the last",
    file: "core/framing/sse.ts",
    find: "  state.data.push(value)",
    replace: "  state.data = [value]",
    caughtBy: ["core/framing/sse.test.ts"]
  },
  {
    name: "a cut frame counts as whole",
    file: "core/framing/sse.ts",
    find: 'if (how !== "clean") return out',
    replace: 'if (how === "clean" && false) return out',
    caughtBy: ["core/framing/sse.test.ts"]
  },
  {
    name: "an event name can hold a line end",
    file: "core/framing/sse.ts",
    find: 'event.replace(/[\\r\\n\\0]/g, " ")',
    replace: "event",
    caughtBy: ["core/framing/sse.test.ts"]
  },
  {
    name: "a call without its result is taken",
    file: "core/chat/turns.ts",
    find: "  close()\n  return found",
    replace: "  return found",
    caughtBy: ["core/chat/turns.test.ts"]
  },
  {
    name: "an orphan result is taken",
    file: "core/chat/turns.ts",
    find: 'else if (role === "assistant" || open.take(part) === undefined) {',
    replace: 'else if (open.take(part) === undefined && role === "system") {',
    caughtBy: ["core/chat/turns.test.ts"]
  },
  {
    name: "an answer without an id is the first call's, whatever its name",
    file: "core/chat/tool-calls.ts",
    find: "const byName: Sorting = ({ name }) => name",
    replace: 'const byName: Sorting = () => "f"',
    caughtBy: ["core/chat/turns.test.ts"]
  },
  {
    name: "answers without ids stay in their own order",
    file: "core/chat/turns.ts",
    find: "byCall.get(call) ?? []",
    replace: "results.find(({ id }) => id !== undefined && id === call.id) ?? []",
    caughtBy: ["core/chat/turns.test.ts"]
  },
  {
    name: "a user's own call is answered",
    file: "core/chat/turns.ts",
    find: 'if (role !== "assistant") return "unanswered-call"',
    replace: "",
    caughtBy: ["core/chat/turns.test.ts"]
  },
  {
    name: "two calls of one id are one",
    file: "core/chat/turns.ts",
    find: 'if (!open.add(part)) return "duplicate-call"',
    replace: "open.add(part)",
    caughtBy: ["core/chat/turns.test.ts"]
  },
  {
    name: "results keep the client's order",
    file: "core/chat/turns.ts",
    find: "...calls.flatMap((call) => byCall.get(call) ?? []), ...results",
    replace: "...results",
    caughtBy: ["core/chat/turns.test.ts"]
  },
  {
    name: "an envelope of any kind opens",
    file: "core/chat/envelope.ts",
    find: "if (known === undefined ||",
    replace: "if (",
    caughtBy: ["core/chat/envelope.test.ts"]
  },
  {
    name: "a digest covers half the text",
    file: "core/chat/envelope.ts",
    find: "short(sha256(text))",
    replace: "short(sha256(text.slice(1)))",
    caughtBy: ["core/chat/envelope.test.ts"]
  },
  {
    name: "a digest counts the bytes of its last block alone",
    file: "core/bytes.ts",
    find: "padded(bytes.subarray(whole), bytes.length)",
    replace: "padded(bytes.subarray(whole), bytes.length - whole)",
    caughtBy: ["core/bytes/sha256.test.ts"]
  },
  {
    name: "a digest does not know how long its text is",
    file: "core/bytes.ts",
    find: "let bits = length * 8",
    replace: "let bits = 0",
    caughtBy: ["core/bytes/sha256.test.ts"]
  },
  {
    name: "a refused key of ours is told as the client's",
    file: "core/errors/failure.ts",
    find: "http === 401 || meant",
    replace: "meant",
    caughtBy: ["core/errors/failure.test.ts"]
  },
  {
    name: "a refused key of ours is told in the vendor's words",
    file: "core/errors/failure.ts",
    find: '"UpstreamFailed", credentialsRefused, {',
    replace: '"UpstreamFailed", message, {',
    caughtBy: ["core/errors/failure.test.ts", "shell/refused-credentials.test.ts"]
  },
  {
    name: "a vendor's 403 about a model is told as one about the key",
    file: "core/errors/failure.ts",
    find: 'meant === "NotFound" || meant === "ContentBlocked"',
    replace: 'meant === "ContentBlocked"',
    caughtBy: ["core/errors/failure.test.ts"]
  },
  {
    name: "the cause that a vendor's 403 names is not told",
    file: "core/errors/failure.ts",
    find: 'wording.otherCauses?.has(code ?? "") === true',
    replace: "false",
    caughtBy: ["core/errors/failure.test.ts"]
  },
  {
    name: "a key that is cut short with an ellipsis is told",
    file: "core/errors/failure.ts",
    find: "(?:…|",
    replace: "(?:",
    caughtBy: ["core/errors/failure.test.ts"]
  },
  {
    name: "a key for another of Google's APIs is told as the client's",
    file: "formats/generate-content/wire.ts",
    find: '["API_KEY_INVALID", "Unauthenticated"],',
    replace: "",
    caughtBy: ["shell/refused-credentials.test.ts"]
  },
  {
    name: "a general word beats the status",
    file: "core/errors/failure.ts",
    find: 'meant !== "InvalidRequest" && meant !== "UpstreamFailed"',
    replace: "true",
    caughtBy: ["core/errors/failure.test.ts"]
  },
  {
    name: "an error's message shows a key",
    file: "core/errors/failure.ts",
    find: "(?:sk|pk|rk|ak|key|gsk|xai)-",
    replace: "(?:pk|rk|ak|gsk|xai)-",
    caughtBy: ["core/errors/failure.test.ts"]
  },
  {
    name: "an error's message shows whose account it is",
    file: "core/errors/failure.ts",
    find: '.replace(accounts, "***")',
    replace: "",
    caughtBy: ["core/errors/failure.test.ts"]
  },
  {
    name: "an error's message shows a project's number",
    file: "core/errors/failure.ts",
    find: "(?:[ _](?:number|id))?[:= #",
    replace: "(?:[ _](?:number|id))?[= #",
    caughtBy: ["core/errors/failure.test.ts"]
  },
  {
    name: "an error's message shows a project's id in a path",
    file: "core/errors/failure.ts",
    find: "[a-z][\\w.:-]{5,62}(?=",
    replace: "(?!)(?=",
    caughtBy: ["core/errors/failure.test.ts"]
  },
  {
    name: "an error's message takes the number of any project for an id",
    file: "core/errors/failure.ts",
    find: "|%2F))\\d{6,}",
    replace: "|%2F))\\d+",
    caughtBy: ["core/errors/failure.test.ts"]
  },
  {
    name: "an error in a stream that passes tells of credentials of ours that were refused",
    file: "exchange/pass-stream.ts",
    find: "details.refusal === undefined &&",
    replace: "",
    caughtBy: ["shell/refused-credentials.test.ts"]
  },
  {
    name: "an error in a stream that passes names an account of ours",
    file: "exchange/pass-stream.ts",
    find: "maskOf(this.#client.secrets, withoutAccount)(words)",
    replace: "maskOf(this.#client.secrets)(words)",
    caughtBy: ["shell/refused-credentials.test.ts"]
  },
  {
    name: "a model that is asked at another's path is told to those who may not use it",
    file: "exchange/permission.ts",
    find: "listed === undefined || !maySend(principal, listed.sent)",
    replace: "listed === undefined",
    caughtBy: ["shell/other-path.test.ts"]
  },
  {
    name: "a model that is asked at a path of chats is like one that nobody knows",
    file: "exchange/chat.ts",
    find: "missingModel(services, principal, requested.model)",
    replace: "missingModel(Context.empty(), principal, requested.model)",
    caughtBy: ["shell/other-path.test.ts"]
  },
  {
    name: "a new image model's quality is refused",
    file: "families/images/gpt-image.ts",
    find: ', "xhigh", "max"',
    replace: "",
    caughtBy: ["images/asked.test.ts"]
  },
  {
    name: "a date to try again at is not read",
    file: "core/errors/failure.ts",
    find: 'Date.parse(date ?? "")',
    replace: 'Date.parse("")',
    caughtBy: ["core/errors/failure.test.ts"]
  },
  {
    name: "a note does not say whose rule it is",
    file: "core/notes/note.ts",
    find: "rule: `${name}/${rule}`",
    replace: "rule",
    caughtBy: ["core/notes/rules.test.ts"]
  },
  {
    name: "a note names a case and not its rule",
    file: "core/notes/note.ts",
    find: 'key.split("/", 1)',
    replace: "[key]",
    caughtBy: ["core/notes/rules.test.ts"]
  },
  {
    name: "a note's sentence quotes any name that a client thought of",
    file: "core/notes/note.ts",
    find: "/^[\\w.-]{1,64}$/.test(name)",
    replace: 'name !== ""',
    caughtBy: ["core/notes/rules.test.ts"]
  },
  {
    name: "names that look alike are one name",
    file: "core/chat/call-id.ts",
    find: "_${textDigest(name).slice(0, 6)}`",
    replace: "_`",
    caughtBy: ["core/chat/spelling.test.ts"]
  },
  {
    name: "ids are cut instead of hashed",
    file: "core/chat/call-id.ts",
    find: "`isg_${textDigest(id)}`",
    replace: "reversible.slice(0, spelling.length)",
    caughtBy: ["core/chat/spelling.test.ts"]
  },
  {
    name: "opaque bytes of one kind push out the others",
    file: "core/events/fold.ts",
    find: "it.vendor !== now.vendor || it.kind !== now.kind",
    replace: "it.vendor !== now.vendor",
    caughtBy: ["core/events/fold.test.ts"]
  },
  {
    name: "log probabilities of the last frame only",
    file: "core/events/fold.ts",
    find: "[...(it.logprobs ?? []), ...logprobs]",
    replace: "logprobs",
    caughtBy: ["core/events/fold.test.ts"]
  },
  {
    name: "null is taken for a wrong type",
    file: "core/reading/issue-reader.ts",
    find: "value === undefined || value === null\n",
    replace: "value === undefined\n",
    caughtBy: ["core", "formats"]
  },
  {
    name: "usage snapshots are added up",
    file: "core/events/fold.ts",
    find: "return { ...before, ...now,",
    replace: "return { ...now, ...before,",
    caughtBy: ["core"]
  },
  {
    name: "an id is believed over any digest",
    file: "core/chat/call-id.ts",
    find: "if (!plain.test(id) || callId.slice(at + carryingMark.length, from) !== textDigest(`${id}\\n${payload}`))",
    replace: "if (!plain.test(id))",
    caughtBy: ["core/chat/call-id.test.ts"]
  },
  {
    name: "an id may have any length",
    file: "core/chat/call-id.ts",
    find: "return length > most ? undefined : id + carryingMark",
    replace: "return length > 1e9 ? undefined : id + carryingMark",
    caughtBy: ["core/chat/call-id.test.ts"]
  },
  {
    name: "a payload that was packed by another hand opens",
    file: "core/chat/call-id.ts",
    find: "return packed(found) === payload ? { id, ...found } : undefined",
    replace: "return { id, ...found }",
    caughtBy: ["core/chat/call-id.test.ts"]
  },
  {
    name: "two members of one name in a list are one",
    file: "core/json/exact.ts",
    find: "if (this.twice !== undefined) return this.#within(index)",
    replace: "",
    caughtBy: ["core/json/json.test.ts"]
  },
  {
    name: "what a text says of a member is written on the last member of its name",
    file: "core/json/exact.ts",
    find: "changes && isContainer(value)",
    replace: "changes",
    caughtBy: ["core/json/json.test.ts"]
  },
  {
    name: "a result keeps the id that its call has lost",
    file: "core/chat/carried-calls.ts",
    find: "out.push({ ...part, id: opened.id })",
    replace: "out.push(part)",
    caughtBy: ["core/chat/carried-calls.test.ts"]
  },
  {
    name: "the bytes of one tool's call are given to another's",
    file: "core/chat/carried-calls.ts",
    find: "if (!isOf(opened, call.name)) {",
    replace: "if (false) {",
    caughtBy: ["core/chat/carried-calls.test.ts", "laws/call-ids.test.ts"]
  },
  {
    name: "a thought that the client kept comes back twice",
    file: "core/chat/carried-calls.ts",
    find: 'if (part?.type === "reasoning")',
    replace: 'if (part?.type === "refusal")',
    caughtBy: ["core/chat/carried-calls.test.ts"]
  },
  {
    name: "a thought is lost beside another that the client kept",
    file: "core/chat/carried-calls.ts",
    find: "...opaque.map(({ data }) => `data ${data}`)",
    replace: "",
    caughtBy: ["core/chat/carried-calls.test.ts"]
  },
  {
    name: "ids that carry pass to an upstream of the same format",
    file: "formats/messages/passthrough.ts",
    find: '      return idEdit(search, block, "id", at)\n',
    replace: "      return\n",
    caughtBy: ["laws/call-ids.test.ts"]
  }
]
