import type { WireRequest } from "../../core/format.ts"
import { isCarrier } from "../../formats/chat-completions/opaque.ts"
import { unshownOf } from "../../formats/chat-completions/stream-encode-state.ts"
import { isArray, isObject, type Json, type JsonObject, JsonText, type JsonTemplate } from "../../core/json/json.ts"
import { eachObject } from "../../core/reading/issue-reader.ts"
import { unsealEnvelope } from "../../core/chat/envelope.ts"
import { parsedOrNull } from "../../core/json/value.ts"
import type { VendorId } from "../../core/chat/node.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { CompatProfile, Medium, ModelRules, CacheMarks, Edits } from "./profile.ts"

/** Brings the messages of a body in line: who says them, what they carry of reasoning, what they show. */
export const fitMessages = (
  editor: Edits,
  body: JsonObject,
  profile: CompatProfile,
  model: ModelRules | undefined,
  thinks: boolean
): void => {
  const { lostReasoning } = profile
  const whole = profile.wholeTurns === true ? saidInCallingTurns(body) : nowhere
  eachObject(body, "messages", "", (message, at) => {
    if (!profile.developer && message["role"] === "developer") editor.set(childPointer(at, "role"), "system", "role")
    if (model !== undefined) refuseMedia(editor, message, at, model)
    if (profile.plainRefusals?.(editor, message, at) !== true) profile.plainContent?.(editor, message, at)
    if (message["role"] !== "assistant") return
    fitCarriers(editor, message, at, profile)
    if (thinks && lostReasoning !== undefined && (hasCalls(message) || whole.has(at)))
      fillReasoning(editor, message, at, lostReasoning)
  })
}

const nowhere: ReadonlySet<JsonPointer> = new Set()

const hasCalls = ({ tool_calls: calls }: JsonObject): boolean => isArray(calls) && calls.length > 0

/**
 * Where the assistant's messages of turns stand in which it called tools, between what the user says and says next.
 *
 * @see https://api-docs.deepseek.com/guides/thinking_mode what is demanded of such turns (read 2026-11)
 */
const saidInCallingTurns = (body: JsonObject): ReadonlySet<JsonPointer> => {
  const found = new Set<JsonPointer>()
  let turn: { readonly at: JsonPointer; readonly calls: boolean }[] = []
  const close = (): void => {
    if (turn.some(({ calls }) => calls)) for (const { at } of turn) found.add(at)
    turn = []
  }
  eachObject(body, "messages", "", (message, at) => {
    if (message["role"] === "user") close()
    else if (message["role"] === "assistant") turn.push({ at, calls: hasCalls(message) })
  })
  close()
  return found
}

const fitCarriers = (
  editor: Edits,
  message: JsonObject,
  at: JsonPointer,
  { reasoning, vendor }: CompatProfile
): void => {
  if (reasoning === "none" && isCarrierAlone(message)) return editor.remove(at, "carrier")
  if (reasoning === "details") openDetails(editor, message, at, vendor)
  else fitTexts(editor, message, at, reasoning)
  eachObject(message, "tool_calls", at, (call, place) => {
    if (Object.hasOwn(call, "extra_content")) editor.remove(childPointer(place, "extra_content"), "carrier")
  })
}

/** Whether a message says nothing besides reasoning: without that its vendor refuses it. */
const isCarrierAlone = (message: JsonObject): boolean =>
  carriers.some((key) => Object.hasOwn(message, key)) &&
  [...saying, "content"].every((key) => (message[key] ?? "") === "")

/** What an assistant's message says besides its content. */
const saying = ["tool_calls", "function_call", "refusal", "audio"]

