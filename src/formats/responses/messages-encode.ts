import type { ChatMessage, ContentPart, ReasoningPart, ToolCallPart, ToolResultPart } from "../../core/chat/chat.ts"
import { phaseOf } from "../../core/chat/envelope.ts"
import { isClientCall } from "../../core/chat/tool-calls.ts"
import { idAt, UniqueIds } from "../../core/chat/call-id.ts"
import {
  callOfResults,
  clientResults,
  inCallOrder,
  isClientResult,
  messageRuns,
  partsOf,
  unpairedCalls,
  unpairedReasons
} from "../../core/chat/turns.ts"
import type { JsonObjectBuilder, JsonObject, JsonText, JsonTemplate } from "../../core/json/json.ts"
import { nearestOf, placeOf } from "../../core/notes/note.ts"
import {
  restoreBookkeeping,
  consumed,
  type EncodeContext,
  isOwn,
  kindOf,
  restore,
  spelledId,
  spelledName,
  takesBytes
} from "./context.ts"
import { encodeOpaque } from "./opaque.ts"
import { bareText, encodeParts, onlyText } from "./parts.ts"
import { note, noteLeftovers } from "./rules.ts"
import { encodeToolCall } from "./tool-calls.ts"
import { encodeToolResult } from "./tool-results.ts"

/** A request's conversation: what stands in `instructions`, and what in `input`. */
interface EncodedItems {
  readonly instructions: string | undefined
  readonly input: JsonTemplate
}

/** Writes a conversation. An assistant's turn is several items; results come in the order of their calls. */
export const encodeMessages = (to: EncodeContext, messages: readonly ChatMessage[]): EncodedItems => {
  if (!isHeld(to))
    for (const { problem, path } of unpairedCalls(messages))
      note(to, "unpaired-call", path, undefined, unpairedReasons[problem])
  const [head] = messages
  const instructions =
    head !== undefined && kindOf(head) === "member" && head.role === "system" ? textOf(head) : undefined
  const conversation = instructions === undefined ? messages : messages.slice(1)
  const [only] = conversation
  if (only !== undefined && conversation.length === 1 && kindOf(only) === "member")
    return { instructions, input: textOf(only) ?? "" }
  const items: JsonTemplate[] = []
  const used = new UniqueIds([], (id) => spelledId(to, id))
  let ids: CallIds = noIds
  let place = 0
  for (const { role, messages: run } of messageRuns(conversation)) {
    if (role === "assistant") {
      ids = identify(to, run, place, used)
      for (const message of run) encodeAssistant(to, message, ids, items)
    } else if (role === "system") for (const message of run) encodePlain(to, message, message.parts, items)
    else encodeUserRun(to, run, ids, items)
    place += run.length
  }
  if (items.length === 0 && instructions === undefined) note(to, "no-messages", "")
  return { instructions, input: items }
}

/** Whether the vendor holds a part of the conversation, where calls and results may be. */
const isHeld = ({ request, own }: EncodeContext): boolean => own && (request.refs ?? []).length > 0

const textOf = ({ parts: [part] }: ChatMessage): string | undefined => (part?.type === "text" ? part.text : undefined)

/** The calls of a turn, and the ids they are sent under. */
type CallIds = ReadonlyMap<ToolCallPart, string>

const noIds: CallIds = new Map()

/**
 * Other vendors' calls may have an id that an earlier turn has used: it is told apart.
 *
 * @see https://github.com/NousResearch/hermes-agent/issues/102629 a repeated id is a 400 here (read 2026-11)
 */
const identify = (to: EncodeContext, run: readonly ChatMessage[], place: number, used: UniqueIds): CallIds => {
  const calls = partsOf(run).filter(isClientCall)
  if (calls.length === 0) return noIds
  const ids = new Map<ToolCallPart, string>()
  for (const call of calls) {
    const callId = to.own && call.id !== undefined ? call.id : spelledId(to, used.of(call.id ?? idAt(place, ids.size)))
    if (callId !== call.id) note(to, "required-member", call, call.id === undefined ? undefined : "id")
    ids.set(call, callId)
  }
  return ids
}

