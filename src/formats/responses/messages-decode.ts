import { hiddenThoughtIn, isSealed, unsealEnvelope } from "../../core/chat/envelope.ts"
import type { ChatMessage, ContentPart } from "../../core/chat/chat.ts"
import type { StateRef } from "../../core/chat/node.ts"
import { type MutableDraft, isObject, type JsonObject, JsonText } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { readFilledList } from "../../core/reading/member-row.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { keepBookkeeping, asSaid, consume, type DecodeContext } from "./context.ts"
import { decodeOpaque } from "./opaque.ts"
import { decodeParts } from "./parts.ts"
import { asEnded, callTypes, decodeToolCall, resultTypes } from "./tool-calls.ts"
import { decodeToolResult } from "./tool-results.ts"
import { Turns, settleResults, takePlainItem } from "./turns.ts"
import { id, ownVendor } from "./wire.ts"

/** A conversation, what it names that the vendor holds, and the items that bring tools with them. */
interface DecodedItems {
  readonly messages: readonly ChatMessage[]
  readonly refs: readonly StateRef[]
  readonly toolItems: readonly ObjectReader[]
}

/** The messages of a request: its instructions, then its input; an assistant's turn is one message. */
export const decodeMessages = ({ from, reader, body }: DecodeContext): DecodedItems => {
  const turns = new Turns(reader)
  const instructions = from.string("instructions")
  if (instructions !== undefined) turns.messages.push(plainMessage("system", instructions, "/instructions"))
  if (typeof body["input"] === "string") {
    from.skip("input")
    turns.messages.push(plainMessage("user", body["input"], "/input"))
  } else {
    readFilledList(from, "input").forEach((item, index) => {
      const at = childPointer("/input", index)
      turns.awaiting = undefined
      if (!isObject(item)) reader.issue(at, "This item must be an object.")
      else if (!takePlainItem(turns, item, at)) decodeItem(turns, new ObjectReader(reader, item, at, asSaid))
    })
  }
  turns.close()
  const { refs, toolItems, awaiting } = turns
  if (awaiting !== undefined) refs.push(awaiting)
  return { messages: settleResults(turns.messages), refs, toolItems }
}

/** A message that is no item. */
const plainMessage = (role: ChatMessage["role"], text: string, at: JsonPointer): ChatMessage => ({
  role,
  parts: [{ type: "text", text, at }],
  at,
  native: { format: id, kind: "member" }
})

const decodeItem = (turns: Turns, from: ObjectReader): void => {
  const { at, object, reader } = from
  const said = reader.string(object, "type", at)
  if (said === undefined && from.says("type")) return
  const type = said ?? untyped(object)
  if (type === "message") return decodeMessage(turns, from)
  if (isOwnItem(type)) return decodeOwn(turns, from, type)
  if (callTypes.has(type)) return turns.say(at, asEnded(decodeToolCall(from, type), object))
  if (type === "function_call_output" && isUncalled(object)) return decodeUncalled(turns, from)
  if (resultTypes.has(type)) return turns.tell({ role: "user", parts: [decodeToolResult(from, type)], at })
  switch (type) {
    case "reasoning": {
      const read = decodeOpaque(from, from.reader, ownVendor)
      return "part" in read ? turns.say(at, read.part) : turns.carry({ envelope: read.envelope, at })
    }
    case "additional_tools":
      turns.toolItems.push(from)
      return
    case "agent_message":
      return decodeAgentMessage(turns, from)
    case "compaction":
      return decodeCompaction(turns, from)
    case "item_reference":
      return decodeHeld(turns, from, type, from.needed("id"))
    case "mcp_approval_request":
    case "mcp_approval_response":
    case "compaction_trigger":
      return decodeHeld(turns, from, type, type)
    case "image_generation_call":
      return decodeMadeImage(turns, from)
    default:
      turns.say(at, { type: "unknown", format: id, kind: type, body: JsonText.of(object), at })
  }
}

/** Whether an item is a call, or a result of one, of a kind that no other API has. */
const isOwnItem = (type: string): boolean =>
  (callTypes.has(type) || resultTypes.has(type)) && !/^(?:function_call|custom_tool_call)(?:_output)?$/.test(type)

/**
 * A call of a kind of its own, and what came of it: whoever ran it, it is the vendor's to others, which leave the two
 * out. What the client ran, or is to run, and the conversation ends with is for the vendor's models alone to go on from.
 */
const decodeOwn = (turns: Turns, from: ObjectReader, type: string): void => {
  const part = callTypes.has(type) ? decodeToolCall(from, type) : decodeToolResult(from, type)
  turns.say(from.at, { ...part, runBy: "provider" })
  if (part.runBy === "client") turns.awaiting = heldItem(part.id ?? type, from.at, unansweredElsewhere)
}

/** What an item is that does not say it: a message, or, where there is no more than an id, a reference. */
const untyped = ({ role, content, id: named }: JsonObject): string =>
  role === undefined && content === undefined && typeof named === "string" ? "item_reference" : "message"

/** What only the vendor can go on from, for it holds what is meant: it is told again to it alone, in its place. */
const decodeHeld = (turns: Turns, { object, at }: ObjectReader, kind: string, held: string | undefined): void => {
  if (held === undefined) return
  turns.refs.push(heldItem(held, at, goneElsewhere.get(kind)))
  turns.say(at, { type: "unknown", format: id, kind, body: JsonText.of(object), at })
}

