import type { Planted } from "./sample.ts"

/** A fault that nobody can notice. */
interface Harmless {
  /** File below `src`. */
  readonly file: string
  /** The line that it stands on, without the space around it. */
  readonly said: string
  /** What is replaced there, which begins on that line, and what takes its place. */
  readonly find: string
  readonly replace: string
  readonly why: string
}

/** Faults that were drawn and are none. */
export const harmless: readonly Harmless[] = [
  {
    file: "tasks/poller.ts",
    said: 'const holder = newTaskId("node")',
    find: '"node"',
    replace: '"nodex"',
    why: "the name of a lease's holder is only compared with itself"
  },
  {
    file: "upstream/undici.ts",
    said: "if (places.size >= mostPlaces) places.clear()",
    find: ">=",
    replace: ">",
    why: "the cache of parsed addresses holds one more before it is emptied"
  },
  {
    file: "hosts/node-body.ts",
    said: "clearTimeout(timer)",
    find: "clearTimeout(timer)",
    replace: "void 0",
    why: "a request's close stops the clock as well, and once its body is whole nobody hears the refusal"
  },
  {
    file: "formats/messages/tools.ts",
    said: '...(servers ?? []).map((server) => decodeVendorTool(server, mcpServer, ["name"]))',
    find: '"name"',
    replace: '"namex"',
    why: "the name of a server in `mcp_servers` is written twice to the same member"
  },
  {
    file: "config/check.ts",
    said: 'const want = wanted.get(pattern) ?? "another value"',
    find: ' ?? "another value"',
    replace: "",
    why: "every place of a configuration that can be wrong has a sentence of its own"
  },
  {
    file: "telemetry/layer.ts",
    said: "bound.set(key, known)",
    find: "bound.set(key, known)",
    replace: "void 0",
    why: "a counter that is made anew has the same name and labels, by which Effect's registry knows it"
  },
  {
    file: "media/fetch/network.ts",
    said: 'socket.off("close", lost)',
    find: 'socket.off("close", lost)',
    replace: "void 0",
    why: "what is already resolved is not rejected by a close"
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
    file: "formats/messages/stream-decode-parts.ts",
    said: "state.open.size === 0 ? nothing : [...state.open.keys()].flatMap((index) => closeBlock(state, index))",
    find: "state.open.size === 0",
    replace: "false",
    why: "where no block is open none is closed"
  },
  {
    file: "formats/openai-images.ts",
    said: "const inner = json.value ?? null",
    find: " ?? null",
    replace: "",
    why: "neither null nor undefined is a list, an object or a text"
  },
  {
    file: "tasks/sqlite/layer.ts",
    said: 'if (database.isTransaction) database.exec("ROLLBACK")',
    find: 'database.exec("ROLLBACK")',
    replace: "void 0",
    why: "a file in which something failed is closed, which takes back what was begun"
  },
  {
    file: "core/chat/envelope.ts",
    said: "const passed = parts.slice(taken, Math.max(taken, before))",
    find: "taken, before",
    replace: "before, taken",
    why: "the greater of two is the same in either order"
  },
  {
    file: "families/openai-compatible/thinking-fields.ts",
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
    file: "upstream/bytes.ts",
    said: "if (size <= turn) return Effect.succeed(concatBytes(pieces))",
    find: "<=",
    replace: "<",
    why: "what is exactly one turn long is joined in one either way"
  },
  {
    file: "tasks/poller.ts",
    said: "let next = 0",
    find: "0",
    replace: "1",
    why: "no clock stands in the first millisecond of 1970"
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
    file: "core/json/unread.ts",
    said: "readonly #firsts = new Uint8Array(256)",
    find: "256",
    replace: "257",
    why: "no byte asks for the place behind the last one"
  },
  {
    file: "upstream/request-secrets.ts",
    said: "const mostNames = 256",
    find: "256",
    replace: "257",
    why: "the cache of headers' names holds one more before it is emptied"
  },
  {
    file: "upstream/undici.ts",
    said: "const mostPlaces = 256",
    find: "256",
    replace: "257",
    why: "the cache of parsed addresses holds one more before it is emptied"
  },
  {
    file: "upstream/request-secrets.ts",
    said: 'const value = headers[name] ?? ""',
    find: '""',
    replace: '"x"',
    why: "each name of an object's members has a value"
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
    file: "upstream/attempt.ts",
    said: "let status = 0",
    find: "0",
    replace: "1",
    why: "a status comes before any piece of its body and before its end"
  },
  {
    file: "core/json/canonical.ts",
    said: "const pieceLength = 64 * 1024",
    find: "1024",
    replace: "1025",
    why: "pieces of a text of any length are the text"
  }
]

const members = ["file", "said", "find", "replace"] as const

/** Why a fault is none; undefined where it is one, or nobody has thought about it. */
export const whyHarmless = (fault: Planted): string | undefined =>
  harmless.find((known) => members.every((member) => known[member] === fault[member]))?.why
