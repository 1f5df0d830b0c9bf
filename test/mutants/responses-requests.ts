import type { Mutant } from "./mutant.ts"

const caughtBy = ["formats/responses"]

/** Defects of how requests of the Responses API are read and written. */
export const responsesRequests: readonly Mutant[] = [
  {
    name: "responses: a call that broke off passes, though nothing answers it",
    file: "formats/responses/passthrough.ts",
    find: "if (broken.has(at))",
    replace: 'if (broken.has(""))',
    caughtBy: ["formats/crossing/broken-calls.test.ts"]
  },
  {
    name: "responses: a thought passes whose call is left out",
    file: "formats/responses/request.ts",
    find: "if (!isThought(item)) isLost",
    replace: "isLost",
    caughtBy: ["formats/crossing/broken-calls.test.ts"]
  },
  {
    name: "responses: a call that broke off does not pass with what it was answered",
    file: "formats/responses/request.ts",
    find: '!answered.delete(item["call_id"])',
    replace: "true",
    caughtBy: ["formats/crossing/broken-calls.test.ts"]
  },
  {
    name: "responses: a call is whole that does not say that it broke off",
    file: "formats/responses/request.ts",
    find: 'typeof args === "string" && args.trim() !== "" &&',
    replace: 'typeof args === "number" &&',
    caughtBy: ["formats/crossing/broken-calls.test.ts"]
  },
  {
    name: "responses: items behind a call that is left out say what others do",
    file: "formats/responses/request.ts",
    find: "heads.set(String(parts.length), head)",
    replace: "heads.set(String(index), head)",
    caughtBy: ["formats/crossing/broken-calls.test.ts"]
  },
  {
    name: "two tools of one name are sent to a vendor that refuses them",
    file: "exchange/prepare-call.ts",
    find: "names.add(tool.name).size === size",
    replace: "names.add(tool.name).size < size",
    caughtBy: ["shell/same-names.test.ts"]
  },
  {
    name: "messages: a tool that must be called is not the one that stands in for it",
    file: "formats/messages/tool-choice.ts",
    find: "standInTools.get(choice.of)?.name ?? encodeToolName",
    replace: "encodeToolName",
    caughtBy: ["formats/crossing/stand-in-settings.test.ts"]
  },
  {
    name: "messages: a tool stands in twice under one name",
    file: "formats/messages/tools.ts",
    find: "found === undefined || names.has(found.name)",
    replace: "found === undefined",
    caughtBy: ["formats/crossing/stand-in-settings.test.ts"]
  },
  {
    name: "generate content: a tool stands in twice",
    file: "formats/generate-content/tools.ts",
    find: "member === undefined || before.some((element) => Object.hasOwn(element, member))",
    replace: "member === undefined",
    caughtBy: ["formats/crossing/stand-in-settings.test.ts"]
  },
  {
    name: "responses: a schema that is to be kept to may be missing",
    file: "formats/responses/unknown-words.ts",
    find: '["name", "schema"].find',
    replace: '["name"].find',
    caughtBy: ["formats/responses/unknown-words.test.ts"]
  },
  {
    name: "thoughts that an id carries come back in another order",
    file: "core/chat/carried-calls.ts",
    find: "from = place + 1",
    replace: "from = run",
    caughtBy: ["core/chat/carried-calls.test.ts"]
  },
  {
    name: "openai: a message of reasoning alone is sent without anything in it",
    file: "families/openai-compatible/messages.ts",
    find: 'reasoning === "none" && isCarrierAlone(message)',
    replace: "false",
    caughtBy: ["families/openai.test.ts"]
  },
  {
    name: "settings of a tool that Claude's stands in for vanish",
    file: "formats/messages/tools.ts",
    find: "...encodeSettings(to, tool)",
    replace: "",
    caughtBy: ["formats/crossing/stand-in-settings.test.ts"]
  },
  {
    name: "settings of a tool that Gemini's stands in for are those of a search",
    file: "formats/generate-content/tools.ts",
    find: 'tool.of === "web-search" && Array',
    replace: "Array",
    caughtBy: ["formats/crossing/stand-in-settings.test.ts"]
  },
  {
    name: "a call that is demanded without tools is forgotten",
    file: "core/chat/tool.ts",
    find: 'toolChoice?.mode === "tool" || toolChoice?.mode === "required"',
    replace: "false",
    caughtBy: ["formats/crossing/required-calls.test.ts"]
  },
  {
    name: "responses requests: a tool is chosen as another kind than it is",
    file: "formats/responses/tool-choice.ts",
    find: 'type: custom.has(name) ? "custom" : "function"',
    replace: 'type: "custom"',
    caughtBy: ["formats/crossing/required-calls.test.ts"]
  },
  {
    name: "two tools of one name are sent to Claude",
    file: "formats/messages/context.ts",
    find: "!to.own && to.taken.has(name)",
    replace: "false",
    caughtBy: ["formats/crossing/taken-names.test.ts"]
  },
  {
    name: "responses requests: a tool that is declared again is sent twice",
    file: "formats/responses/tools.ts",
    find: "undefined : withoutFormer(out)",
    replace: "undefined : out",
    caughtBy: ["formats/responses/repeated-tools.test.ts"]
  },
  {
    name: "responses requests: items of an unknown type are taken",
    file: "formats/responses/unknown-words.ts",
    find: '[["input"], (value) => inputOf(value, "")],',
    replace: "",
    caughtBy: ["formats/responses/unknown-words.test.ts"]
  },
  {
    name: "responses requests: parts of an unknown type are taken",
    file: "formats/responses/unknown-words.ts",
    find: 'isObject(item) ? partsOf(item["content"], `${at}/content`) : undefined',
    replace: "undefined",
    caughtBy: ["formats/responses/unknown-words.test.ts"]
  },
  {
    name: "responses requests: a refusal loses the vendor's code",
    file: "exchange/prepare-call.ts",
    find: "wrong.message, wrong.code",
    replace: "wrong.message",
    caughtBy: ["shell/refused-words.test.ts"]
  },
  {
    name: "the vendor's own tools are sent that a choice leaves out",
    file: "core/chat/tool.ts",
    find: "kinds?.has(tool.of) === false",
    replace: "false",
    caughtBy: ["formats/responses/allowed-tools.test.ts"]
  },
  {
    name: "responses: a medium is named by a member that its part does not have",
    file: "formats/responses/media.ts",
    find: "if (node.source !== empty) node.places",
    replace: "if (node.source === empty) node.places",
    caughtBy: ["formats/responses/places.test.ts"]
  },
  {
    name: "responses requests: other models are told of calls that they cannot make",
    file: "formats/responses/messages-decode.ts",
    find: 'turns.say(from.at, { ...part, runBy: "provider" })',
    replace: "turns.say(from.at, part)",
    caughtBy: ["formats/responses/own-items.test.ts"]
  },
  {
    name: "responses requests: what only the vendor's models can answer goes to others",
    file: "formats/responses/messages-decode.ts",
    find: "if (awaiting !== undefined) refs.push(awaiting)",
    replace: "",
    caughtBy: ["formats/responses/own-items.test.ts"]
  },
  {
    name: "responses requests: the result of a call of its own kind is lost",
    file: "formats/responses/messages-encode.ts",
    find: 'if (whole === undefined) note(to, "provider-call", part)\n      return whole',
    replace: 'note(to, "provider-call", part)\n      return undefined',
    caughtBy: ["formats/responses/own-items.test.ts"]
  },
  {
    name: "responses requests: the signature of a thought is left out",
    file: "formats/responses/opaque.ts",
    find: 'if (envelope.digest !== textDigest(part.text ?? "")) return { envelope }',
    replace: 'if (envelope.digest !== textDigest(part.text ?? "")) return { part }',
    caughtBy
  },
  {
    name: "responses requests: a damaged envelope is sent on",
    file: "formats/responses/opaque.ts",
    find: "return { part: { ...part, ...shown, opaque: [envelope.opaque] } }",
    replace: "return { part: { ...part, ...shown, opaque: [] } }",
    caughtBy
  },
  {
    name: "responses requests: a hidden thought is not told again",
    file: "formats/responses/opaque.ts",
    find: "if (hidden !== undefined) return { part: { ...part, text: hidden } }",
    replace: "if (hidden !== undefined) return { part }",
    caughtBy
  },
  {
    name: "responses requests: summaries run together",
    file: "formats/responses/opaque.ts",
    find: '.join("\\n\\n")',
    replace: '.join("")',
    caughtBy
  },
  {
    name: "responses requests: a thought's summary is read before its content",
    file: "formats/responses/opaque.ts",
    find: "raw ?? summary",
    replace: "summary ?? raw",
    caughtBy
  },
  {
    name: "responses requests: each item is a message",
    file: "formats/responses/turns.ts",
    find: "for (const part of parts) this.#parts.push(part)",
    replace: "for (const part of parts) this.#parts.push(part)\n    this.close()",
    caughtBy
  },
  {
    name: "responses requests: a reference is forgotten",
    file: "formats/responses/messages-decode.ts",
    find: "turns.refs.push(heldItem(held, at, goneElsewhere.get(kind)))",
    replace: "",
    caughtBy
  },
  {
    name: "responses requests: a reference loses its place",
    file: "formats/responses/messages-decode.ts",
    find: 'turns.say(at, { type: "unknown", format: id, kind, body: JsonText.of(object), at })\n}\n\n/**\n * What one',
    replace: "}\n\n/**\n * What one",
    caughtBy
  },
  {
    name: "responses requests: a developer's message is the system's",
    file: "formats/responses/messages-decode.ts",
    find: 'if (role === "developer") message.level = "developer"',
    replace: "",
    caughtBy
  },
  {
    name: "responses requests: instructions are no message",
    file: "formats/responses/messages-decode.ts",
    find: "if (instructions !== undefined) turns.messages.push",
    replace: "if (instructions === null) turns.messages.push",
    caughtBy
  },
  {
    name: "responses requests: tools of an item are not read",
    file: "formats/responses/messages-decode.ts",
    find: "turns.toolItems.push(from)\n",
    replace: "\n",
    caughtBy
  },
  {
    name: "responses requests: encrypted thinking ends a conversation",
    file: "formats/responses/messages-encode.ts",
    find: "if (this.#to.own) return this.settle(items)",
    replace: "return this.settle(items)",
    caughtBy
  },
  {
    name: "responses requests: another vendor's bytes are sent",
    file: "formats/responses/messages-encode.ts",
    find: 'it.kind === "encrypted" && takesBytes(to, it)',
    replace: 'it.kind === "encrypted" || takesBytes(to, it)',
    caughtBy
  },
  {
    name: "responses requests: results stand in any order",
    file: "formats/responses/messages-encode.ts",
    find: "for (const part of to.own ? results : clientResults(inCallOrder(results, calls))) {",
    replace: "for (const part of results) {",
    caughtBy
  },
  {
    name: "responses requests: an open call is sent",
    file: "formats/responses/messages-encode.ts",
    find: "if (!isHeld(to))",
    replace: "if (to.own && !isHeld(to))",
    caughtBy
  },
  {
    name: "responses requests: what another vendor holds is sent",
    file: "formats/responses/messages-encode.ts",
    find: "if (ref.vendor === to.vendor && to.own) continue",
    replace: "continue",
    caughtBy
  },
  {
    name: "responses requests: half a call is not known as one",
    file: "formats/responses/messages-decode.ts",
    find: "turns.say(at, asEnded(decodeToolCall(from, type), object))",
    replace: "turns.say(at, decodeToolCall(from, type))",
    caughtBy: ["formats/crossing/broken-calls.test.ts"]
  },
  {
    name: "a thought stays that led to half a call alone",
    file: "core/chat/tool-calls.ts",
    find: 'if (part.type !== "reasoning") isLost',
    replace: "isLost",
    caughtBy: ["formats/crossing/broken-calls.test.ts"]
  },
  {
    name: "responses requests: two tools get one name",
    file: "formats/responses/context.ts",
    find: "tools.has(name) ? `${name}_${digest}` : name",
    replace: "name",
    caughtBy: ["formats/responses/tool-names.test.ts"]
  },
  {
    name: "responses requests: a function loses its name to one of a namespace",
    file: "formats/responses/tools.ts",
    find: 'all.names.keep(body["tools"])',
    replace: "",
    caughtBy: ["formats/responses/tool-names.test.ts"]
  },
  {
    name: "responses requests: calls have the name of another tool",
    file: "formats/responses/request.ts",
    find: "nameCalls(messages, names)",
    replace: "messages",
    caughtBy: ["formats/responses/tool-names.test.ts"]
  },
  {
    name: "responses requests: two tools of one name are taken",
    file: "formats/responses/tools.ts",
    find: "if (declared.has(name))",
    replace: "if (false)",
    caughtBy: ["formats/responses/tool-names.test.ts"]
  },
  {
    name: "responses requests: a namespace is not in the name",
    file: "formats/responses/context.ts",
    find: "namespace === undefined ? name :",
    replace: "namespace !== undefined ? name :",
    caughtBy
  },
  {
    name: "responses requests: a call loses its namespace",
    file: "formats/responses/tool-calls.ts",
    find: 'consume(call, "namespace", JsonText.tree(namespace))',
    replace: "",
    caughtBy
  },
  {
    name: "responses requests: a free text is a function's call",
    file: "formats/responses/tool-calls.ts",
    find: 'call.of === "custom" && call.input.kind === "text"',
    replace: 'call.of === "other" && call.input.kind === "text"',
    caughtBy
  },
  {
    name: "responses requests: a failed call is not read",
    file: "formats/responses/tool-results.ts",
    find: "if (unwrapped !== undefined) result.error = true",
    replace: "",
    caughtBy
  },
  {
    name: "responses requests: a failed call is not told",
    file: "formats/responses/tool-results.ts",
    find: "const content = error === true ? wrapError(parts) : parts",
    replace: "const content = parts",
    caughtBy
  },
  {
    name: "responses requests: a namespace is not described",
    file: "formats/responses/tools.ts",
    find: "[description, tool.description].filter",
    replace: "[tool.description].filter",
    caughtBy
  },
  {
    name: "responses requests: a namespace's calls are told bare",
    file: "formats/responses/tools.ts",
    find: "calls.set(name, { as: tool.type, name: tool.name, namespace })",
    replace: "",
    caughtBy
  },
  {
    name: "responses requests: schemas are held to where nobody asked",
    file: "formats/responses/tools.ts",
    find: "strict: isHeld && !inVain",
    replace: "strict: tool.strict !== false && !inVain",
    caughtBy
  },
  {
    name: "responses requests: a function is chosen as a tool of free text",
    file: "formats/responses/tool-choice.ts",
    find: "isClients ? `${type} ${name}`",
    replace: "isClients ? `function ${name}`",
    caughtBy: ["formats/responses/tool-choice.test.ts"]
  },
  {
    name: "responses requests: what is wrong with the mode of allowed tools is not said",
    file: "formats/responses/tool-choice.ts",
    find: '"`mode` must be auto or required."',
    replace: '""',
    caughtBy: ["formats/responses/allowed-tools.test.ts"]
  },
  {
    name: "responses requests: a choice loses its namespace on the way to its own vendor",
    file: "formats/responses/tool-choice.ts",
    find: 'consumed(request, "tool_choice") ?? choiceOf(to, choice)',
    replace: "choiceOf(to, choice)",
    caughtBy: ["formats/responses/tool-choice.test.ts"]
  },
  {
    name: "responses requests: options of a stream are of any type",
    file: "formats/responses/settings.ts",
    find: 'reader.boolean(options, "include_obfuscation", "/stream_options")',
    replace: "undefined",
    caughtBy: ["formats/responses/tool-choice.test.ts"]
  },
  {
    name: "responses requests: of two calls of one id the member is not named",
    file: "core/chat/codec.ts",
    find: 'placeOf(part, "id"), "Another',
    replace: 'part.at ?? "", "Another',
    caughtBy: ["formats/responses/tool-choice.test.ts"]
  },
  {
    name: "chat completions: functions that a choice leaves out may be called beside the search",
    file: "formats/chat-completions/tool-choice.ts",
    find: "choice.only.length === 0 && !writing.own",
    replace: "false",
    caughtBy: ["formats/responses/allowed-tools.test.ts"]
  },
  {
    name: "chat completions: one of no tools must be called",
    file: "formats/chat-completions/tool-choice.ts",
    find: '(choice.mode !== "required" || choice.only?.length !== 0)',
    replace: "true",
    caughtBy: ["formats/responses/allowed-tools.test.ts"]
  },
  {
    name: "chat completions: free text that a stream breaks off in is lost",
    file: "formats/chat-completions/stream-decode.ts",
    find: "if (!choice.finished) tellInputs(choice)",
    replace: "void choice",
    caughtBy: ["formats/crossing/free-text-cut.test.ts"]
  },
  {
    name: "messages: free text that a stream breaks off in is lost",
    file: "formats/messages/stream-decode.ts",
    find: "...freeTextSoFar(state), ",
    replace: "",
    caughtBy: ["formats/crossing/free-text-cut.test.ts"]
  },
  {
    name: "responses requests: a tool that must be called is forgotten",
    file: "formats/responses/tool-choice.ts",
    find: 'mustCall(request) ? "tool-choice-lost" : "idle-setting"',
    replace: '"idle-setting"',
    caughtBy
  },
  {
    name: "responses requests: 15 tokens are asked for",
    file: "formats/responses/settings.ts",
    find: "integerOf(16, Infinity)",
    replace: "integerOf(1, Infinity)",
    caughtBy
  },
  {
    name: "responses requests: a vendor keeps another format's request",
    file: "formats/responses/settings.ts",
    find: 'body["store"] = false',
    replace: 'body["store"] = true',
    caughtBy
  },
  {
    name: "responses requests: encrypted thinking is not asked for",
    file: "formats/responses/settings.ts",
    find: "[sealedThoughts, ...wanted]",
    replace: "[...wanted]",
    caughtBy
  },
  {
    name: "responses requests: an answer in sound is promised",
    file: "formats/responses/settings.ts",
    find: '["audio", "answer-form"]',
    replace: '["audio", "unsupported"]',
    caughtBy
  },
  {
    name: "responses requests: no thinking is some",
    file: "formats/responses/thinking.ts",
    find: 'if (mode === "off") return "none"',
    replace: 'if (mode === "off") return "low"',
    caughtBy
  },
  {
    name: "responses requests: summaries are always asked for",
    file: "formats/responses/thinking.ts",
    find: "if (thinking === undefined) return\n  const { visible }",
    replace: "const { visible }",
    caughtBy
  },
  {
    name: "responses requests: a file that a vendor holds is another's",
    file: "formats/responses/media.ts",
    find: "source.ref.vendor !== to.vendor ||",
    replace: "source.ref.vendor === to.vendor &&",
    caughtBy
  },
  {
    name: "responses requests: how OpenAI reads its thoughts is a loss",
    file: "core/notes/note.ts",
    find: '  "/reasoning/context",\n',
    replace: "",
    caughtBy
  },
  {
    name: "opaque bytes of another vendor beside a text or a call go without a word",
    file: "formats/responses/messages-encode.ts",
    find: '(isText || part.type === "tool-call") && part.opaque',
    replace: 'part.type === "unknown" && part.opaque',
    caughtBy: ["laws/leaves.test.ts"]
  },
  {
    name: "a citation in a history stands where no member is",
    file: "formats/responses/parts.ts",
    find: "    node.places = citationPlaces\n",
    replace: "",
    caughtBy: ["laws/leaves.test.ts"]
  },
  {
    name: "a citation of a file is nobody's",
    file: "formats/responses/citations.ts",
    find: 'return { source: { kind: "other", format: id, body: JsonText.of(annotation) } }',
    replace: "return undefined",
    caughtBy: ["laws/leaves.test.ts"]
  },
  {
    name: "a made picture in a history is refused at a place that is none",
    file: "formats/responses/messages-decode.ts",
    find: "      places: picturePlaces",
    replace: "      places: new Map()",
    caughtBy: ["laws/leaves.test.ts"]
  },
  {
    name: "a search reads as much as the vendor likes where chat completions said how much",
    file: "formats/responses/tools.ts",
    find: 'if (key === "search_context_size") out[key] = value',
    replace: 'if (key === "search_context_size") continue',
    caughtBy: ["laws/leaves.test.ts"]
  },
  {
    name: "a search of the Responses API is told to chat completions as it stands",
    file: "formats/chat-completions/tools.ts",
    find: "tool.vendor === ownVendor && tool.version === undefined ?",
    replace: "tool.vendor === ownVendor ?",
    caughtBy: ["laws/declared.test.ts"]
  },
  {
    name: "a reference that says no type is a message without a role",
    file: "formats/responses/messages-decode.ts",
    find: 'typeof named === "string" ? "item_reference" : "message"',
    replace: 'typeof named === "number" ? "item_reference" : "message"',
    caughtBy: ["formats/responses/request-decode.test.ts"]
  },
  {
    name: "responses requests: an item that chat completions do not have is an empty message",
    file: "formats/chat-completions/messages-encode.ts",
    find: 'part.words !== undefined || writing.note("unknown-part", part)',
    replace: "part.words !== undefined || true",
    caughtBy: ["formats/responses/own-items.test.ts"]
  },
  {
    name: "responses requests: a text of the other API is taken for one of this",
    file: "formats/responses/unknown-words.ts",
    find: "input_text output_text refusal",
    replace: "input_text output_text text refusal",
    caughtBy: ["formats/responses/unknown-words.test.ts"]
  },
  {
    name: "responses requests: files of a container are a setting like others",
    file: "core/chat/tool.ts",
    find: 'name !== "type" && name !== "memory_limit" &&',
    replace: 'name === "memory_limit" &&',
    caughtBy: ["formats/crossing/stand-in-settings.test.ts"]
  }
]