/**
 * What one agent says to another: its model hears it from a user. What it was called with is sealed by the vendor for its
 * own models alone; others' stand there in words.
 *
 * @see https://github.com/openai/codex the items that `codex` 0.169.0 sends for its `gpt-6` models (seen 2026-11)
 */
const decodeAgentMessage = (turns: Turns, from: ObjectReader): void => {
  const parts = decodeParts(from, "content", "client").map((part): ContentPart => {
    const text = part.type === "unknown" && part.kind === "encrypted_content" ? wordsIn(part.body) : undefined
    return text === undefined || part.at === undefined ? part : { type: "text", text, at: part.at }
  })
  tellHeard(turns, from, parts)
}

/** Tells as a user's what is none: OpenAI is told the item again as it was. */
const tellHeard = (turns: Turns, { at, object }: ObjectReader, parts: readonly ContentPart[]): void => {
  const native = { format: id, kind: "heard", consumed: new Map([["item", JsonText.of(object)]]) }
  turns.tell({ role: "user", parts, at, native })
}

const isUncalled = ({ call_id, name }: JsonObject): boolean =>
  (call_id === undefined || call_id === null) && typeof name === "string"

/**
 * What a tool says that nothing called, as Codex tells a model the goal of its thread: it is heard with the tool's name.
 *
 * @see https://github.com/openai/openai-node `ResponseInputItem.FunctionCallOutput` of openai 7.57.0: `call_id` may be
 *   absent, `name` and `namespace` say which tool it was; so `codex` 0.169.0 sends it (seen 2026-11)
 */
const decodeUncalled = (turns: Turns, from: ObjectReader): void => {
  const { namespace, name } = from.object
  const text = `${[namespace, name].filter((part) => typeof part === "string").join(".")}:`
  if (!from.has("output")) from.reader.absent(from.at, "output")
  tellHeard(turns, from, [{ type: "text", text, at: from.below("name") }, ...decodeParts(from, "output", "client")])
}

/** What vendors' opaque bytes begin with. */
const seal = /^gAAAA/

const wordsIn = ({ object }: JsonText): string | undefined => {
  const bytes = object?.["encrypted_content"]
  return typeof bytes === "string" && !seal.test(bytes) ? bytes : undefined
}

/** A summary of what was said before: ours is told again in words, the vendor's goes back to it alone. */
const decodeCompaction = (turns: Turns, from: ObjectReader): void => {
  const { at, object } = from
  const data = from.needed("encrypted_content") ?? ""
  const own = isSealed(data) ? unsealEnvelope(data) : undefined
  const text = own && hiddenThoughtIn(own.opaque)
  if (text !== undefined) return turns.tell(plainMessage("user", text, at))
  const native = { format: id, kind: "compaction", consumed: new Map([["item", JsonText.of(object)]]) }
  turns.say(at, { type: "compaction", opaque: [{ vendor: ownVendor, kind: "encrypted", data }], native, at })
}

const picturePlaces: ReadonlyMap<string, JsonPointer> = new Map([["source", "/result"]])

/** A picture that the model made. */
const decodeMadeImage = (turns: Turns, { object, at }: ObjectReader): void => {
  const { result } = object
  const native = { format: id, kind: "image_generation_call", consumed: new Map([["item", JsonText.of(object)]]) }
  if (typeof result === "string" && result !== "")
    turns.say(at, {
      type: "media",
      media: "image",
      mime: "image/png",
      source: { kind: "base64", data: result },
      native,
      at,
      places: picturePlaces
    })
  else turns.say(at, { type: "unknown", format: id, kind: "image_generation_call", body: JsonText.of(object), at })
}

const roles = { system: "system", developer: "system", user: "user", assistant: "assistant" } as const

const isRole = (word: string): word is keyof typeof roles => Object.hasOwn(roles, word)

const decodeMessage = (turns: Turns, from: ObjectReader): void => {
  const { at, object } = from
  const role = from.needed("role")
  if (role === undefined) return
  if (!isRole(role)) {
    from.reader.issue(from.below("role"), "`role` must be user, assistant, system or developer.")
    return
  }
  if (!from.has("content")) from.reader.absent(at, "content")
  const parts = decodeParts(from, "content", role === "assistant" ? "model" : "client")
  if (role === "assistant") return turns.sayMessage(at, object, parts)
  const message: MutableDraft<ChatMessage> = { role: roles[role], parts, at }
  if (role === "developer") message.level = "developer"
  if (typeof object["content"] === "string") message.native = { format: id, kind: "bare" }
  const type = from.json("type")
  if (type !== undefined) consume(message, "type", type)
  keepBookkeeping(from, message)
  turns.tell(from.attachUnknown(message))
}

/** What callers of other vendors' models are told of a call of the vendor's own kind, or its result, at the end. */
const unansweredElsewhere =
  "Only models of the vendor that has this tool can go on from here: name one of them, or add a user message."

/** What they are told of items that only the vendor knows what to do with, by the item's type. */
const goneElsewhere: ReadonlyMap<string, string> = new Map([
  [
    "compaction_trigger",
    "Only models of another vendor compact conversations so: leave this out, and ask for a summary in a user message."
  ],
  ...["mcp_approval_request", "mcp_approval_response"].map(
    (type) =>
      [
        type,
        "Only the vendor that asked can go on from an approval: name one of its models, or leave this out."
      ] as const
  )
])

/** An item that the vendor's models alone can go on from. */
const heldItem = (held: string, at: JsonPointer, refusal?: string): StateRef => ({
  vendor: ownVendor,
  kind: "item",
  id: held,
  at,
  ...(refusal === undefined ? {} : { refusal })
})
