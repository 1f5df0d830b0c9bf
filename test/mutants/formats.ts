import type { Mutant } from "./mutant.ts"

/** Defects in the formats. */
export const formats: readonly Mutant[] = [
  {
    name: "the texts of a system message are a list",
    file: "formats/chat-completions/messages-encode.ts",
    find: '(message.role === "system" && !writing.own)',
    replace: "false",
    caughtBy: ["formats/chat-completions/request-encode.test.ts"]
  },
  {
    name: "a thought's seal is believed over any text",
    file: "formats/messages/opaque.ts",
    find: 'envelope.digest !== textDigest(part.text ?? "")',
    replace: "false",
    caughtBy: ["laws/carriers.test.ts"]
  },
  {
    name: "another model's bytes are sent",
    file: "formats/messages/opaque.ts",
    find: " && (it.model ?? model) === model",
    replace: "",
    caughtBy: ["laws/carriers.test.ts", "formats/messages"]
  },
  {
    name: "an assistant's turn to Claude ends in thinking",
    file: "formats/messages/messages-encode.ts",
    find: "!to.thoughts.has(block)",
    replace: "block !== undefined",
    caughtBy: ["formats/messages/wordless.test.ts"]
  },
  {
    name: "a text of white space alone goes to Claude",
    file: "formats/messages/context.ts",
    find: "(own ? part.text : part.text.trim())",
    replace: "part.text",
    caughtBy: ["formats/messages/wordless.test.ts"]
  },
  {
    name: "what stands around a turn that was left out is two turns of one role",
    file: "formats/messages/messages-encode.ts",
    find: "to.own || !joinTurn(out.at(-1), turn)",
    replace: "true",
    caughtBy: ["formats/messages/wordless.test.ts"]
  },
  {
    name: "thinking stays on where an edit took that of the open calls",
    file: "formats/messages/passthrough.ts",
    find: "    thinkingOff(search, body)\n",
    replace: "",
    caughtBy: ["formats/messages/edits.test.ts"]
  },
  {
    name: "arguments that are no object did not break off",
    file: "core/chat/tool-calls.ts",
    find: "!isInput(part.input.json)",
    replace: "false",
    caughtBy: ["formats/crossing/broken-calls.test.ts"]
  },
  {
    name: "thoughts of Claude's stream are counted beside a count that holds them",
    file: "formats/messages/stream-decode.ts",
    find: "Math.max(0, told.text - thoughts)",
    replace: "told.text",
    caughtBy: ["formats/messages/stream-usage.test.ts"]
  },
  {
    name: "texts go to other vendors than OpenAI as a list",
    file: "formats/chat-completions/parts.ts",
    find: "(items.length > 1 && writing.holds(ownVendor))",
    replace: "items.length > 1",
    caughtBy: ["families/plain-content.test.ts"]
  },
  {
    name: "the domains that Claude's search may visit are lost",
    file: "formats/responses/tools.ts",
    find: 'key === "allowed_domains" && isArray(value)',
    replace: 'key === "" && isArray(value)',
    caughtBy: ["formats/crossing/stand-in-settings.test.ts"]
  },
  {
    name: "an empty list of calls ends what the model thinks",
    file: "formats/chat-completions/stream-decode.ts",
    find: "isFilled(calls) || isObject(calls)",
    replace: "isArray(calls) || isObject(calls)",
    caughtBy: ["formats/crossing/odd-frames.test.ts"]
  },
  {
    name: "a chunk that names nothing begins the answer",
    file: "formats/chat-completions/stream-decode.ts",
    find: "!state.started && saysNothing(chunk)",
    replace: "false",
    caughtBy: ["formats/crossing/odd-frames.test.ts"]
  },
  {
    name: "what is said ahead of the answer is lost",
    file: "formats/chat-completions/stream-decode.ts",
    find: "    for (const [key, value] of Object.entries(chunk)) putMember(state.ahead, key, value)",
    replace: "",
    caughtBy: ["formats/crossing/odd-frames.test.ts"]
  },
  {
    name: "pieces of several calls all go on with the last",
    file: "formats/chat-completions/stream-decode-parts.ts",
    find: "pieces.length > 1 ? order : undefined",
    replace: "undefined",
    caughtBy: ["formats/crossing/odd-frames.test.ts"]
  },
  {
    name: "a choice that tells of an error is an answer",
    file: "formats/chat-completions/response-decode.ts",
    find: "memberError(choices.find((choice) => memberError(choice) !== undefined))",
    replace: "undefined",
    caughtBy: ["formats/crossing/odd-frames.test.ts"]
  },
  {
    name: "reasoning is more than all output",
    file: "formats/chat-completions/response-end.ts",
    find: "usage.reasoning = output",
    replace: "usage.reasoning = reasoning",
    caughtBy: ["formats/crossing/odd-bodies.test.ts"]
  },
  {
    name: "an empty call is one",
    file: "formats/chat-completions/tool-calls.ts",
    find: '(call["name"] ?? "") !== "" || (call["arguments"] ?? "") !== ""',
    replace: 'call["name"] !== undefined || call["arguments"] !== undefined',
    caughtBy: ["formats/crossing/odd-bodies.test.ts"]
  },
  {
    name: "an empty sound is one",
    file: "formats/chat-completions/response-decode.ts",
    find: "isObject(audio) && soundMembers.some((key) => audio[key])",
    replace: "isObject(audio)",
    caughtBy: ["formats/crossing/odd-bodies.test.ts"]
  },
  {
    name: "an empty reason is one",
    file: "formats/chat-completions/response-end.ts",
    find: 'value !== "" && value !== "null"',
    replace: "true",
    caughtBy: ["formats/crossing/odd-bodies.test.ts"]
  },
  {
    name: "a frame that says a message is no error",
    file: "formats/chat-completions/stream-decode.ts",
    find: "named ? readError(chunk) : errorWithout(chunk)",
    replace: "named ? readError(chunk) : undefined",
    caughtBy: ["formats/crossing/odd-frames.test.ts"]
  },
  {
    name: "output that only the total counts is lost",
    file: "formats/chat-completions/response-end.ts",
    find: "Math.max(rest, completion ?? 0)",
    replace: "(completion ?? rest)",
    caughtBy: ["formats/crossing/odd-bodies.test.ts"]
  },
  {
    name: "a reason in capitals means nothing",
    file: "core/chat/chat.ts",
    find: 'word.toLowerCase().split(":", 1)',
    replace: 'word.split(":", 1)',
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "a reason that goes on behind a colon means nothing",
    file: "core/chat/chat.ts",
    find: "kinds.get(known)",
    replace: "kinds.get(word.toLowerCase())",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "a whole message behind deltas is said twice",
    file: "formats/chat-completions/stream-decode.ts",
    find: "choice.hasContent ? undefined : message",
    replace: "message",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "a lone call of a delta is none",
    file: "formats/chat-completions/stream-decode-parts.ts",
    find: "isObject(calls) ? [calls] : isArray(calls)",
    replace: "isArray(calls)",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "a second name at a place goes on with the first",
    file: "formats/chat-completions/stream-decode-parts.ts",
    find: "hasInput && name !== known",
    replace: "false",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "a name is read over where the input goes on",
    file: "formats/chat-completions/stream-decode-parts.ts",
    find: 'isObject(body) && !body["name"]',
    replace: "isObject(body)",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "the word null is the id of a call",
    file: "formats/chat-completions/tool-calls.ts",
    find: 'id === "" || id === "null"',
    replace: 'id === ""',
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "a lone item of content is none",
    file: "formats/chat-completions/response-decode.ts",
    find: ": readItem(to, items, at)",
    replace: ": []",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "what a model thought is read as its text",
    file: "formats/chat-completions/response-decode.ts",
    find: 'type === "reasoning" ? (summary ?? text) : undefined',
    replace: "summary",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "a body without choices tells no error",
    file: "formats/chat-completions/response-decode.ts",
    find: "errorOfChoice(choices) : errorWithout(value)",
    replace: "errorOfChoice(choices) : undefined",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "a frame that is null fails the stream",
    file: "formats/chat-completions/stream-decode.ts",
    find: 'text === "" || text === "null"',
    replace: 'text === ""',
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "cached tokens are part of a prompt that is less",
    file: "formats/chat-completions/response-end.ts",
    find: "cached > prompt ? prompt : prompt - cached",
    replace: "Math.max(0, prompt - cached)",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "tokens read from a cache beside the details are lost",
    file: "formats/chat-completions/response-end.ts",
    find: '["cache_read_input_tokens", "cacheRead"],',
    replace: "",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "a schema beside json_object is lost",
    file: "formats/chat-completions/settings.ts",
    find: 'type === "json_object" || (type',
    replace: "(type",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "a schema beside json_schema beats the one inside",
    file: "formats/chat-completions/settings.ts",
    find: 'type === "json_schema" && !isObject(inner)',
    replace: 'type === "json_schema"',
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "a call in a choice without an index is another answer",
    file: "formats/chat-completions/response-decode.ts",
    find: '(typeof index !== "number" ||',
    replace: "(",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "a call in the choice behind its text is another answer",
    file: "formats/chat-completions/response-decode.ts",
    find: "|| !before.parts.some(isClientCall))",
    replace: ")",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "choices that are whole are one answer",
    file: "formats/chat-completions/response-decode.ts",
    find: 'before.finish?.kind === "tool-calls" &&',
    replace: "",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "a page that a search found has no link",
    file: "formats/chat-completions/citations.ts",
    find: "url = link",
    replace: "url",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "a count below nothing counts",
    file: "core/tokens/usage.ts",
    find: "count >= 0 && count < Infinity",
    replace: "Number.isFinite(count)",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "a part of a token is told",
    file: "core/tokens/usage.ts",
    find: "Math.round(count)",
    replace: "count",
    caughtBy: ["translate/odd-counts.test.ts"]
  },
  {
    name: "a count in a text is none",
    file: "core/tokens/usage.ts",
    find: 'typeof value === "string" && /^',
    replace: 'value === "" && /^',
    caughtBy: ["translate/odd-counts.test.ts"]
  },
  {
    name: "a choice ends with its reason",
    file: "formats/chat-completions/stream-decode.ts",
    find: "choice.reason = reason",
    replace: "{ choice.reason = reason; finishAll(state) }",
    caughtBy: ["formats/crossing/odd-frames.test.ts"]
  },
  {
    name: "a number is no id of a call",
    file: "formats/chat-completions/tool-calls.ts",
    find: "tablesOf(textOrNumber, jsonOrValue)",
    replace: 'tablesOf(text("id"), jsonOrValue)',
    caughtBy: ["formats/crossing/odd-bodies.test.ts"]
  },
  {
    name: "a document is no part",
    file: "formats/chat-completions/parts.ts",
    find: "if (isMediumType(type)) return",
    replace: 'if (type !== "document_url" && isMediumType(type)) return',
    caughtBy: ["formats/crossing/odd-requests.test.ts"]
  },
  {
    name: "a picture has no place in an answer",
    file: "formats/chat-completions/response-encode.ts",
    find: '(part.type === "media" && encodePicture(part)) || []',
    replace: "[]",
    caughtBy: ["formats/crossing/pictures.test.ts"]
  },
  {
    name: "a picture of an answer is not seen",
    file: "formats/chat-completions/response-decode.ts",
    find: 'appendAll(parts, readItems(to, images, childPointer(at, "images")))',
    replace: "",
    caughtBy: ["formats/crossing/pictures.test.ts"]
  },
  {
    name: "a terminator follows an error",
    file: "formats/chat-completions/stream-encode.ts",
    find: "return state.frame(stringifyJson(errorBody(event.error)))",
    replace: 'state.frame(stringifyJson(errorBody(event.error)))\n      return state.frame("[DONE]")',
    caughtBy: ["formats/chat-completions"]
  },
  {
    name: "usage is told though nobody asked",
    file: "formats/chat-completions/stream-encode.ts",
    find: "usage !== undefined && preferences.usage",
    replace: "usage !== undefined",
    caughtBy: ["formats/chat-completions"]
  },
  {
    name: "an error does not say which parameter",
    file: "formats/openai/error.ts",
    find: 'param: pointer === "" ? null : path(pointer)',
    replace: "param: null",
    caughtBy: ["formats/chat-completions"]
  },
  {
    name: "a vendor without credit has only failed",
    file: "formats/openai/error.ts",
    find: '...allExhausted.map((word) => [word, "QuotaExceeded"] as const)',
    replace: '...allExhausted.map((word) => [word, "UpstreamFailed"] as const)',
    caughtBy: ["formats/chat-completions"]
  },
  {
    name: "too much to do is a 503",
    file: "formats/messages/wire.ts",
    find: '"Overloaded" ? overloaded :',
    replace: '"Overloaded" ? error.status :',
    caughtBy: ["formats/messages"]
  },
  {
    name: "an end of turn with calls is no call of tools",
    file: "formats/messages/response-end.ts",
    find: 'meaning === "stop" && content.calls',
    replace: "false",
    caughtBy: ["formats/messages"]
  },
  {
    name: "a refusal's own words take the place of the vendor's",
    file: "core/chat/chat.ts",
    find: "block?.message ?? refusal",
    replace: "refusal",
    caughtBy: ["core/chat/refusal.test.ts"]
  },
  {
    name: "a refusal is a plain end",
    file: "core/chat/chat.ts",
    find: 'finish: { kind: "refusal" }',
    replace: 'finish: { kind: "stop" }',
    caughtBy: ["formats/messages"]
  },
  {
    name: "an answer's beginning is not asked why it ended",
    file: "formats/messages/stream-decode.ts",
    find: "new ObjectReader(new IssueReader(), state.message,",
    replace: "new ObjectReader(new IssueReader(), {},",
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "an empty reason is one of the vendor's own",
    file: "formats/messages/response-end.ts",
    find: 'end.string("stop_reason") || undefined',
    replace: 'end.string("stop_reason")',
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "settings of thinking need a type",
    file: "formats/messages/thinking.ts",
    find: 'config.has("type") || config.has("budget_tokens")',
    replace: "true",
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "an input that is a text is quoted once more",
    file: "formats/messages/tool-calls.ts",
    find: "JsonText.source(value)",
    replace: "json",
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "an input that is a text is left out of a stream",
    file: "formats/messages/stream-decode-parts.ts",
    find: 'typeof input === "string" ? JsonText.source(input).object : objectOr(input)',
    replace: "objectOr(input)",
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "thinking waits for its end",
    file: "formats/generate-content/stream-encode-parts.ts",
    find: 'if (delta.type === "text" && isThought(to, state.value)) state.kind = "live"',
    replace: "",
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "text in a call's block is the call's",
    file: "formats/messages/stream-decode-parts.ts",
    find: 'kind !== "text" && text !== ""',
    replace: "false",
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "what is told beside a block takes its place",
    file: "formats/messages/stream-decode-parts.ts",
    find: "isForeign(state.open.get(index), wire) ? ~index : index",
    replace: "index",
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "a result that nothing is left of is an empty list",
    file: "formats/chat-completions/parts.ts",
    find: 'items.length === 0 ? "" : items',
    replace: "items",
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "a failure's words are not looked for in lists",
    file: "core/errors/failure.ts",
    find: "if (isArray(value)) return wordsOf(value[0])",
    replace: "",
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "a call of no function is left out of an answer",
    file: "formats/messages/response-decode.ts",
    find: "isArray(blocks) && blocks.some(isUnnamed)",
    replace: "false",
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "what is odd in an answer is left out in silence",
    file: "formats/messages/response-decode.ts",
    find: "notes: [...notes, ...left]",
    replace: "notes",
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "a picture is refused for the capitals of its type",
    file: "core/bytes.ts",
    find: "?.[1]?.toLowerCase()",
    replace: "?.[1]",
    caughtBy: ["formats/crossing/odd-requests.test.ts"]
  },
  {
    name: "a picture is refused for a spelling of its type",
    file: "core/bytes.ts",
    find: "unregistered.get(name) ?? name",
    replace: "name",
    caughtBy: ["formats/crossing/odd-requests.test.ts"]
  },
  {
    name: "a choice at the root of a tool's schema is sent where it is refused",
    file: "formats/messages/schema.ts",
    find: "choice || !Object",
    replace: "!Object",
    caughtBy: ["formats/crossing/odd-requests.test.ts"]
  },
  {
    name: "the schemas that a tool's root names are not looked up",
    file: "core/chat/tool.ts",
    find: 'isObject(schema) && typeof schema["$ref"] === "string"',
    replace: "false",
    caughtBy: ["formats/crossing/odd-requests.test.ts"]
  },
  {
    name: "what all schemas of a tool's root demand is forgotten",
    file: "core/chat/tool.ts",
    find: ', ...branches(root, ["allOf"])',
    replace: "",
    caughtBy: ["formats/crossing/odd-requests.test.ts"]
  },
  {
    name: "a choice of functions leaves the vendor's own tools out",
    file: "core/chat/tool.ts",
    find: "kinds?.has(tool.of) === false",
    replace: "choice.only !== undefined && kinds?.has(tool.of) !== true",
    caughtBy: ["formats/messages/request-settings.test.ts"]
  },
  {
    name: "a stop reason in another API's word says nothing",
    file: "formats/messages/response-end.ts",
    find: "kinds.get(reason) ?? kindOfFinish(reason)",
    replace: 'kinds.get(reason) ?? "other"',
    caughtBy: ["formats/crossing/imitators.test.ts"]
  },
  {
    name: "words beside a code of 0 are an error",
    file: "formats/chat-completions/response-decode.ts",
    find: "code === 0 || (isObject(base)",
    replace: "(false && isObject(base)",
    caughtBy: ["formats/crossing/vendor-spellings.test.ts"]
  },
  {
    name: "a text document is named as a PDF",
    file: "formats/chat-completions/media.ts",
    find: '.replace("plain", "txt")}`',
    replace: '.replace(/.*/, "pdf")}`',
    caughtBy: ["formats/crossing/odd-requests.test.ts"]
  },
  {
    name: "a picture is no source",
    file: "formats/generate-content/citations.ts",
    find: '"retrievedContext", "image"]',
    replace: '"retrievedContext"]',
    caughtBy: ["formats/generate-content/habits.test.ts"]
  },
  {
    name: "a prefill of white space becomes an empty text",
    file: "formats/messages/request.ts",
    find: 'if (trimmed === value || trimmed === "") return false',
    replace: "if (trimmed === value) return false",
    caughtBy: ["formats/messages/request-encode.test.ts"]
  },
  {
    name: "a budget that becomes an effort is told nobody",
    file: "formats/messages/thinking.ts",
    find: 'if (budget !== undefined || thinking.mode === "on"',
    replace: 'if (thinking.mode === "on"',
    caughtBy: ["formats/messages/request-settings.test.ts"]
  },
  {
    name: "of a late system message the first text alone arrives",
    file: "core/chat/turns.ts",
    find: 'texts.join("\\n")',
    replace: '(texts[0] ?? "")',
    caughtBy: ["formats/crossing/late-system.test.ts"]
  },
  {
    name: "a schema with a choice of one is strict for OpenAI",
    file: "formats/openai/strict.ts",
    find: '"allOf", "oneOf", "not"',
    replace: '"allOf", "not"',
    caughtBy: ["formats/chat-completions/request-encode-tools.test.ts"]
  },
  {
    name: "a pattern that looks around is strict for OpenAI",
    file: "formats/openai/strict.ts",
    find: "lookaround.test(pattern)",
    replace: "false",
    caughtBy: ["formats/chat-completions/request-encode-tools.test.ts"]
  }
]