/** An assistant's message: texts that stand together are one item, without those that hold nothing; all else is an item each. */
const encodeAssistant = (to: EncodeContext, message: ChatMessage, ids: CallIds, items: JsonTemplate[]): void => {
  const before = items.length
  const thoughts = new PendingThoughts(to)
  let texts: ContentPart[] = []
  let head: JsonText | undefined
  let phase: ContentPart | undefined
  const closeText = (): void => {
    if (texts.length > 0) {
      items.push(encodeText(to, texts, head?.object, phase))
      phase = undefined
    }
    texts = []
  }
  for (const [index, part] of message.parts.entries()) {
    const isText = isWords(part)
    if ((isText || part.type === "tool-call") && part.opaque !== undefined) note(to, "foreign-opaque", part)
    if (!to.own && part.type === "text" && part.text === "") {
      encodeParts(to, [part], "model") // for the notes of what it says besides
      continue
    }
    const begun = isText ? consumed(message, String(index)) : undefined
    if (!isText || begun !== undefined) closeText()
    if (texts.length === 0) head = begun
    if (part.type === "reasoning") {
      if (phaseOf(part) === undefined) thoughts.add(part)
      else phase = part
      continue
    }
    if (isText) {
      if (texts.length === 0) thoughts.settle(items)
      texts.push(part)
      continue
    }
    const item = encodeOther(to, part, ids)
    if (item === undefined) continue
    thoughts.settle(items)
    items.push(item)
  }
  closeText()
  if (phase !== undefined) note(to, "foreign-opaque/phase", phase)
  thoughts.end(items)
  noteMessage(to, message)
  if (items.length === before && !to.own) note(to, "empty-message", message)
}

/** Thoughts that wait for the item that they led to: the vendor takes none without it. */
class PendingThoughts {
  readonly #to: EncodeContext
  #waiting: ReasoningPart[] = []

  constructor(to: EncodeContext) {
    this.#to = to
  }

  add(part: ReasoningPart): void {
    this.#waiting.push(part)
  }