/** Leaves reasoning in `reasoning_content` where it is taken back, and nowhere else. */
const fitTexts = (editor: Edits, message: JsonObject, at: JsonPointer, reasoning: "none" | "text"): void => {
  const renames = reasoning === "text" && isText(message["reasoning"]) && !isText(message["reasoning_content"])
  if (renames) {
    const text = JsonText.member(message, "reasoning")
    editor.rename(childPointer(at, "reasoning"), childPointer(at, "reasoning_content"), text, "reasoning")
  }
  const hidden = unshownOf(message)
  if (hidden !== undefined) {
    editor.change(childPointer(at, "reasoning_details"))
    if (reasoning === "text" && !saysReasoning(message)) editor.change(childPointer(at, "reasoning_content"), hidden)
  }
  const dropped = reasoning === "none" ? carriers : renames ? carriers.slice(2) : carriers.slice(1)
  for (const key of dropped) {
    const isTaken = hidden !== undefined && key === "reasoning_details"
    if (Object.hasOwn(message, key) && !isTaken) editor.remove(childPointer(at, key), "carrier")
  }
}

const saysReasoning = (message: JsonObject): boolean =>
  isText(message["reasoning_content"]) || isText(message["reasoning"])

const carriers = ["reasoning_content", "reasoning", "reasoning_details"] as const

/** Whether a value is a text that says something. */
export const isText = (value: Json | undefined): value is string => typeof value === "string" && value !== ""

/** Writes this library's carriers of the vendor's own bytes as the vendor's; others are taken out. */
const openDetails = (editor: Edits, message: JsonObject, at: JsonPointer, vendor: VendorId): void => {
  const details = message["reasoning_details"]
  if (!isArray(details) || !details.some(isCarrier)) return
  const path = childPointer(at, "reasoning_details")
  const keptDetails: JsonTemplate[] = []
  details.forEach((detail, index) => {
    const opened = isCarrier(detail) && isObject(detail) ? nativeOf(detail, vendor) : detail
    if (opened === undefined) editor.note(childPointer(path, index), "carrier")
    else keptDetails.push(opened)
  })
  editor.change(path, keptDetails.length === 0 ? undefined : keptDetails)
}

/** The same for all messages of a body. */
export const openAllDetails = (editor: Edits, body: JsonObject, vendor: VendorId): void =>
  eachObject(body, "messages", "", (message, at) => openDetails(editor, message, at, vendor))

/** The vendor's own detail that a carrier holds. */
const nativeOf = (detail: JsonObject, vendor: VendorId): JsonTemplate | undefined => {
  const { signature, data, text } = detail
  const sealed = typeof signature === "string" ? signature : data
  const opaque = typeof sealed === "string" ? unsealEnvelope(sealed)?.opaque : undefined
  const own = opaque?.vendor === vendor ? parsedOrNull(opaque.data) : undefined
  if (!isObject(own)) return undefined
  if (typeof text !== "string") return own
  return own["type"] === "reasoning.summary" ? { ...own, summary: text } : { ...own, text }
}

/** Fills in reasoning that the client dropped. */
const fillReasoning = (editor: Edits, message: JsonObject, at: JsonPointer, stand: string): void => {
  if (saysReasoning(message) || unshownOf(message) !== undefined) return
  editor.set(childPointer(at, "reasoning_content"), stand, "reasoning-lost", at)
}

const media: ReadonlyMap<string, Medium> = new Map([
  ["image_url", "image"],
  ["input_audio", "audio"],
  ["video_url", "video"],
  ["video", "video"],
  ["file", "file"]
])

/** Refuses what the model cannot be shown: an answer that has not seen it would be a wrong answer. */
const refuseMedia = (editor: Edits, message: JsonObject, at: JsonPointer, model: ModelRules): void =>
  eachObject(message, "content", at, (part, place) => {
    const { type } = part
    const medium = typeof type === "string" ? media.get(type) : undefined
    if (medium === undefined || typeof type !== "string") return
    if (!model.media.includes(medium)) editor.note(place, "media")
    else if (model.mediaUrls === false && isAddress(part[type])) editor.note(childPointer(place, type), "media-url")
  })

/** Whether a medium is somewhere on the web. */
const isAddress = (medium: Json | undefined): boolean => {
  const url = isObject(medium) ? medium["url"] : medium
  return typeof url === "string" && /^https?:/i.test(url)
}

/**
 * For how long marks that say it may last.
 *
 * @see https://openrouter.ai/docs/client-sdks/typescript/models/anthropiccachecontrolttl.md (read 2026-11)
 */
