import type { Harmless } from "./harmless.ts"

/** Faults of `formats` that were drawn and are none. */
export const ofFormats: readonly Harmless[] = [
  {
    file: "formats/messages/tools.ts",
    said: '...(servers ?? []).map((server) => decodeVendorTool(server, mcpServer, ["name"]))',
    find: '"name"',
    replace: '"namex"',
    why: "the name of a server in `mcp_servers` is written twice to the same member"
  },
  {
    file: "formats/openai-media.ts",
    said: "const inner = json.value ?? null",
    find: " ?? null",
    replace: "",
    why: "neither null nor undefined is a list, an object or a text"
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
    file: "formats/generate-content/tools.ts",
    said: 'const of = searches ? "web-search" : (vendorTools.get(name) ?? "other")',
    find: "searches",
    replace: "false",
    why: "Google's search stands among its tools as a search, too"
  },
  {
    file: "formats/generate-content/wire.ts",
    said: "snakeCased.set(name, snake)",
    find: "name, snake",
    replace: "snake, name",
    why: "a spelling that the cache does not hold is made again"
  },
  {
    file: "formats/responses/stream-encode.ts",
    said: "tokens.flatMap((one) => [one, ...(one.top ?? [])]).reduce((sum, { token }) => sum + token.length + 16, 0)",
    find: "16",
    replace: "17",
    why: "what a token takes beside its text is an estimate"
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
  },
  {
    file: "formats/generate-content/output-text.ts",
    said: "const textOverhead = 32",
    find: "32",
    replace: "33",
    why: "what a text counts beside its characters is an estimate"
  },
  {
    file: "formats/chat-completions/options.ts",
    said: 'if (field === "key") place = "/prompt_cache_key"',
    find: '"/prompt_cache_key"',
    replace: '"/prompt_cache_keyx"',
    why: "each member of the caching has a place of its own; that of all of them is asked for where there is none"
  },
  {
    file: "formats/chat-completions/parts.ts",
    said: 'const type = from.needed("type") ?? ""',
    find: '""',
    replace: '"x"',
    why: "a body that lacks the type is refused, whatever else is read of it"
  },
  {
    file: "formats/chat-completions/messages-encode.ts",
    said: 'if (kindOf(part) !== "legacy") fresh.push(encodeToolCall(writing, part, ids.get(part) ?? part.id))',
    find: " ?? part.id",
    replace: "",
    why: "each call of a message that is written has an id in the table"
  },
  {
    file: "formats/chat-completions/options.ts",
    said: 'root.from.boolean("stream")',
    find: '"stream"',
    replace: '"streamx"',
    why: "whether `stream` is a boolean is asked where the wish for it is read, too"
  },
  {
    file: "formats/generate-content/stream-decode.ts",
    said: "heldPieces: 0,",
    find: "0",
    replace: "1",
    why: "one unit of two million is let go, and no answer has as many candidates"
  },
  {
    file: "formats/generate-content/request.ts",
    said: "usage: true,",
    find: "true",
    replace: "false",
    why: "whether a stream tells usage is a wish that chunks of chat completions alone have"
  },
  {
    file: "formats/messages/response-end.ts",
    said: 'return usage && decodeUsage(new IssueReader(), usage, "/usage")',
    find: '"/usage"',
    replace: '"/usagex"',
    why: "of an answer that passes the numbers of its usage are told and not their place"
  },
  {
    file: "formats/responses/stream-encode-parts.ts",
    said: "track.value = { ...call, input: nothingOf(call.input) }",
    find: ", input: nothingOf(call.input)",
    replace: "",
    why: "what a call begins with is told from what was written of it"
  },
  {
    file: "formats/messages/tools.ts",
    said: "required: true,",
    find: "required: true,\n  ",
    replace: "",
    why: "what reads the member misses it itself, and the document tells of no member of a tool that it must be there"
  }
]
