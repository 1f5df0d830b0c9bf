import type { Harmless } from "./harmless.ts"

/** Faults of `core` and `families` that were drawn and are none. */
export const ofCore: readonly Harmless[] = [
  {
    file: "core/errors/failure.ts",
    said: "export const failureIn = (wording: ErrorWording, body: Json, status = 200, headers: Headers = {}): GatewayError => {",
    find: "200",
    replace: "201",
    why: "of a status below 400 nothing is asked but that it is"
  },
  {
    file: "core/bytes.ts",
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
    said: "this.#reach = Math.min(255, ...spellings.map(({ least }) => least))",
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
    file: "core/json/exact.ts",
    said: "const pieceLength = 64 * 1024",
    find: "1024",
    replace: "1025",
    why: "pieces of a text of any length are the text"
  },
  {
    file: "core/json/outline.ts",
    said: "const code = bytes[at] ?? 0",
    find: "0",
    replace: "1",
    why: "a place within the bytes holds one"
  },
  {
    file: "core/chat/tool-calls.ts",
    said: "while (end < written.length && written[end] !== '\"') {",
    find: "<",
    replace: "<=",
    why: "behind the last character there is none to go on to"
  },
  {
    file: "core/json/outline.ts",
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
    file: "core/json/outline.ts",
    said: "(code >= 48 && code <= 57) || (code >= 97 && code <= 122) || code === 43 || code === 45 || code === 46 || code === 69",
    find: "122",
    replace: "123",
    why: "no JSON has a bracket directly behind a word"
  },
  {
    file: "families/openai-compatible/edits.ts",
    said: "const body = isPassed && call.translated !== true ? bodyWith(call, read) : call.body.object",
    find: "isPassed",
    replace: "false",
    why: "what nobody looks at may be read all the same"
  },
  {
    file: "core/chat/citations.ts",
    said: "for (let at = 1, fits = 0; at < piece.length; at++) {",
    find: "<",
    replace: "<=",
    why: "what is written behind the end of an array of numbers is dropped"
  },
  {
    file: "core/json/value.ts",
    said: 'export const sourceKey: unique symbol = Symbol("isogloss/source")',
    find: '"isogloss/source"',
    replace: '"isogloss/sourcex"',
    why: "what a symbol is called is for people"
  },
  {
    file: "core/chat/turns.ts",
    said: "if (answered.size > 0) answered.clear()",
    find: "answered.size > 0",
    replace: "true",
    why: "what is empty is emptied"
  },
  {
    file: "core/bytes.ts",
    said: "export const binaryOf = (text: string): string => (isAscii.test(text) ? text : bytewise(encoder.encode(text)))",
    find: "isAscii.test(text)",
    replace: "false",
    why: "the UTF-8 of ASCII is the text itself, byte for byte"
  },
  {
    file: "core/secrets/views.ts",
    said: "const begins = new Uint8Array(256)",
    find: "256",
    replace: "257",
    why: "no byte asks for the place behind the last one"
  },
  {
    file: "core/secrets/views.ts",
    said: "const digit = digitOf(bytes[at] ?? 0)",
    find: "0",
    replace: "1",
    why: "a place within the bytes holds one"
  },
  {
    file: "core/naming/naming.ts",
    said: 'const [first = "", ...rest] = parts',
    find: '""',
    replace: '"x"',
    why: "what a text is split into has a first piece"
  },
  {
    file: "core/naming/naming.ts",
    said: 'const places = spellings(steps[length - 1] ?? "").map((name) => way + name)',
    find: '""',
    replace: '"x"',
    why: "a path in a table has a last step"
  },
  {
    file: "core/chat/chat.ts",
    said: 'const [first = "", ...more] = piecesOf(text)',
    find: '""',
    replace: '"x"',
    why: "what is cut has a first piece"
  },
  {
    file: "core/naming/naming.ts",
    said: "} else if (!inner.isLeaf || inner.deciding.length > 0) this.over(inner, object[key], childPointer(at, key))",
    find: ">",
    replace: ">=",
    why: "below a place that decides nothing and has nothing below nothing is found"
  },
  {
    file: "core/secrets/redactor.ts",
    said: "const widest = 12",
    find: "12",
    replace: "13",
    why: "a little more of a text waits for what follows it"
  },
  {
    file: "core/json/outline.ts",
    said: "const end = bytes[at] === quote ? endOfName(bytes, name) : -1",
    find: "1",
    replace: "2",
    why: "both are places before the first byte, at which nothing is read"
  },
  {
    file: "core/naming/gateways.ts",
    said: 'const liteLlm = "https://docs.litellm.ai/docs"',
    find: '"https://docs.litellm.ai/docs"',
    replace: '"https://docs.litellm.ai/docsx"',
    why: "where a fact is from is told to people alone"
  }
]
