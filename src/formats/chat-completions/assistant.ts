import type { MediaPart, ChatMessage, ContentPart, ReasoningPart, ToolCallPart } from "../../core/chat/chat.ts"
import type { StateRef } from "../../core/chat/node.ts"
import { JsonText, type JsonTemplate, type JsonObjectBuilder, putAt } from "../../core/json/json.ts"
import { wholeInput, encodeToolCall } from "./tool-calls.ts"
import { isOrdered, decodeOpaque, detailText, textsOfType, withCarried, encodeOpaque } from "./opaque.ts"
import { isClientCall } from "../../core/chat/tool-calls.ts"
import { kindOf, listedOwn, ownNative, restoreOwn, type EncodeContext } from "./context.ts"
import type { NoteSink } from "../../core/notes/note.ts"
import { id, isSame, ownVendor } from "./wire.ts"
import { noteCache, encodeParts } from "./parts.ts"

/** An assistant's message; undefined where nothing of it can be sent. `ids` gives each call its id. */
export const encodeAssistant = (
  writing: EncodeContext,
  message: ChatMessage,
  ids: ReadonlyMap<ToolCallPart, string>
): JsonTemplate | undefined => {
  const echoes = writing.target.vendor !== ownVendor && message.parts.some(isClientCall)
  const parts = message.parts.filter((part) => keeps(writing, part, echoes))
  if (parts.length === 0 && !writing.own) {
    writing.note("empty-message", message)
    return undefined
  }
  const out: JsonObjectBuilder = { role: "assistant", content: contentOf(writing, parts), name: message.name }
  writeReasoning(out, message, parts)
  for (const part of parts) {
    if (isOwnRefusal(parts, part)) out["refusal"] = detailText(part)
    if (isHeldAudio(part)) out["audio"] = restoreOwn({ id: part.source.ref.id }, part)
  }
  if (ids.size > 0) writeCalls(writing, out, parts, ids)
  if (parts.length > 1) noteOrder(writing, message, parts)
  writing.leftovers(message)
  noteCache(writing, message)
  if (message.id !== undefined) writing.note("message-id", message, "id")
  return restoreOwn(out, message)
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

/** Whether a part has a place in an assistant's message; a note where it has not. `echoes`: unsigned reasoning has. */
const keeps = (writing: EncodeContext, part: ContentPart, echoes: boolean): boolean | undefined => {
  switch (part.type) {
    case "reasoning":
      return keepsReasoning(writing, part, echoes)
    case "tool-call":
      return part.runBy === "client" || writing.note("provider-call", part)
    case "tool-result":
      return writing.note("provider-call", part)
    case "media":
      if (writing.own || (isHeldAudio(part) && writing.holds(part.source.ref.vendor))) return true
      return writing.note(part.source.kind === "ref" ? "held-elsewhere" : "unsupported-media", part, "source")
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

/**
 * Reasoning without bytes goes back beside the calls it led to: vendors that think in this format demand it there and
 * ignore or refuse it elsewhere. The format's own vendor takes none.
 */
const keepsReasoning = (writing: EncodeContext, part: ReasoningPart, echoes: boolean): boolean | undefined => {
  const { opaque = [] } = part
  if (opaque.length > 0) return opaque.every((it) => writing.takes(it)) || writing.note("foreign-opaque", part)
  if (writing.own) return true
  const isEcho = echoes && detailText(part) !== undefined
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

const contentOf = (writing: EncodeContext, parts: readonly ContentPart[]): JsonTemplate => {
  const content = parts.filter(
    (part) => part.type !== "tool-call" && part.type !== "reasoning" && !isOwnRefusal(parts, part) && !isHeldAudio(part)
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
