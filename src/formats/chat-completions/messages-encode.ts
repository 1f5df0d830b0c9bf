import { foreignRule } from "../../core/chat/envelope.ts"
import type { ChatMessage, ContentPart, ToolCallPart, MediaPart, ReasoningPart } from "../../core/chat/chat.ts"
import { type JsonTemplate, type JsonObjectBuilder, JsonText, putAt } from "../../core/json/json.ts"
import { idAt, UniqueIds } from "../../core/chat/call-id.ts"
import { messageRuns, unpairedCalls, unpairedReasons, isClientResult } from "../../core/chat/turns.ts"
import { isClientCall } from "../../core/chat/tool-calls.ts"
import { kindOf, restoreOwn, type EncodeContext, listedOwn, ownNative } from "./context.ts"
import { isBareText, noteCache, encodePart, encodeParts } from "./parts.ts"
import { type Answered, answersIn, encodeToolResults, type Ids, resultsIn } from "./tool-results.ts"
import { appendAll } from "../../core/collections.ts"
import type { StateRef } from "../../core/chat/node.ts"
import { wholeInput, encodeToolCall } from "./tool-calls.ts"
import { isOrdered, decodeOpaque, encodeOpaque } from "./opaque.ts"
import { detailText, textsOfType, withCarried } from "./places.ts"
import { besideContent } from "./media.ts"
import type { NoteSink } from "../../core/notes/note.ts"
import { id, isSame, ownVendor } from "./wire.ts"

/** The messages of a request, tool results before whatever else their turn says. */
export const encodeMessages = (writing: EncodeContext, messages: readonly ChatMessage[]): readonly JsonTemplate[] => {
  for (const { problem, path } of unpairedCalls(messages))
    writing.note("unpaired-call", path, undefined, unpairedReasons[problem])
  const out: JsonTemplate[] = []
  let ids = noIds
  let place = 0
  for (const run of messageRuns(messages)) {
    if (run.role === "assistant") {
      ids = identify(writing, run.messages, place)
      for (const message of writing.own ? run.messages : joined(run.messages)) writeAnswer(writing, message, ids, out)
    } else if (run.role === "system") {
      for (const message of run.messages) writeSystem(writing, message, out)
    } else if (writing.own) {
      const answered = answersIn(run.messages, ids)
      for (const message of run.messages) writeUserRun(writing, [message], ids, answered, out)
    } else writeUserRun(writing, run.messages, ids, answersIn(run.messages, ids), out)
    place += run.messages.length
  }
  if (out.length === 0) writing.note("no-messages", "")
  return out
}

/** An assistant's messages with what follows a call in the same one: no message may stand between calls and their results. */
const joined = (messages: readonly ChatMessage[]): readonly ChatMessage[] => {
  const out: ChatMessage[] = []
  for (const message of messages) {
    const before = out.at(-1)
    if (before === undefined || !before.parts.some(isClientCall) || !isBare(message)) out.push(message)
    else out[out.length - 1] = { ...before, parts: [...before.parts, ...message.parts] }
  }
  return out
}

/** Whether a message says nothing but its parts. */
const isBare = ({ name, id, native, cache }: ChatMessage): boolean =>
  name === undefined && id === undefined && native?.rest === undefined && cache === undefined

const noIds: Ids = new Map()

const identify = (writing: EncodeContext, messages: readonly ChatMessage[], place: number): Ids => {
  const out = new Map<ToolCallPart, string>()
  const used = new UniqueIds([], (id) => writing.id(id))
  for (const message of messages) {
    for (const call of message.parts) {
      if (call.type !== "tool-call" || call.runBy !== "client") continue
      const id = writing.own && call.id !== undefined ? call.id : writing.id(used.of(call.id ?? idAt(place, out.size)))
      if (id !== call.id && kindOf(call) !== "legacy")
        writing.note("required-member", call, call.id === undefined ? undefined : "id")
      out.set(call, id)
    }
  }
  return out
}

const writeAnswer = (writing: EncodeContext, message: ChatMessage, ids: Ids, out: JsonTemplate[]): void => {
  for (const part of message.parts) {
    if (part.type !== "compaction") continue
    if (part.text === undefined) writing.note("compaction-held", part)
    else {
      writing.note("part-text/summary", part)
      out.push({ role: "system", content: part.text })
    }
  }
  const written = encodeAssistant(writing, message, ids)
  if (written !== undefined) out.push(written)
}

/** A system message; an empty one is left out. */
const writeSystem = (writing: EncodeContext, message: ChatMessage, out: JsonTemplate[]): void => {
  if (message.parts.length === 0 && !writing.own) writing.note("empty-message", message)
  else writePlain(writing, message, message.parts, message.level ?? "system", out)
}

