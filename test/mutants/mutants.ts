import type { Mutant } from "./mutant.ts"

/** The defects. Each is one line that a tired editor could write. */
export const mutants: readonly Mutant[] = [
  {
    name: "numbers lose their spelling",
    file: "words/json-look.ts",
    find: "return String(Number(numeral)) !== numeral",
    replace: "return Number.isNaN(Number(numeral))",
    caughtBy: ["words"]
  },
  {
    name: "the order of integer-like names is lost",
    file: "words/json-exact.ts",
    find: "changes ||= this.#changes || isIndex(name)",
    replace: "changes ||= this.#changes",
    caughtBy: ["words"]
  },
  {
    name: "duplicate member names pass",
    file: "words/json.ts",
    find: "seen.risky || seen.members !== countMembers(value)",
    replace: "seen.risky",
    caughtBy: ["words"]
  },
  {
    name: "depth is not bounded",
    file: "words/json-look.ts",
    find: "if (++depth > limits.depth)",
    replace: "if (++depth > 1e9)",
    caughtBy: ["words"]
  },
  {
    name: "__proto__ sets the prototype",
    file: "words/json-exact.ts",
    find: 'if (name === "__proto__")',
    replace: 'if (name === "")',
    caughtBy: ["words"]
  },
  {
    name: "a fresh decoder for every piece of bytes",
    file: "words/sse.ts",
    find: "readText(state, decoder.decode(bytes, { stream: true }), max)",
    replace: "readText(state, new TextDecoder().decode(bytes), max)",
    caughtBy: ["words"]
  },
  {
    name: "CR and LF in two pieces are two line ends",
    file: "words/sse.ts",
    find: 'let from = state.afterReturn && text.startsWith("\\n") ? 1 : 0',
    replace: "let from = 0",
    caughtBy: ["words"]
  },
  {
    name: "several data lines keep only the last",
    file: "words/sse.ts",
    find: "state.data = state.data === undefined ? value : `${state.data}\\n${value}`",
    replace: "state.data = value",
    caughtBy: ["words"]
  },
  {
    name: "a cut frame counts as whole",
    file: "words/sse.ts",
    find: 'if (how !== "clean") return out',
    replace: 'if (how === "clean" && false) return out',
    caughtBy: ["words"]
  },
  {
    name: "an event name can hold a line end",
    file: "words/sse.ts",
    find: 'event.replace(/[\\r\\n\\0]/g, " ")',
    replace: "event",
    caughtBy: ["words"]
  },
  {
    name: "a call without its result is taken",
    file: "words/turns.ts",
    find: "  close(open, found)\n  return found",
    replace: "  return found",
    caughtBy: ["words"]
  },
  {
    name: "an orphan result is taken",
    file: "words/turns.ts",
    find: 'else found.push({ problem: answered.has(id) ? "duplicate-result" : "orphan-result", path: at ?? "" })',
    replace: "else answered.add(id)",
    caughtBy: ["words"]
  },
  {
    name: "two calls of one id are one",
    file: "words/turns.ts",
    find: "if (open.has(call.id)) found",
    replace: "if (open.size < 0) found",
    caughtBy: ["words"]
  },
  {
    name: "results keep the client's order",
    file: "words/turns.ts",
    find: "results.toSorted((a, b) => place(a) - place(b))",
    replace: "results",
    caughtBy: ["words"]
  },
  {
    name: "an envelope of any kind opens",
    file: "words/envelope.ts",
    find: "if (known === undefined ||",
    replace: "if (",
    caughtBy: ["words"]
  },
  {
    name: "a digest covers half the text",
    file: "words/envelope.ts",
    find: "sha256(text).slice(0, 16)",
    replace: "sha256(text.slice(1)).slice(0, 16)",
    caughtBy: ["words"]
  },
  {
    name: "a digest does not know how long its text is",
    file: "words/sha256.ts",
    find: "view.setUint32(message.length - 4, bytes.length << 3)",
    replace: "",
    caughtBy: ["words"]
  },
  {
    name: "a refused key of ours is told as the client's",
    file: "words/failure.ts",
    find: "http === 401 || http === 403 || ",
    replace: "",
    caughtBy: ["words"]
  },
  {
    name: "a general word beats the status",
    file: "words/failure.ts",
    find: 'meant !== "InvalidRequest" && meant !== "UpstreamFailed"',
    replace: "true",
    caughtBy: ["words"]
  },
  {
    name: "an error's message shows a key",
    file: "words/failure.ts",
    find: "(?:sk|pk|rk|key|gsk|xai)-",
    replace: "(?:pk|rk|gsk|xai)-",
    caughtBy: ["words"]
  },
  {
    name: "a date to try again at is not read",
    file: "words/failure.ts",
    find: 'Date.parse(date ?? "")',
    replace: 'Date.parse("")',
    caughtBy: ["words"]
  },
  {
    name: "a note does not say whose rule it is",
    file: "words/rules.ts",
    find: "rule: `${name}/${key}`",
    replace: "rule: key",
    caughtBy: ["words"]
  },
  {
    name: "names that look alike are one name",
    file: "words/spelling.ts",
    find: "_${digest(name).slice(0, 6)}`",
    replace: "_`",
    caughtBy: ["words"]
  },
  {
    name: "ids are cut instead of hashed",
    file: "words/spelling.ts",
    find: "`isg_${digest(id)}`",
    replace: "reversible.slice(0, spelling.length)",
    caughtBy: ["words"]
  },
  {
    name: "opaque bytes of one kind push out the others",
    file: "words/fold.ts",
    find: "it.vendor !== now.vendor || it.kind !== now.kind",
    replace: "it.vendor !== now.vendor",
    caughtBy: ["words"]
  },
  {
    name: "log probabilities of the last frame only",
    file: "words/fold.ts",
    find: "[...(it.logprobs ?? []), ...logprobs]",
    replace: "logprobs",
    caughtBy: ["words"]
  },
  {
    name: "null is taken for a wrong type",
    file: "words/reader.ts",
    find: "value === undefined || value === null\n",
    replace: "value === undefined\n",
    caughtBy: ["words", "formats"]
  },
  {
    name: "a removed member leaves its comma",
    file: "exchange/splice.ts",
    find: "else if (kept > 0) cuts.push",
    replace: "else if (kept > 99) cuts.push",
    caughtBy: ["shell/splice.test.ts"]
  },
  {
    name: "an added member has no comma",
    file: "exchange/splice.ts",
    find: "kept > 0 ? `,${added}` : added",
    replace: "added",
    caughtBy: ["shell/splice.test.ts"]
  },
  {
    name: "a name spelled with escapes is not found",
    file: "exchange/splice.ts",
    find: 'source.includes("\\\\") ? String(JSON.parse',
    replace: 'source.includes("\\n") ? String(JSON.parse',
    caughtBy: ["shell/splice.test.ts"]
  },
  {
    name: "two different keys are taken",
    file: "credentials/credentials.ts",
    find: "others.some(({ secret }) => secret !== first.secret)",
    replace: "others.length > 99",
    caughtBy: ["shell"]
  },
  {
    name: "a key is compared by its first bytes",
    file: "credentials/credentials.ts",
    find: "at < own.length; at++",
    replace: "at < 1; at++",
    caughtBy: ["shell/auth.test.ts"]
  },
  {
    name: "no key is anybody",
    file: "credentials/credentials.ts",
    find: 'if (first === undefined) return Effect.fail(refusal("No API key was given."))',
    replace: 'if (first === undefined) return Effect.succeed({ name: "", may: () => true })',
    caughtBy: ["shell"]
  },
  {
    name: "model permissions are not asked",
    file: "exchange/chat.ts",
    find: "model !== undefined && principal.may(model.target.model)",
    replace: "model !== undefined",
    caughtBy: ["shell"]
  },
  {
    name: "bad UTF-8 becomes U+FFFD",
    file: "exchange/read-body.ts",
    find: "if (!isUtf8(bytes)) return",
    replace: "if (false) return",
    caughtBy: ["shell"]
  },
  {
    name: "the endpoint's limits are not looked at",
    file: "exchange/read-body.ts",
    find: "if (!result.ok) return fail(invalid(result.error))",
    replace: "",
    caughtBy: ["shell", "negative"]
  },
  {
    name: "a redirect is an answer",
    file: "upstream/call.ts",
    find: "status >= 300 && status < 400",
    replace: "status >= 300 && status < 300",
    caughtBy: ["shell", "faults/gateway"]
  },
  {
    name: "a strange content encoding passes",
    file: "upstream/call.ts",
    find: 'encoding.toLowerCase() !== "identity"',
    replace: 'encoding === "identity"',
    caughtBy: ["shell", "faults/gateway"]
  },
  {
    name: "what was sent is tried again",
    file: "upstream/retry.ts",
    find: "if (!sent && error.reason",
    replace: "if (error.reason",
    caughtBy: ["shell", "faults/gateway"]
  },
  {
    name: "every 500 is tried again",
    file: "upstream/retry.ts",
    find: "new Set([429, 503, 529])",
    replace: "new Set([429, 500, 503, 529])",
    caughtBy: ["shell", "faults/gateway"]
  },
  {
    name: "Retry-After has no cap",
    file: "upstream/retry.ts",
    find: "asked > limits.retryAfter ? undefined",
    replace: "asked > Infinity ? undefined",
    caughtBy: ["shell", "faults/gateway"]
  },
  {
    name: "an answer has no bound",
    file: "upstream/tries.ts",
    find: "bytes > means.limits.reply",
    replace: "bytes > Infinity",
    caughtBy: ["shell", "faults/gateway"]
  },
  {
    name: "a client that left does not stop the upstream",
    file: "upstream/tries.ts",
    find: "return Effect.sync(() => call.hangUp())",
    replace: "return Effect.void",
    caughtBy: ["shell", "faults/gateway"]
  },
  {
    name: "the notes header has no bound",
    file: "exchange/notes-header.ts",
    find: "if (out.length + more.length > most.bytes) break",
    replace: "",
    caughtBy: ["shell"]
  },
  {
    name: "the body has no cap",
    file: "gateway/read-bytes.ts",
    find: "Number(length) > kind.cap",
    replace: "Number(length) > Infinity",
    caughtBy: ["shell", "negative"]
  },
  {
    name: "a compressed body is read",
    file: "gateway/read-bytes.ts",
    find: 'encoding.toLowerCase() !== "identity"',
    replace: 'encoding === "gzip, gzip"',
    caughtBy: ["shell", "negative"]
  },
  {
    name: "any content type is JSON",
    file: "gateway/read-bytes.ts",
    find: "type !== undefined && !isJson(type)",
    replace: 'type === ""',
    caughtBy: ["shell", "negative"]
  },
  {
    name: "a client's request id is taken as it is",
    file: "gateway/request-id.ts",
    find: "own !== undefined && wellFormed.test(own)",
    replace: "own !== undefined",
    caughtBy: ["shell"]
  },
  {
    name: "a budget that does not fit is sent",
    file: "families/claude.ts",
    find: 'editing.set("/thinking/budget_tokens", limit - 1, "budget")',
    replace: "",
    caughtBy: ["families"]
  },
  {
    name: "top_k is sent while thinking",
    file: "families/claude.ts",
    find: "else if (thinks && !thinking(value))",
    replace: "else if (thinks && thinking(value))",
    caughtBy: ["families"]
  },
  {
    name: "the key of the upstream is not sent",
    file: "families/claude.ts",
    find: '"x-api-key": key',
    replace: '"x-api-key": ""',
    caughtBy: ["families", "sdk"]
  },
  {
    name: "thinking waits no longer",
    file: "families/chat-line.ts",
    find: "call.stream && it.thinks(call) ?",
    replace: "call.stream && !it.thinks(call) ?",
    caughtBy: ["families"]
  },
  {
    name: "usage snapshots are added up",
    file: "words/fold.ts",
    find: "return { ...before, ...now,",
    replace: "return { ...now, ...before,",
    caughtBy: ["words"]
  }
]
