import type { Mutant } from "./mutant.ts"

const tools = ["formats/crossing/custom-tools.test.ts"]
const allowed = ["formats/responses/allowed-tools.test.ts"]
const passed = ["families/allowed-tools.test.ts"]
const history = ["formats/responses/request-agents.test.ts"]

/** Defects of what agents send that other vendors take otherwise. */
export const agents: readonly Mutant[] = [
  {
    name: "a type stands beside a choice that its vendor refuses there",
    file: "families/kimi.ts",
    find: 'delete out["type"]',
    replace: 'out["type"] = type',
    caughtBy: ["families/moonshot-schemas.test.ts"]
  },
  {
    name: "the form of an answer is not in its vendor's dialect",
    file: "families/kimi.ts",
    find: 'if (isObject(form)) fit(form["json_schema"]',
    replace: 'if (isObject(form) && isArray(form)) fit(form["json_schema"]',
    caughtBy: ["families/moonshot-schemas.test.ts"]
  },
  {
    name: "of two efforts that are as near the weaker is sent, whatever the vendor does",
    file: "families/kimi.ts",
    find: 'efforts: ["max", "high", "low"]',
    replace: 'efforts: ["low", "high", "max"]',
    caughtBy: ["families/kimi-k3.test.ts"]
  },
  {
    name: "a refusal in a member of its own has no place where it is sent as text",
    file: "families/openai-compatible/messages.ts",
    find: 'own ? refusal : ""].filter(isText)',
    replace: '""].filter(isText)',
    caughtBy: ["families/refusals.test.ts"]
  },
  {
    name: "the thought of the final answer of a turn with calls does not go back",
    file: "core/chat/turns.ts",
    find: "if (turn.some(isClientCall)) for (const part of turn) found.add(part)",
    replace: "if (turn.some(isClientCall)) for (const part of turn.slice(0, -2)) found.add(part)",
    caughtBy: ["families/whole-turns.test.ts"]
  },
  {
    name: "a final answer that lost its thought has no placeholder",
    file: "families/openai-compatible/messages.ts",
    find: "(hasCalls(message) || whole.has(at))",
    replace: "hasCalls(message)",
    caughtBy: ["families/whole-turns.test.ts"]
  },
  {
    name: "agents: a tool of free text is sent as such to everybody",
    file: "formats/chat-completions/context.ts",
    find: "this.own || this.holds(ownVendor)",
    replace: "true",
    caughtBy: tools
  },
  {
    name: "agents: a tool of free text is a function at OpenAI, too",
    file: "formats/chat-completions/context.ts",
    find: "this.own || this.holds(ownVendor)",
    replace: "this.own || target.vendor === undefined",
    caughtBy: tools
  },
  {
    name: "agents: a call of such a function is not given back",
    file: "formats/chat-completions/tools.ts",
    find: "writing.customTools.push(name)",
    replace: "void name",
    caughtBy: tools
  },
  {
    name: "agents: a lost grammar is not told",
    file: "formats/chat-completions/tools.ts",
    find: 'if (grammar !== undefined) writing.note("unsupported", tool, "grammar")',
    replace: "void grammar",
    caughtBy: tools
  },
  {
    name: "agents: a choice of such a tool names none",
    file: "formats/chat-completions/tool-choice.ts",
    find: "isCustom && writing.takesOwnTools",
    replace: "isCustom",
    caughtBy: tools
  },
  {
    name: "agents: an earlier call of such a tool is sent as it was",
    file: "formats/chat-completions/tool-calls.ts",
    find: "writing.takesOwnTools && part.of",
    replace: "part.of",
    caughtBy: tools
  },
  {
    name: "agents: a stream tells the object around free text",
    file: "formats/chat-completions/stream-decode-parts.ts",
    find: "if (declared.of !== call.of) begun.object = new TextBuffer()",
    replace: "",
    caughtBy: tools
  },
  {
    name: "agents: a stream forgets free text inside an object",
    file: "formats/chat-completions/stream-decode.ts",
    find: "  tellInputs(choice)",
    replace: "",
    caughtBy: tools
  },
  {
    name: "agents: late results stay where they are",
    file: "formats/responses/turns.ts",
    find: "late === undefined || late.size === 0",
    replace: "late === undefined || late.size >= 0",
    caughtBy: history
  },
  {
    name: "agents: results behind a user's words are in time",
    file: "formats/responses/turns.ts",
    find: "else if (!isAnswer(message)) open = undefined",
    replace: "",
    caughtBy: history
  },
  {
    name: "agents: late results stand twice",
    file: "formats/responses/turns.ts",
    find: "message.parts.filter((part) => !moved.has(part))",
    replace: "message.parts.filter(() => true)",
    caughtBy: history
  },
  {
    name: "responses: a result that answers no call is refused though it names its tool",
    file: "formats/responses/messages-decode.ts",
    find: 'type === "function_call_output" && isUncalled(object)',
    replace: 'type === "" && isUncalled(object)',
    caughtBy: ["formats/responses/request-agents.test.ts"]
  },
  {
    name: "agents: what one says to another is not heard",
    file: "formats/responses/messages-decode.ts",
    find: 'turns.tell({ role: "user", parts, at, native })',
    replace: "void [parts, at, native]",
    caughtBy: history
  },
  {
    name: "agents: encrypted messages are told to other vendors",
    file: "formats/responses/messages-decode.ts",
    find: "const seal = /^gAAAA/",
    replace: "const seal = /^$/",
    caughtBy: history
  },
  {
    name: "agents: what one says to another comes back to OpenAI as a user's words",
    file: "formats/responses/messages-encode.ts",
    find: "if (whole !== undefined) return void items.push(whole)",
    replace: "",
    caughtBy: history
  },
  {
    name: "agents: tools that a choice leaves out are sent to vendors that have no such choice",
    file: "formats/chat-completions/tool-choice.ts",
    find: 'kindOf(tool) !== "tool" : !takesOwnTools',
    replace: 'kindOf(tool) !== "tool" : false',
    caughtBy: allowed
  },
  {
    name: "agents: the one tool that must be called is not named",
    file: "formats/chat-completions/tool-choice.ts",
    find: 'return mode === "required" && more.length === 0 ? entry : mode',
    replace: "return entry === mode ? entry : mode",
    caughtBy: allowed
  },
  {
    name: "agents: a choice among some tools forces a call",
    file: "families/openai-compatible/edits.ts",
    find: 'allowed["mode"] === "required"',
    replace: "true",
    caughtBy: passed
  },
  {
    name: "agents: a choice among some tools is left unread in long bodies",
    file: "formats/chat-completions/passthrough.ts",
    find: 'holds: [carryingMark, "allowed_tools"]',
    replace: "holds: [carryingMark]",
    caughtBy: passed
  },
  {
    name: "agents: a call has the id of an earlier turn's",
    file: "translate/translator.ts",
    find: "afterCalls(encoded.value.value.undo, request.messages)",
    replace: "encoded.value.value.undo",
    caughtBy: ["formats/crossing/fresh-ids.test.ts"]
  },
  {
    name: "agents: a call of a gateway's answer has the id of an earlier turn's",
    file: "exchange/prepare-call.ts",
    find: "afterCalls(undo, request.messages)",
    replace: "undo",
    caughtBy: ["history/repeated-ids.test.ts"]
  },
  {
    name: "agents: a streamed call has the id of an earlier turn's",
    file: "core/events/checked-answer.ts",
    find: "known.get(event.candidate) ?? new UniqueIds(earlier)",
    replace: "known.get(event.candidate) ?? new UniqueIds()",
    caughtBy: ["formats/crossing/fresh-ids.test.ts"]
  },
  {
    name: "agents: an answer that says nothing, nor why it ended, is a success",
    file: "core/events/checked-answer.ts",
    find: "isEmpty && doubt !== undefined",
    replace: "!isEmpty && doubt !== undefined",
    caughtBy: ["formats/crossing/failed-ends.test.ts", "formats/crossing/silent-ends.test.ts"]
  },
  {
    name: "agents: a Messages client is told an id that Claude refuses",
    file: "formats/messages/response-parts.ts",
    find: "spelledId(part.id ?? madeId(to, index))",
    replace: "part.id ?? madeId(to, index)",
    caughtBy: ["formats/crossing/fresh-ids.test.ts"]
  },
  {
    name: "agents: an upstream is sent another id than it gave",
    file: "core/chat/call-id.ts",
    find: "const id = unspelled(opened.id)",
    replace: "const { id } = opened",
    caughtBy: ["core/chat/spelling.test.ts", "formats/crossing/fresh-ids.test.ts"]
  },
  {
    name: "agents: Kimi is sent other ids of calls than its own",
    file: "families/openai-compatible/edits.ts",
    find: "profile.numbersCalls?.(editor, body)",
    replace: "",
    caughtBy: ["families/numbered-calls.test.ts", "families/fixtures.test.ts"]
  },
  {
    name: "agents: results of two calls with one id are sent to Kimi as the first one's",
    file: "families/kimi.ts",
    find: "ids.length > 1 ? ids.shift() : ids[0]",
    replace: "ids[0]",
    caughtBy: ["families/numbered-calls.test.ts"]
  }
]
