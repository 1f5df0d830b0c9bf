import type { Mutant } from "./mutant.ts"

const fixtures = ["families/fixtures.test.ts"]

/** Defects in the families that are values of differences. */
export const families: readonly Mutant[] = [
  {
    name: "options that are null are a defect",
    file: "families/models/chat.ts",
    find: "given ?? noOptions",
    replace: "given === undefined ? noOptions : (given as FamilyOptions)",
    caughtBy: ["families/keyless.test.ts"]
  },
  {
    name: "calls before the user last spoke get a placeholder of a signature",
    file: "families/gemini/edits.ts",
    find: "turns.slice(spoke + 1)",
    replace: "turns.slice(0)",
    caughtBy: ["families/gemini-signatures.test.ts"]
  },
  {
    name: "another vendor's sealed signature is a signature of a call",
    file: "formats/generate-content/passthrough.ts",
    find: "sealed === undefined || nativeOf(model, sealed, name, name) !== undefined",
    replace: "true",
    caughtBy: ["families/gemini-signatures.test.ts"]
  },
  {
    name: "Gemini before 3 is asked for JSON beside tools",
    file: "families/gemini/models.ts",
    find: 'rules.toolMix !== "refused"',
    replace: "true",
    caughtBy: ["formats/generate-content/form-beside-tools.test.ts"]
  },
  {
    name: "a budget may be as large as the limit of the output",
    file: "families/openai-compatible/thinking.ts",
    find: 'typeof limit === "number" ? limit - 1 : Infinity',
    replace: 'typeof limit === "number" ? limit : Infinity',
    caughtBy: fixtures
  },
  {
    name: "an effort is a share of the model's own budget",
    file: "families/openai-compatible/thinking.ts",
    find: "budgetOf(effort, mostThinking)",
    replace: "budgetOf(effort, model?.budget ?? mostThinking)",
    caughtBy: fixtures
  },
  {
    name: "what else an object says is lost",
    file: "families/openai-compatible/thinking.ts",
    find: "else if (isObject(there)) put",
    replace: "else if (isObject(undefined)) put",
    caughtBy: fixtures
  },
  {
    name: "a forced call does not still a model that thinks unasked",
    file: "families/openai-compatible/edits.ts",
    find: 'model.forcedChoice === "without-thinking" && forcesCall(body)',
    replace: 'model.forcedChoice === "never" && forcesCall(body)',
    caughtBy: fixtures
  },
  {
    name: "a model that always thinks is forced all the same",
    file: "families/openai-compatible/edits.ts",
    find: 'model?.forcedChoice === "never" ||',
    replace: "model === undefined ||",
    caughtBy: [...fixtures, "families/sandbox.test.ts"]
  },
  {
    name: "the top level gives way to parameters",
    file: "families/openai-compatible/fields.ts",
    find: 'if (isPresent(body[key])) editor.note(at, "parameters-beaten")\n    else if',
    replace: "if",
    caughtBy: ["families/alike-limits.test.ts"]
  },
  {
    name: "a schema is told to the assistant",
    file: "families/openai-compatible/edits.ts",
    find: 'message["role"] !== "assistant"',
    replace: 'message["role"] === "assistant"',
    caughtBy: fixtures
  },
  {
    name: "reasoning that a client kept is filled in",
    file: "families/openai-compatible/messages.ts",
    find: "if (saysReasoning(message) || ",
    replace: "if (",
    caughtBy: fixtures
  },
  {
    name: "carriers are not opened for whom they hold bytes",
    file: "families/openai-compatible/messages.ts",
    find: "opaque?.vendor === vendor ? parsedOrNull",
    replace: 'opaque?.vendor === "" ? parsedOrNull',
    caughtBy: ["families/matrix.test.ts"]
  },
  {
    name: "media that a model does not take pass",
    file: "families/openai-compatible/messages.ts",
    find: "!model.media.includes(medium)",
    replace: 'medium === "file"',
    caughtBy: fixtures
  },
  {
    name: "a family's refusal is a note",
    file: "exchange/answer.ts",
    find: 'notes.find(({ kind }) => kind === "refused") ??',
    replace: "",
    caughtBy: fixtures
  },
  {
    name: "a detail's bytes are said to be another vendor's",
    file: "formats/chat-completions/opaque.ts",
    find: "vendor === ownVendor ? opaqueOf(detail, vendor) : wholeOf(detail, vendor, text)",
    replace: "opaqueOf(detail, vendor)",
    caughtBy: ["families/matrix.test.ts"]
  },
  {
    name: "a control that loses is not noted",
    file: "families/openai-compatible/thinking.ts",
    find: 'if (spelled.beaten.includes(at)) editor.note(at, "thinking-beaten")\n    else if',
    replace: "if",
    caughtBy: ["families/alike-thinking.test.ts"]
  },
  {
    name: "both limits of the output are sent",
    file: "families/openai-compatible/fields.ts",
    find: 'if (twice && name === member) editor.change("/max_tokens")',
    replace: "",
    caughtBy: ["families/alike-limits.test.ts"]
  },
  {
    name: "a persistent mark is sent as it is",
    file: "families/openai-compatible/messages.ts",
    find: 'else if (mark["type"] === "persistent") editor',
    replace: 'else if (mark["type"] === "") editor',
    caughtBy: ["families/alike-marks.test.ts"]
  },
  {
    name: "members of parameters are read before they are moved",
    file: "exchange/prepare-call.ts",
    find: "const changes = changesOf(passing, settled, model)",
    replace: "const changes = changesOf(passing, received, model)",
    caughtBy: ["rows/rows.test.ts"]
  },
  {
    name: "notes about moved members name the top level",
    file: "formats/chat-completions/request.ts",
    find: "? `/${container}${at}`",
    replace: "? at",
    caughtBy: ["formats/chat-completions/hoist.test.ts"]
  },
  {
    name: "a stream in parameters is the call's",
    file: "families/openai-compatible/fields.ts",
    find: 'if (topmost.has(key)) editor.note(at, "topmost")\n    else if',
    replace: "if",
    caughtBy: ["rows/rows.test.ts"]
  },
  {
    name: "Claude is asked for more tokens than it gives",
    file: "families/claude.ts",
    find: 'editor.set("/max_tokens", model.output, "output")',
    replace: "",
    caughtBy: ["families/claude.test.ts"]
  },
  {
    name: "a deployment's own word for the search reaches the vendor",
    file: "formats/generate-content/passthrough.ts",
    find: "for (const name of searchNames(names)) {",
    replace: 'for (const name of ["webSearch"]) {',
    caughtBy: ["families/wire-names.test.ts"]
  },
  {
    name: "a schema beside tools is a forced call of the stand-in",
    file: "formats/messages/settings.ts",
    find: 'choice: mayCall ? { type: "any" } : { type: "tool", name }',
    replace: 'choice: { type: "tool", name }',
    caughtBy: ["formats/messages/request-settings.test.ts"]
  },
  {
    name: "a model that always thinks is told half of it",
    file: "families/openai-compatible/thinking.ts",
    find: '[["/thinking", undefined]]',
    replace: '[["/thinking/type", undefined]]',
    caughtBy: ["sdk/model-rules.test.ts"]
  },
  {
    name: "a model that rests is sampled as one that reasons",
    file: "families/openai/models.ts",
    find: "thinkingOff: unweighed }",
    replace: "thinkingOff: neutral }",
    caughtBy: ["sdk/model-rules.test.ts"]
  },
  {
    name: "functions stay beside reasoning",
    file: "families/openai/models.ts",
    find: "{ ...gpt52, functionsWithoutThinking: true }",
    replace: "{ ...gpt52 }",
    caughtBy: ["sdk/model-rules.test.ts"]
  },
  {
    name: "reasoning that nobody asked for stays beside functions",
    file: "families/openai/models.ts",
    find: '{ ...gpt54, thinks: "unasked",',
    replace: '{ ...gpt54, thinks: "asked",',
    caughtBy: ["sdk/model-rules.test.ts"]
  },
  {
    name: "what nobody asked for is turned off with a small note",
    file: "families/openai-compatible/thinking.ts",
    find: 'calm.unasked ?? "thinking-off"',
    replace: '"thinking-off"',
    caughtBy: ["sdk/model-rules.test.ts"]
  },
  {
    name: "a value that was dropped is brought into a range, too",
    file: "families/openai-compatible/fields.ts",
    find: " || Object.hasOwn(fixed, member)",
    replace: "",
    caughtBy: ["sdk/model-rules.test.ts"]
  },
  {
    name: "an answer in JSON is asked for without the word",
    file: "families/openai.ts",
    find: "jsonByName: true",
    replace: "jsonByName: false",
    caughtBy: ["sdk/model-rules.test.ts"]
  },
  {
    name: "hiding thoughts switches thinking on",
    file: "families/openai-compatible/thinking.ts",
    find: "if (isOnlyHidden(thinking)) return",
    replace: "if (false) return",
    caughtBy: ["sdk/model-rules.test.ts"]
  },
  {
    name: "hiding thoughts gives Claude a budget",
    file: "formats/messages/thinking.ts",
    find: "if (isOnlyHidden(thinking)) {",
    replace: "if (thinking.visible === null) {",
    caughtBy: ["sdk/model-rules.test.ts"]
  },
  {
    name: "a hidden budget is replaced",
    file: "formats/chat-completions/thinking.ts",
    find: "budget > 0 ? { max_tokens: budget } : { enabled: true }",
    replace: "budget > 0 ? { enabled: true } : { enabled: true }",
    caughtBy: ["sdk/model-rules.test.ts"]
  },
  {
    name: "an alias has no suffix",
    file: "families/model-registry.ts",
    find: "if (aliased !== undefined && line?.takesSuffixes === true)",
    replace: "if (aliased === undefined && line?.takesSuffixes === true)",
    caughtBy: ["families/aliases.test.ts"]
  },
  {
    name: "a glob's suffix is lost",
    file: "families/models/line.ts",
    find: "const thinking = parsed(suffixed).thinking ?? own",
    replace: "const thinking = own",
    caughtBy: ["families/aliases.test.ts"]
  },
  {
    name: "a glob takes the vendor in front of an id",
    file: "families/models/line.ts",
    find: '(id.includes("/") ? named : plain)(id)',
    replace: '(id.includes("?") ? named : plain)(id)',
    caughtBy: ["families/aliases.test.ts"]
  },
  {
    name: "reasoning under its newer name is not shown",
    file: "formats/chat-completions/passthrough.ts",
    find: 'typeof reasoning !== "string" ||',
    replace: 'typeof reasoning === "string" ||',
    caughtBy: ["shell/shown-reasoning.test.ts"]
  },
  {
    name: "reasoning that is to be hidden is streamed",
    file: "formats/chat-completions/passthrough.ts",
    find: "return hides ? withoutReasoning(delta, at) : renamedReasoning(delta, at)",
    replace: "return hides ? [] : renamedReasoning(delta, at)",
    caughtBy: ["shell/shown-reasoning.test.ts"]
  },
  {
    name: "a dollar in other data is a pattern",
    file: "exchange/body.ts",
    find: "encoder.encode(decoder.decode(bytes).replace(from, () => to))",
    replace: "encoder.encode(decoder.decode(bytes).replace(from, to))",
    caughtBy: ["shell/shown-reasoning.test.ts"]
  },
  {
    name: "names that no vendor knows are listed",
    file: "families/models/line.ts",
    find: "(profile.listed ?? profile.catalogue).keys()",
    replace: "it.catalogue.keys()",
    caughtBy: ["families/listed.test.ts"]
  },
  {
    name: "a model is as old as its table in milliseconds",
    file: "families/family.ts",
    find: "Date.parse(day) / 1000",
    replace: "Date.parse(day)",
    caughtBy: ["families/listed.test.ts"]
  },
  {
    name: "text stands between calls and their results",
    file: "formats/chat-completions/messages-encode.ts",
    find: "writing.own ? run.messages : joined(run.messages)",
    replace: "run.messages",
    caughtBy: ["formats/crossing/turns.test.ts"]
  },
  {
    name: "another vendor's summary goes as an empty block",
    file: "formats/messages/parts.ts",
    find: "if (isHeldElsewhere(part, to.vendor)) note",
    replace: 'if (part.text === "") note',
    caughtBy: ["formats/crossing/turns.test.ts"]
  },
  {
    name: "images of a model that draws none are asked for",
    file: "families/openai-compatible/edits.ts",
    find: "profile.draws !== true && asksForImages(body)",
    replace: "it.draws === true && asksForImages(body)",
    caughtBy: ["sdk/model-rules.test.ts"]
  },
  {
    name: "a Claude model that does not think is told to",
    file: "families/claude.ts",
    find: 'editor.remove("/thinking", "thinking-missing")',
    replace: 'editor.note("/thinking", "thinking-missing")',
    caughtBy: ["sdk/model-rules.test.ts"]
  },
  {
    name: "any negative budget is automatic",
    file: "formats/chat-completions/thinking.ts",
    find: "budget < -1",
    replace: "budget < -9",
    caughtBy: ["sdk/model-rules.test.ts"]
  },
  {
    name: "a switch in a template's arguments says nothing of thinking",
    file: "formats/chat-completions/thinking.ts",
    find: '  "chat_template_kwargs",\n  "reasoning_effort"\n])',
    replace: '  "reasoning_effort"\n])',
    caughtBy: ["formats/chat-completions/request-decode.test.ts"]
  },
  {
    name: "a native member on the top level says nothing of thinking",
    file: "formats/chat-completions/thinking.ts",
    find: "controlling.has(key) || native.includes(key)",
    replace: "controlling.has(key)",
    caughtBy: ["formats/chat-completions/request-decode.test.ts"]
  },
  {
    name: "what becomes of the only member that controls thinking is not told",
    file: "families/openai-compatible/thinking.ts",
    find: "spelled.members.length > 0",
    replace: "spelled.members.length > 1",
    caughtBy: ["families/alike-thinking.test.ts"]
  },
  {
    name: "the query of a ranking costs nothing",
    file: "exchange/rerank.ts",
    find: "estimateTokens(text), estimateTokens(query))",
    replace: "estimateTokens(text), 0 * query.length)",
    caughtBy: ["rerank/rerank.test.ts"]
  },
  {
    name: "a letter of a script without spaces ends a word that it stands in",
    file: "core/tokens/count.ts",
    find: "(next === kinds.dense && isLetterAt(text, at))",
    replace: "false",
    caughtBy: ["core/tokens/estimate.test.ts"]
  },
  {
    name: "signs end at a picture",
    file: "core/tokens/count.ts",
    find: "kind === kinds.signs && (next",
    replace: "kind !== kinds.signs && (next",
    caughtBy: ["core/tokens/estimate.test.ts"]
  },
  {
    name: "Cohere is not told how much of a document to read",
    file: "families/cohere.ts",
    find: 'others: ["max_tokens_per_doc", "priority"]',
    replace: 'others: ["priority"]',
    caughtBy: ["rerank/rerank.test.ts"]
  },
  {
    name: "a rate of Qwen's is told as an account without money",
    file: "families/qwen.ts",
    find: '["insufficient_quota"]',
    replace: "[]",
    caughtBy: ["families/throttled.test.ts"]
  }
]
