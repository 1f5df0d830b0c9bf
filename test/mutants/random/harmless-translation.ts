import type { Harmless } from "./harmless.ts"

/** Faults of `core`, `formats` and `families` that were drawn and are none. */
export const ofTranslation: readonly Harmless[] = [
  {
    file: "formats/messages/tools.ts",
    said: '...(servers ?? []).map((server) => decodeVendorTool(server, mcpServer, ["name"]))',
    find: '"name"',
    replace: '"namex"',
    why: "the name of a server in `mcp_servers` is written twice to the same member"
  },
  {
    file: "core/errors/failure.ts",
    said: "export const failureIn = (wording: ErrorWording, body: Json, status = 200, headers: Headers = {}): GatewayError => {",
    find: "200",
    replace: "201",
    why: "of a status below 400 nothing is asked but that it is"
  },
  {
    file: "core/bytes/base64.ts",
    said: "for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)",
    find: "<",
    replace: "<=",
    why: "what is written behind the end of an array of bytes is dropped"
  },
  {
    file: "core/chat/citations.ts",
    said: "if (start >= place) return found",
    find: ">=",
    replace: ">",
    why: "a text that stands where it is looked for is the nearest one, whatever follows"
  },
  {
    file: "core/framing/sse.ts",
    said: "if (from < text.length) state.pending.add(from === 0 ? text : copyText(text.slice(from)))",
    find: "from < text.length",
    replace: "true",
    why: "an empty rest adds nothing"
  },
  {
    file: "core/secrets/automaton.ts",
    said: "this.#reach = Math.min(255, ...patterns.map(({ length }) => length))",
    find: "255",
    replace: "256",
    why: "a window of 256 bytes moves by 255 at most, which a byte holds, too"
  },
  {
    file: "core/secrets/automaton.ts",
    said: "const pairOf = (first: number, second: number): number => ((first << 4) ^ second) & (pairs - 1)",
    find: "4",
    replace: "5",
    why: "another hash of two bytes is as good"
  },
  {
    file: "formats/openai-images.ts",
    said: "const inner = json.value ?? null",
    find: " ?? null",
    replace: "",
    why: "neither null nor undefined is a list, an object or a text"
  },
  {
    file: "core/chat/envelope.ts",
    said: "const passed = parts.slice(taken, Math.max(taken, before))",
    find: "taken, before",
    replace: "before, taken",
    why: "the greater of two is the same in either order"
  },
  {
    file: "families/openai-compatible/thinking.ts",
    said: "return Math.max(most, 0)",
    find: "most, 0",
    replace: "0, most",
    why: "the greater of two is the same in either order"
  },
  {
    file: "formats/chat-completions/thinking.ts",
    said: "if (!sameThinking(again.thinking, request.thinking)) return false",
    find: "again.thinking, request.thinking",
    replace: "request.thinking, again.thinking",
    why: "whether two are the same does not depend on their order"
  },
  {
    file: "formats/messages/response-parts.ts",
    said: "if (blocks.length > 0) noteLostOpaque(to, part, part.opaque)",
    find: "blocks.length > 0",
    replace: "true",
    why: "where there are no blocks there are no bytes to lose"
  },
  {
    file: "formats/responses/citations.ts",
    said: 'const whole = supports.length > 0 ? -1 : parts.findLastIndex((part) => part?.type === "text")',
    find: "1",
    replace: "2",
    why: "of the numbers below zero none is the place of a part"
  },
  {
    file: "families/openai-compatible/layer.ts",
    said: 'return status === 429 && error.reason === "QuotaExceeded" && codes.includes(error.details.code ?? "")',
    find: '""',
    replace: '"x"',
    why: "no vendor has a code without letters, nor one of the letter x"
  },
  {
    file: "core/json/outline.ts",
    said: "readonly firsts = new Uint8Array(256)",
    find: "256",
    replace: "257",
    why: "no byte asks for the place behind the last one"
  },
  {
    file: "core/secrets/views.ts",
    said: "const from = new Uint32Array(bytes.length + 1)",
    find: "1",
    replace: "2",
    why: "what is kept of the places ends with the last byte that was read"
  },
  {
    file: "formats/generate-content/tools.ts",
    said: 'const of = searches ? "web-search" : (vendorTools.get(name) ?? "other")',
    find: "searches",
    replace: "false",
    why: "Google's search stands among its tools as a search, too"
  },
  {
    file: "core/json/exact.ts",
    said: "const pieceLength = 64 * 1024",
    find: "1024",
    replace: "1025",
    why: "pieces of a text of any length are the text"
  },
  {
    file: "formats/generate-content/wire.ts",
    said: "snakeCased.set(name, snake)",
    find: "name, snake",
    replace: "snake, name",
    why: "a spelling that the cache does not hold is made again"
  },
  {
    file: "core/json/outline-script.ts",
    said: "const code = bytes[at] ?? 0",
    find: "0",
    replace: "1",
    why: "a place within the bytes holds one"
  },
  {
    file: "core/chat/free-text.ts",
    said: "while (end < written.length && written[end] !== '\"') {",
    find: "<",
    replace: "<=",
    why: "behind the last character there is none to go on to"
  },
  {
    file: "formats/responses/stream-encode.ts",
    said: "tokens.flatMap((one) => [one, ...(one.top ?? [])]).reduce((sum, { token }) => sum + token.length + 16, 0)",
    find: "16",
    replace: "17",
    why: "what a token takes beside its text is an estimate"
  },
  {
    file: "core/json/outline-script.ts",
    said: "const control = (four - 0x20_20_20_20) & ~four",
    find: "0x20_20_20_20",
    replace: "538976289",
    why: "a blank that is taken for more is looked at once again"
  },
  {
    file: "core/secrets/redactor.ts",
    said: "const most = anyEscape.test(decoded) ? deepest : 0",
    find: "anyEscape.test(decoded)",
    replace: "true",
    why: "a text without an escape reads as itself, however often"
  },
  {
    file: "core/framing/stream-limits.ts",
    said: "const node = 32",
    find: "32",
    replace: "33",
    why: "what a member takes beside its text is an estimate"
  },
  {
    file: "core/secrets/views.ts",
    said: "const byte = bytes[at] ?? 0",
    find: "0",
    replace: "1",
    why: "a place within the bytes holds one"
  },
  {
    file: "core/json/outline-script.ts",
    said: "(code >= 48 && code <= 57) || (code >= 97 && code <= 122) || code === 43 || code === 45 || code === 46 || code === 69",
    find: "122",
    replace: "123",
    why: "no JSON has a bracket directly behind a word"
  },
  {
    file: "families/openai-compatible/edits.ts",
    said: "const body = isPassed ? bodyWith(call, read) : call.body.object",
    find: "isPassed",
    replace: "false",
    why: "what nobody looks at may be read all the same"
  },
  {
    file: "formats/generate-content/stream-encode-state.ts",
    said: "candidate.heldLogprobs = 0",
    find: "0",
    replace: "1",
    why: "each frame lets go of one unit of two million, and no answer has as many frames"
  },
  {
    file: "formats/messages/tool-results.ts",
    said: "if (client && id === undefined) return undefined",
    find: "client && id === undefined",
    replace: "false",
    why: "a body that lacks the id is refused, whatever else is read of it"
  },
  {
    file: "formats/generate-content/parts.ts",
    said: 'const text = [...run, part].map((it) => it.text ?? "").join("")',
    find: '""',
    replace: '"x"',
    why: "a part of a run is one because it says a text"
  },
  {
    file: "formats/chat-completions/stream-encode-state.ts",
    said: "#candidate = 0",
    find: "0",
    replace: "1",
    why: "the first candidate that speaks begins a chunk of its own"
  }
]