/** One user turn: its results as tool messages, media of results as a user message, then the rest of each message. */
const writeUserRun = (
  writing: EncodeContext,
  messages: readonly ChatMessage[],
  ids: Ids,
  answered: Answered,
  out: JsonTemplate[]
): void => {
  const results = resultsIn(messages)
  if (results.length > 0) encodeToolResults(writing, results, ids, answered, out)
  for (const message of messages) {
    const parts = results.length === 0 ? message.parts : message.parts.filter((part) => !isClientResult(part))
    if (parts.length === 0 && message.parts.length > 0) writing.leftovers(message)
    else writePlain(writing, message, parts, "user", out)
  }
}

/** A message of text and media; one whose parts all had no place is left out, with its name, and their notes say why. */
const writePlain = (
  writing: EncodeContext,
  message: ChatMessage,
  parts: readonly ContentPart[],
  role: string,
  messages: JsonTemplate[]
): void => {
  const content = contentOf(writing, message, parts)
  if (message.id !== undefined) writing.note("message-id", message, "id")
  noteCache(writing, message)
  writing.leftovers(message)
  if (parts.length === 0) writing.note("empty-user", message)
  else if (content !== undefined) {
    const out: JsonObjectBuilder = { role, content }
    if (message.name !== undefined) out["name"] = message.name
    messages.push(restoreOwn(out, message))
  } else if (message.name !== undefined) writing.note("empty-message", message)
}

/** Plain texts of a system message are one text of paragraphs: few vendors take a list of them there. */
const contentOf = (
  writing: EncodeContext,
  message: ChatMessage,
  parts: readonly ContentPart[]
): JsonTemplate | undefined => {
  const isOne = parts.length === 1 || (message.role === "system" && !writing.own)
  if (isOne && parts.length > 0 && parts.every(isBareText)) return parts.map(({ text }) => text).join("\n\n")
  const items: JsonTemplate[] = []
  for (const part of parts) {
    if (message.role === "system" && part.type !== "text" && !writing.own)
      writing.note(part.type === "tool-change" && part.name !== undefined ? "tool-change" : "system-part", part)
    else if (part.type === "refusal" && !writing.own) {
      writing.note("refusal-text", part)
      items.push({ type: "text", text: part.text })
    } else appendAll(items, encodePart(writing, part))
  }
  return items.length === 0 ? undefined : items
}

/** An assistant's message; undefined where nothing of it can be sent. `ids` gives each call its id. */
const encodeAssistant = (
  writing: EncodeContext,
  message: ChatMessage,
  ids: ReadonlyMap<ToolCallPart, string>
): JsonTemplate | undefined => {
  const parts = message.parts.filter((part) => keeps(writing, part)).map((part) => withTakenBytes(writing, part))
  if (parts.length === 0 && !writing.own) {
    writing.note("empty-message", message)
    return undefined
  }
  const out: JsonObjectBuilder = { role: "assistant", content: assistantContent(writing, parts), name: message.name }
  writeReasoning(out, message, parts)
  for (const part of parts) {
    if (isOwnRefusal(parts, part)) out["refusal"] = detailText(part)
    if (isHeldAudio(part)) out["audio"] = restoreOwn({ id: part.source.ref.id }, part)
  }
  out["images"] = listedOwn(parts.flatMap((part) => (kindOf(part) === besideContent ? encodePart(writing, part) : [])))
  if (ids.size > 0) writeCalls(writing, out, parts, ids)
  if (parts.length > 1) noteOrder(writing, message, parts)
  writing.leftovers(message)
  noteCache(writing, message)
  if (message.id !== undefined) writing.note("message-id", message, "id")
  return restoreOwn(out, message)
}

/** A text with those of its bytes alone that the target takes back; of thoughts and calls, these were looked at before. */
const withTakenBytes = (writing: EncodeContext, part: ContentPart): ContentPart => {
  if ((part.type !== "text" && part.type !== "refusal") || part.opaque === undefined) return part
  const { opaque: given, ...bare } = part
  const opaque = given.filter((bytes) => writing.takes(bytes))
  if (opaque.length === given.length) return part
  writing.note("foreign-opaque", part)
  return opaque.length === 0 ? bare : { ...bare, opaque }
}

const writeCalls = (
  writing: EncodeContext,
  out: JsonObjectBuilder,
  parts: readonly ContentPart[],
  ids: ReadonlyMap<ToolCallPart, string>
): void => {
  const fresh: JsonTemplate[] = []
  for (const part of parts) {
    if (part.type !== "tool-call") continue
    if (kindOf(part) !== "legacy") fresh.push(encodeToolCall(writing, part, ids.get(part) ?? part.id))
    else out["function_call"] ??= restoreOwn({ name: part.name, arguments: wholeInput(part.input, false) }, part)
  }
  out["tool_calls"] = listedOwn(fresh)
}