const lives: ReadonlySet<Json> = new Set(["5m", "1h"])

/**
 * Says marks of what to cache as the API takes them: `persistent`, which no API knows, is an hour, and so is a time that
 * the API does not have; where a mark cannot say for how long, it is plain; where a listed model takes none, there is none.
 */
export const fitCacheMarks = (
  editor: Edits,
  call: WireRequest,
  body: JsonObject,
  taken: CacheMarks,
  model: ModelRules | undefined
): void => {
  const excess = taken === "timed" ? excessMarks(call, body) : new Set()
  eachMark(body, (mark, at) => {
    if (excess.has(at)) editor.remove(at, "cache-many")
    else if (taken === "none" && model !== undefined) editor.remove(at, "cache-mark")
    else if (taken === "plain" && (mark["type"] === "persistent" || Object.hasOwn(mark, "ttl"))) {
      editor.set(at, { type: "ephemeral" }, "cache-time")
    } else if (mark["type"] === "persistent") editor.set(at, hour, "cache-hour")
    else if (taken === "timed" && !lives.has(mark["ttl"] ?? "5m")) editor.set(at, hour, "cache-life")
  })
}

/**
 * The marks of a translated body that Claude takes no more: the first of its four stays, and the last ones.
 *
 * @see https://github.com/pydantic/pydantic-ai/pull/4604 OpenRouter passes all of them on, which Anthropic refuses (2026-04)
 */
const excessMarks = ({ translated, model }: WireRequest, body: JsonObject): ReadonlySet<JsonPointer> => {
  const places: JsonPointer[] = []
  if (translated === true && model.includes("anthropic/")) eachMark(body, (_, at) => places.push(at))
  return new Set(places.slice(1, Math.max(1, places.length - 3)))
}

const hour = { type: "ephemeral", ttl: "1h" }

/** Visits the marks of a body, of its tools, and of its messages and their parts. */
const eachMark = (body: JsonObject, visit: (mark: JsonObject, at: JsonPointer) => void): void => {
  const look = (object: JsonObject, at: JsonPointer): void => {
    const mark = object["cache_control"]
    if (isObject(mark)) visit(mark, childPointer(at, "cache_control"))
  }
  look(body, "")
  eachObject(body, "tools", "", look)
  eachObject(body, "messages", "", (message, at) => {
    look(message, at)
    eachObject(message, "content", at, look)
  })
}

/**
 * Says refusals as text, in one with whatever else was said; whether there were any.
 *
 * @see https://github.com/OnesoftQwQ/opencode-go-copilot/issues/24 DeepSeek refuses a message without content (2026-05)
 * @see https://github.com/AstrBotDevs/AstrBot/issues/7200 Kimi does, too (2026-03)
 */
export const sayRefusals = (editor: Edits, message: JsonObject, at: JsonPointer): boolean => {
  const { role, content, refusal } = message
  if (role !== "assistant") return false
  const parts: readonly JsonObject[] = isArray(content) ? content.filter(isObject) : [{ text: content ?? "" }]
  const own = isText(refusal)
  if (!own && !parts.some(({ type }) => type === "refusal")) return false
  const texts = [...parts.map(({ text, refusal: said }) => text ?? said), own ? refusal : ""].filter(isText)
  editor.set(childPointer(at, "content"), texts.join("\n\n"), "refusal", own ? childPointer(at, "refusal") : undefined)
  if (own) editor.change(childPointer(at, "refusal"))
  return true
}

/** Joins the texts of which an assistant's or a tool's message is a list; one that holds more stays. */
export const joinTexts = (editor: Edits, { role, content }: JsonObject, at: JsonPointer): void => {
  if ((role !== "assistant" && role !== "tool") || !isArray(content)) return
  const texts = content.flatMap((part) =>
    isObject(part) && part["type"] === "text" && typeof part["text"] === "string" ? [part["text"]] : []
  )
  if (texts.length === content.length) editor.set(childPointer(at, "content"), texts.join(""), "joined")
}
