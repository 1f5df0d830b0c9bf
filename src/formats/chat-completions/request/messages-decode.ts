import type { MediaPart, Message, Part, RefusalPart, ToolResultPart } from "../../../words/chat.ts"
import type { Draft } from "../../../words/draft.ts"
import { isObject, type JsonObject } from "../../../words/json.ts"
import { Members } from "../../../words/members.ts"
import type { Pointer } from "../../../words/pointer.ts"
import { filled } from "../../../words/ranges.ts"
import { needed, readNode, said, table } from "../../../words/table.ts"
import { readCalls, repeated } from "../calls.ts"
import { readCarried, withCarried } from "../carriers.ts"
import { asSaid } from "../native.ts"
import { id, keys, ownVendor } from "../wire.ts"
import { readContent } from "./parts-decode.ts"
import { unwrapError } from "./result-error.ts"

/** The messages of a request, each in its place. */
export const readMessages = (body: Members): readonly Message[] => {
  const out: Message[] = []
  const items = filled(body, "messages")
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    const at = `/messages/${index}`
    const message = isObject(item)
      ? (takeText(item, at) ?? readMessage(new Members(body.reader, item, at, asSaid)))
      : body.reader.issue(at, "This item must be an object.")
    if (message !== undefined) out.push(message)
  }
  return out
}

/** A message that says a text and nothing else, as many do; undefined for all others. */
const takeText = (message: JsonObject, at: Pointer): Message | undefined => {
  const { role, content } = message
  if (typeof content !== "string" || Object.keys(message).length > 2) return undefined
  const parts: readonly Part[] = [{ type: "text", text: content, at: `${at}/content` }]
  switch (role) {
    case "system":
    case "user":
    case "assistant":
      return { role, parts, at }
    default:
      return undefined
  }
}

const readMessage = (from: Members): Message | undefined => {
  const role = from.needed("role")
  switch (role) {
    case undefined:
      return undefined
    case "system":
    case "developer":
    case "user":
      return readPlain(from, role)
    case "assistant":
      return readAssistant(from)
    case "tool":
    case "function":
      return readResult(from, role)
    default:
      return from.reader.issue(
        from.below("role"),
        "`role` must be system, developer, user, assistant, tool or function."
      )
  }
}

const readPlain = (from: Members, role: "system" | "developer" | "user"): Message => {
  if (!from.has("content")) from.reader.absent(from.at, "content")
  const parts = readContent(from)
  const message: Draft<Message> = { role: role === "user" ? "user" : "system", parts, at: from.at }
  if (role === "developer") message.level = "developer"
  return named(from, message, keys.message)
}

/** Adds the name and what is not known of a message. Null is absence in what is `known`. */
const named = (from: Members, message: Draft<Message>, known: ReadonlySet<string>): Message => {
  const name = from.string("name")
  if (name !== undefined) message.name = name
  from.absent(known)
  return from.keepOn(message)
}

const readAssistant = (from: Members): Message => {
  const { at, object, reader } = from
  const carried = readCarried(object, at, reader.notes, ownVendor)
  const parts: Part[] = readContent(from)
  const refusal = readRefusal(from)
  if (refusal !== undefined) parts.push(refusal)
  const audio = readAudio(from)
  if (audio !== undefined) parts.push(audio)
  for (const call of readCalls(from, repeated)) parts.push(call)
  from.skip("reasoning_content", "reasoning", "reasoning_details")
  from.bare("reasoning_details")
  const message: Draft<Message> = { role: "assistant", parts: withCarried(parts, carried, reader.notes), at }
  if (carried.consumed !== undefined) message.native = { format: id, consumed: carried.consumed }
  return named(from, message, keys.assistant)
}

/** A refusal in the message's own member. */
const readRefusal = (from: Members): RefusalPart | undefined => {
  const text = from.string("refusal")
  return text === undefined ? undefined : { type: "refusal", text, at: from.below("refusal") }
}

const heldAudio = table<Draft<MediaPart>>({
  id: needed(
    said<Draft<MediaPart>>((node, id) => {
      node.source = { kind: "ref", ref: { vendor: ownVendor, kind: "audio", id } }
    }, "source")
  )
})

const noAudio = { type: "media", media: "audio", source: { kind: "text", text: "" } } as const

const readAudio = (from: Members): MediaPart | undefined => {
  const audio = from.own("audio")
  return audio && readNode(heldAudio, audio, { ...noAudio })
}

const places: ReadonlyMap<string, Pointer> = new Map([
  ["output", "/content"],
  ["id", "/tool_call_id"]
])

const readResult = (from: Members, role: "tool" | "function"): Message => {
  const { at } = from
  if (role === "tool" && !from.has("content")) from.reader.absent(at, "content")
  const content = readContent(from)
  const unwrapped = unwrapError(content)
  const result: Draft<ToolResultPart> = {
    type: "tool-result",
    of: "function",
    runBy: "client",
    output: { kind: "parts", parts: unwrapped ?? content },
    at,
    places
  }
  const call = role === "tool" ? from.needed("tool_call_id") : undefined
  if (call !== undefined) result.id = call
  const name = role === "tool" ? from.string("name") : from.needed("name")
  if (name !== undefined) result.name = name
  if (unwrapped !== undefined) result.error = true
  from.skip("tool_call_id")
  from.absent(keys.tool)
  return { role: "user", parts: [from.keepOn(result, role === "function" ? "legacy" : undefined)], at }
}