/** Whether a part has a place in an assistant's message; a note where it has not. */
const keeps = (writing: EncodeContext, part: ContentPart): boolean | undefined => {
  switch (part.type) {
    case "reasoning":
      return keepsReasoning(writing, part)
    case "tool-call":
    case "tool-result":
      return isClientCall(part) || writing.note("provider-call", part)
    case "media":
      if (writing.own || (isHeldAudio(part) && writing.holds(part.source.ref.vendor))) return true
      if (part.source.kind === "ref") return writing.note("held-elsewhere", part, "source")
      return part.media === "image"
        ? writing.note("unknown-part", part)
        : writing.note("unsupported-media", part, "source")
    case "compaction":
      return false
    case "unknown":
      return part.format === id || part.words !== undefined || writing.note("unknown-part", part)
    case "tool-change":
      return writing.note("unknown-part", part)
    case "text":
    case "refusal":
    case "search-result":
      return true
  }
}

/** Whether reasoning goes back; without bytes it does so where the target wants it. */
const keepsReasoning = (writing: EncodeContext, part: ReasoningPart): boolean | undefined => {
  const { opaque = [] } = part
  if (opaque.length > 0) return opaque.every((it) => writing.takes(it)) || writing.note(foreignRule(part), part)
  if (writing.own) return true
  const isEcho = writing.echoes(part) && detailText(part) !== undefined
  writing.note(isEcho ? "thinking-echo" : "unsigned-thinking", part)
  return isEcho
}

/** Whether a part is a refusal that stands in the message's own member: the last of its texts. */
const isOwnRefusal = (parts: readonly ContentPart[], part: ContentPart): boolean =>
  part.type === "refusal" &&
  kindOf(part) !== "part" &&
  parts.findLast((it) => it.type === "text" || it.type === "refusal" || it.type === "unknown") === part

/** Whether a part is a sound that a vendor holds, which has a member of its own. */
const isHeldAudio = (
  part: ContentPart
): part is MediaPart & { readonly source: { readonly kind: "ref"; readonly ref: StateRef } } =>
  part.type === "media" && part.media === "audio" && part.source.kind === "ref"

const assistantContent = (writing: EncodeContext, parts: readonly ContentPart[]): JsonTemplate => {
  const content = parts.filter(
    (part) =>
      part.type !== "tool-call" &&
      part.type !== "reasoning" &&
      !isOwnRefusal(parts, part) &&
      !isHeldAudio(part) &&
      kindOf(part) !== besideContent
  )
  return content.length === 0 ? null : encodeParts(writing, content)
}

/** Reasoning in the members it was spelled in, where they still say it; else in this library's carriers. */
const writeReasoning = (out: JsonObjectBuilder, message: ChatMessage, parts: readonly ContentPart[]): void => {
  const consumed = ownNative(message)?.consumed
  if (consumed !== undefined && stillSays(consumed, message, parts)) {
    for (const [path, text] of consumed) putAt(out, path, text)
    return
  }
  if (!parts.some((part) => part.type === "reasoning" || part.opaque !== undefined)) return
  const texts = textsOfType(parts, "reasoning")
  if (texts.length > 0) out["reasoning_content"] = texts.join("")
  out["reasoning_details"] = listedOwn(encodeOpaque(parts, "apart", isOrdered(parts)))
}

const stillSays = (
  consumed: ReadonlyMap<string, JsonText>,
  message: ChatMessage,
  parts: readonly ContentPart[]
): boolean => {
  if (parts.length !== message.parts.length) return false
  const members: JsonObjectBuilder = {}
  for (const [path, text] of consumed) putAt(members, path, text)
  const object = JsonText.tree(members).object
  if (object === undefined) return false
  const others = parts.filter((part) => part.type !== "reasoning")
  const unsaid: NoteSink = { notes: [] }
  const again = withCarried(others, decodeOpaque(object, message.at ?? "", unsaid, ownVendor), unsaid)
  return (
    again.length === parts.length &&
    again.every((part, index) => part.type !== "reasoning" || isSame(part, parts[index]))
  )
}

/** Notes text that stood behind a call, or after which reasoning came without a carrier of its place. */
const noteOrder = (writing: EncodeContext, message: ChatMessage, parts: readonly ContentPart[]): void => {
  const call = parts.findIndex((part) => part.type === "tool-call")
  if (call < 0) return
  const late = parts.find((part, index) => index > call && (part.type === "text" || part.type === "refusal"))
  if (late !== undefined) writing.note("part-order", late.at ?? message.at ?? "")
}
