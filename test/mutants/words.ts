import type { Mutant } from "./mutant.ts"

/** Defects in the words: reading and printing JSON, streams, carriers, errors. */
export const words: readonly Mutant[] = [
  {
    name: "an empty list is a loss",
    file: "words/notes/leftover.ts",
    find: 'text !== "null" && text !== "[]"',
    replace: 'text !== "null"',
    caughtBy: ["formats/crossing/odd-requests.test.ts"]
  },
  {
    name: "numbers lose their spelling",
    file: "words/json/look.ts",
    find: "return String(Number(numeral)) !== numeral",
    replace: "return Number.isNaN(Number(numeral))",
    caughtBy: ["words/json/json.test.ts"]
  },
  {
    name: "the order of integer-like names is lost",
    file: "words/json/exact.ts",
    find: "if (isChanged || isIndex(name)) changes = true",
    replace: "if (isChanged) changes = true",
    caughtBy: ["words/json/json.test.ts"]
  },
  {
    name: "duplicate member names pass",
    file: "words/json/json.ts",
    find: "seen.risky || seen.members !== countMembers(value)",
    replace: "seen.risky",
    caughtBy: ["words/json/json.test.ts"]
  },
  {
    name: "depth is not bounded",
    file: "words/json/look.ts",
    find: "if (++depth > limits.depth)",
    replace: "if (++depth > 1e9)",
    caughtBy: ["words/json/json.test.ts"]
  },
  {
    name: "a text inside a tree is taken for its value",
    file: "words/json/json.ts",
    find: "if (tree instanceof JsonText) return false",
    replace: "",
    caughtBy: ["words/json/json.test.ts"]
  },
  {
    name: "a member that is left out of the text stays in the value",
    file: "words/json/json.ts",
    find: 'if (typeof tree !== "object" || tree === null) return tree !== undefined',
    replace: 'if (typeof tree !== "object" || tree === null) return true',
    caughtBy: ["words/json/json.test.ts"]
  },
  {
    name: "__proto__ sets the prototype",
    file: "words/json/json.ts",
    find: 'if (key === "__proto__") {',
    replace: 'if (key === "") {',
    caughtBy: ["words/json/json.test.ts"]
  },
  {
    name: "a fresh decoder for every piece of bytes",
    file: "words/framing/sse.ts",
    find: "readText(state, decoder.decode(bytes, { stream: true }), max)",
    replace: "readText(state, new TextDecoder().decode(bytes), max)",
    caughtBy: ["words/framing/sse.test.ts"]
  },
  {
    name: "CR and LF in two pieces are two line ends",
    file: "words/framing/sse.ts",
    find: 'let from = state.afterReturn && text.startsWith("\\n") ? 1 : 0',
    replace: "let from = 0",
    caughtBy: ["words/framing/sse.test.ts"]
  },
  {
    name: "several data lines keep only the last",
    file: "words/framing/sse.ts",
    find: "  state.data.push(value)",
    replace: "  state.data = [value]",
    caughtBy: ["words/framing/sse.test.ts"]
  },
  {
    name: "a cut frame counts as whole",
    file: "words/framing/sse.ts",
    find: 'if (how !== "clean") return out',
    replace: 'if (how === "clean" && false) return out',
    caughtBy: ["words/framing/sse.test.ts"]
  },
  {
    name: "an event name can hold a line end",
    file: "words/framing/sse.ts",
    find: 'event.replace(/[\\r\\n\\0]/g, " ")',
    replace: "event",
    caughtBy: ["words/framing/sse.test.ts"]
  },
  {
    name: "a call without its result is taken",
    file: "words/chat/turns.ts",
    find: "  close()\n  return found",
    replace: "  return found",
    caughtBy: ["words/chat/turns.test.ts"]
  },
  {
    name: "an orphan result is taken",
    file: "words/chat/turns.ts",
    find: "else if (open.take(part) === undefined) {",
    replace: 'else if (open.take(part) === undefined && role === "system") {',
    caughtBy: ["words/chat/turns.test.ts"]
  },
  {
    name: "an answer without an id is the first call's, whatever its name",
    file: "words/chat/open-calls.ts",
    find: "const byName: Sorting = ({ name }) => name",
    replace: 'const byName: Sorting = () => "f"',
    caughtBy: ["words/chat/turns.test.ts"]
  },
  {
    name: "answers without ids stay in their own order",
    file: "words/chat/turns.ts",
    find: "byCall.get(call) ?? []",
    replace: "results.find(({ id }) => id !== undefined && id === call.id) ?? []",
    caughtBy: ["words/chat/turns.test.ts"]
  },
  {
    name: "a user's own call is answered",
    file: "words/chat/turns.ts",
    find: 'if (role !== "assistant") return "unanswered-call"',
    replace: "",
    caughtBy: ["words/chat/turns.test.ts"]
  },
  {
    name: "two calls of one id are one",
    file: "words/chat/turns.ts",
    find: 'if (!open.add(part)) return "duplicate-call"',
    replace: "open.add(part)",
    caughtBy: ["words/chat/turns.test.ts"]
  },
  {
    name: "results keep the client's order",
    file: "words/chat/turns.ts",
    find: "...calls.flatMap((call) => byCall.get(call) ?? []), ...results",
    replace: "...results",
    caughtBy: ["words/chat/turns.test.ts"]
  },
  {
    name: "an envelope of any kind opens",
    file: "words/chat/envelope.ts",
    find: "if (known === undefined ||",
    replace: "if (",
    caughtBy: ["words/chat/envelope.test.ts"]
  },
  {
    name: "a digest covers half the text",
    file: "words/chat/envelope.ts",
    find: "short(sha256(text))",
    replace: "short(sha256(text.slice(1)))",
    caughtBy: ["words/chat/envelope.test.ts"]
  },
  {
    name: "a digest counts the bytes of its last block alone",
    file: "words/bytes/sha256.ts",
    find: "padded(bytes.subarray(whole), bytes.length)",
    replace: "padded(bytes.subarray(whole), bytes.length - whole)",
    caughtBy: ["words/bytes/sha256.test.ts"]
  },
  {
    name: "a digest does not know how long its text is",
    file: "words/bytes/sha256.ts",
    find: "let bits = length * 8",
    replace: "let bits = 0",
    caughtBy: ["words/bytes/sha256.test.ts"]
  },
  {
    name: "a refused key of ours is told as the client's",
    file: "words/errors/failure.ts",
    find: "http === 401 || http === 403 || ",
    replace: "",
    caughtBy: ["words/errors/failure.test.ts"]
  },
  {
    name: "a general word beats the status",
    file: "words/errors/failure.ts",
    find: 'meant !== "InvalidRequest" && meant !== "UpstreamFailed"',
    replace: "true",
    caughtBy: ["words/errors/failure.test.ts"]
  },
  {
    name: "an error's message shows a key",
    file: "words/errors/failure.ts",
    find: "(?:sk|pk|rk|key|gsk|xai)-",
    replace: "(?:pk|rk|gsk|xai)-",
    caughtBy: ["words/errors/failure.test.ts"]
  },
  {
    name: "a date to try again at is not read",
    file: "words/errors/failure.ts",
    find: 'Date.parse(date ?? "")',
    replace: 'Date.parse("")',
    caughtBy: ["words/errors/failure.test.ts"]
  },
  {
    name: "a note does not say whose rule it is",
    file: "words/notes/rules.ts",
    find: "rule: `${name}/${key}`",
    replace: "rule: key",
    caughtBy: ["words/notes/rules.test.ts"]
  },
  {
    name: "names that look alike are one name",
    file: "words/chat/spelling.ts",
    find: "_${digest(name).slice(0, 6)}`",
    replace: "_`",
    caughtBy: ["words/chat/spelling.test.ts"]
  },
  {
    name: "ids are cut instead of hashed",
    file: "words/chat/spelling.ts",
    find: "`isg_${digest(id)}`",
    replace: "reversible.slice(0, spelling.length)",
    caughtBy: ["words/chat/spelling.test.ts"]
  },
  {
    name: "opaque bytes of one kind push out the others",
    file: "words/events/fold.ts",
    find: "it.vendor !== now.vendor || it.kind !== now.kind",
    replace: "it.vendor !== now.vendor",
    caughtBy: ["words/events/fold.test.ts"]
  },
  {
    name: "log probabilities of the last frame only",
    file: "words/events/fold.ts",
    find: "[...(it.logprobs ?? []), ...logprobs]",
    replace: "logprobs",
    caughtBy: ["words/events/fold.test.ts"]
  },
  {
    name: "null is taken for a wrong type",
    file: "words/reading/reader.ts",
    find: "value === undefined || value === null\n",
    replace: "value === undefined\n",
    caughtBy: ["words", "formats"]
  },
  {
    name: "usage snapshots are added up",
    file: "words/events/fold.ts",
    find: "return { ...before, ...now,",
    replace: "return { ...now, ...before,",
    caughtBy: ["words"]
  },
  {
    name: "an id is believed over any digest",
    file: "words/chat/call-id.ts",
    find: "if (!plain.test(id) || said.slice(at + mark.length, from) !== digest(`${id}\\n${payload}`)) return undefined",
    replace: "if (!plain.test(id)) return undefined",
    caughtBy: ["words/chat/call-id.test.ts"]
  },
  {
    name: "an id may have any length",
    file: "words/chat/call-id.ts",
    find: "return length > longest ? undefined : id + mark",
    replace: "return length > 1e9 ? undefined : id + mark",
    caughtBy: ["words/chat/call-id.test.ts"]
  },
  {
    name: "a payload that was packed by another hand opens",
    file: "words/chat/call-id.ts",
    find: "return packed(found) === payload ? { id, ...found } : undefined",
    replace: "return { id, ...found }",
    caughtBy: ["words/chat/call-id.test.ts"]
  },
  {
    name: "two members of one name in a list are one",
    file: "words/json/exact.ts",
    find: "if (this.twice !== undefined) return this.#within(index)",
    replace: "",
    caughtBy: ["words/json/json.test.ts"]
  },
  {
    name: "what a text says of a member is written on the last member of its name",
    file: "words/json/exact.ts",
    find: "changes && isContainer(value)",
    replace: "changes",
    caughtBy: ["words/json/json.test.ts"]
  },
  {
    name: "a result keeps the id that its call has lost",
    file: "words/chat/carried-calls.ts",
    find: "out.push({ ...part, id: opened.id })",
    replace: "out.push(part)",
    caughtBy: ["words/chat/carried-calls.test.ts"]
  },
  {
    name: "the bytes of one tool's call are given to another's",
    file: "words/chat/carried-calls.ts",
    find: "if (!isOf(opened, call.name)) {",
    replace: "if (false) {",
    caughtBy: ["words/chat/carried-calls.test.ts", "laws/call-ids.test.ts"]
  },
  {
    name: "a thought that the client kept comes back twice",
    file: "words/chat/carried-calls.ts",
    find: "if (!isSigned) for",
    replace: "for",
    caughtBy: ["words/chat/carried-calls.test.ts"]
  },
  {
    name: "ids that carry pass to an upstream of the same format",
    file: "formats/messages/edits.ts",
    find: '      return idEdit(found, block, "id", at)\n',
    replace: "      return\n",
    caughtBy: ["laws/call-ids.test.ts"]
  }
]