  /** Writes them: the item comes next. */
  settle(items: JsonTemplate[]): void {
    for (const part of this.#waiting.splice(0)) this.#write(part, items)
  }

  /** No item comes any more. */
  end(items: JsonTemplate[]): void {
    if (this.#to.own) return this.settle(items)
    for (const part of this.#waiting.splice(0)) note(this.#to, "unsigned-thinking", part)
  }

  #write(part: ReasoningPart, items: JsonTemplate[]): void {
    const to = this.#to
    noteLeftovers(to, part)
    const bytes = part.opaque ?? []
    const own = bytes.find((it) => it.kind === "encrypted" && takesBytes(to, it))
    if (own === undefined && bytes.length > 0) note(to, "foreign-opaque", part)
    else if (own === undefined && !isOwn(part)) note(to, "unsigned-thinking", part)
    if (own !== undefined || (isOwn(part) && bytes.length === 0 && to.own)) items.push(encodeOpaque(part, own))
  }
}

/** Whether a part stands in a message item of the assistant's. */
const isWords = (part: ContentPart): boolean =>
  part.type === "text" || part.type === "refusal" || (part.type === "unknown" && isOwnContent(part.kind))

/** Kinds of parts that are no items of their own. */
const isOwnContent = (kind: string): boolean => kind.startsWith("output_") || kind.startsWith("input_")

/** Texts of one message of the assistant's. `head`: what its item says besides. */
const encodeText = (
  to: EncodeContext,
  parts: readonly ContentPart[],
  head: JsonObject | undefined,
  phase: ContentPart | undefined
): JsonTemplate => {
  const text = head?.["content"] === "" ? onlyText(parts) : undefined
  const content = text ?? encodeParts(to, parts, "model")
  if (head !== undefined) return { ...head, content }
  return { type: "message", role: "assistant", phase: phase && phaseOf(phase), content }
}

const encodeOther = (to: EncodeContext, part: ContentPart, ids: CallIds): JsonTemplate | undefined => {
  const whole = consumed(part, "item")
  switch (part.type) {
    case "tool-call": {
      const name = spelledName(to, part.name, part)
      const item = encodeToolCall(to, part, name, ids.get(part) ?? part.id ?? "")
      if (item === undefined) note(to, "provider-call", part)
      noteCache(to, part)
      return item
    }
    case "tool-result":
      if (whole === undefined) note(to, "provider-call", part)
      return whole
    case "compaction":
      if (whole !== undefined) return whole
      if (part.text === undefined) note(to, "compaction-held", part)
      else note(to, "part-text/summary", part)
      return part.text === undefined ? undefined : { type: "message", role: "system", content: part.text }
    case "unknown":
    case "media":
      if (whole !== undefined) return whole
      if (part.type === "unknown" && isOwn({ native: { format: part.format } })) return part.body
      note(to, part.type === "media" && part.media !== "image" ? "unsupported-media" : "unknown-part", part)
      return undefined
    default:
      note(to, "unknown-part", part)
      return undefined
  }
}

/** One turn of the user's: results in the order of their calls, then what else is said. */
const encodeUserRun = (to: EncodeContext, run: readonly ChatMessage[], ids: CallIds, items: JsonTemplate[]): void => {
  const results = clientResults(partsOf(run))
  if (results.length > 0) encodeResults(to, results, ids, items)
  for (const message of run) {
    const parts = results.length > 0 ? message.parts.filter((part) => !isClientResult(part)) : message.parts
    if (parts.length > 0 || message.parts.length === 0) encodePlain(to, message, parts, items)
    else noteMessage(to, message)
  }
}

const encodeResults = (
  to: EncodeContext,
  results: readonly ToolResultPart[],
  ids: CallIds,
  items: JsonTemplate[]
): void => {
  const calls = [...ids.keys()]
  const answered = callOfResults(results, calls)
  for (const part of to.own ? results : clientResults(inCallOrder(results, calls))) {
    const call = answered.get(part)
    const callId = (call && ids.get(call)) ?? spelledId(to, part.id ?? "")
    items.push(encodeToolResult(to, part, callId, (call?.of ?? part.of) === "custom" && call?.input.kind !== "json"))
    noteCache(to, part)
  }
}

/** A message of a client's; one of which no part has a place is left out, and their notes say why. */
const encodePlain = (
  to: EncodeContext,
  message: ChatMessage,
  parts: readonly ContentPart[],
  items: JsonTemplate[]
): void => {
  const { role, level } = message
  const whole = kindOf(message) === "heard" ? consumed(message, "item") : undefined
  if (whole !== undefined) return void items.push(whole)
  const sayables = role === "system" && !to.own ? parts.filter((part) => sayable(to, part)) : parts
  const content =
    (kindOf(message) === "bare" ? onlyText(sayables) : to.own ? undefined : bareText(sayables)) ??
    encodeParts(to, sayables, "client")
  noteMessage(to, message)
  if (!to.own && content.length === 0) return note(to, "empty-message", message)
  const type = to.own ? consumed(message, "type") : "message"
  const out: JsonObjectBuilder = { type, role: role === "system" ? (level ?? "system") : role, content }
  items.push(restore(restoreBookkeeping(out, message), message))
}

/** Whether a system message can hold a part. */
const sayable = (to: EncodeContext, part: ContentPart): boolean => {
  if (part.type === "text" || part.type === "media") return true
  note(to, part.type === "tool-change" && part.name !== undefined ? "tool-change" : "system-part", part)
  return false
}

/** Notes what a message says besides its parts. */
const noteMessage = (to: EncodeContext, message: ChatMessage): void => {
  if (message.name !== undefined) note(to, "bookkeeping", message, "name")
  if (!to.own) noteCache(to, message)
  noteLeftovers(to, message)
}

const noteCache = (to: EncodeContext, node: ChatMessage | ContentPart): void => {
  if (!to.own && node.cache !== undefined) note(to, "cache-mark", nearestOf(node, "cache"))
}

/** Notes state that another vendor holds, and that this one is not given here. */
export const noteRefs = (to: EncodeContext): void => {
  for (const ref of to.request.refs ?? []) {
    if (ref.vendor === to.vendor && to.own) continue
    const rule = ref.kind === "container" ? ref.kind : "held-elsewhere"
    note(to, rule, ref.at ?? placeOf(to.request, "refs"), undefined, ref.refusal)
  }
}
