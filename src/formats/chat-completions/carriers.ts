import type { Part, ReasoningPart } from "../../words/chat/chat.ts"
import { digest, type Envelope, isSealed, open, seal } from "../../words/chat/envelope.ts"
import { isArray, isObject, type Json, type JsonObject, JsonText, type Tree } from "../../words/json/json.ts"
import type { Opaque, Vendor } from "../../words/chat/node.ts"
import type { Note } from "../../words/notes/note.ts"
import { below, type Pointer } from "../../words/json/pointer.ts"
import { inputText } from "./call-input.ts"
import type { Draft } from "../../words/draft.ts"
import type { Texts } from "./native.ts"
import { note } from "./rules.ts"
import { ownVendor } from "./wire.ts"

/** The mark of a carrier that this library wrote: its `index` is the part's place in the message. */
export const carrierFormat = "isogloss-v1"

/** The `id` of a carrier whose bytes cover another part than reasoning. */
const coversPart = "covers"

/** Reasoning that a message carries beside its content, and bytes that cover other parts of it. */
export interface Carried {
  readonly lead: readonly ReasoningPart[]
  readonly placed: readonly { readonly index: number; readonly part: ReasoningPart }[]
  readonly covering: readonly Covering[]
  /** The members as they were spelled. */
  readonly consumed: Texts | undefined
}

/** Bytes that cover the part at a place. */
export interface Covering {
  readonly envelope: Envelope
  readonly at: Pointer
}

const members = ["reasoning_content", "reasoning", "reasoning_details"] as const

const nothing: Carried = { lead: [], placed: [], covering: [], consumed: undefined }

/** Reads the reasoning of a message or a delta. `vendor`: whose bytes unmarked ones are. */
export const readCarried = (object: JsonObject, at: Pointer, notes: Note[], vendor: Vendor): Carried => {
  const { reasoning_content, reasoning, reasoning_details } = object
  if (reasoning_content === undefined && reasoning === undefined && reasoning_details === undefined) return nothing
  const text =
    typeof reasoning_content === "string" ? reasoning_content : typeof reasoning === "string" ? reasoning : ""
  const details = isArray(reasoning_details) ? reasoning_details.filter(isObject) : []
  if (text === "" && details.length === 0 && !members.some((key) => typeof object[key] === "string")) return nothing
  const consumed = consumedOf(object)
  const base = below(at, "reasoning_details")
  const plain: ReasoningPart = {
    type: "reasoning",
    text,
    at: below(at, typeof reasoning_content === "string" ? "reasoning_content" : "reasoning")
  }
  if (details.some(isOurs)) return { ...readOurs(details.filter(isOurs), base, notes), consumed }
  const lead = details.map((detail, index) => readForeign(detail, below(base, index), vendor))
  if (text !== "" && !lead.some((part) => part.text !== undefined && part.text !== "")) lead.unshift(plain)
  return { lead, placed: [], covering: [], consumed }
}

const consumedOf = (object: JsonObject): Texts => {
  const consumed = new Map<string, JsonText>()
  for (const key of members) {
    const value = object[key]
    if (value !== undefined && value !== null) consumed.set(`/${key}`, JsonText.member(object, key))
  }
  return consumed
}

const isOurs = (detail: JsonObject): boolean => detail["format"] === carrierFormat

const readOurs = (details: readonly JsonObject[], base: Pointer, notes: Note[]): Omit<Carried, "consumed"> => {
  const placed: { index: number; part: ReasoningPart }[] = []
  const covering: Covering[] = []
  details.forEach((detail, order) => {
    const at = below(base, order)
    const text = typeof detail["text"] === "string" ? detail["text"] : undefined
    const index = typeof detail["index"] === "number" ? detail["index"] : order
    const sealed = stringOf(detail["signature"]) ?? stringOf(detail["data"])
    const envelope = sealed === undefined ? undefined : open(sealed)
    const apart = detail["id"] === coversPart
    const sound = envelope !== undefined && (apart || envelope.digest === digest(text ?? ""))
    if (sealed !== undefined && !sound) note(notes, "carrier-ignored", at)
    if (sound && apart) covering.push({ envelope, at })
    else if (text !== undefined || sound) {
      const part: Draft<ReasoningPart> = { type: "reasoning", at }
      if (text !== undefined) part.text = text
      if (sound) part.opaque = [envelope.opaque]
      placed.push({ index, part })
    }
  })
  return { lead: [], placed, covering }
}

const readForeign = (detail: JsonObject, at: Pointer, vendor: Vendor): ReasoningPart => {
  const part: Draft<ReasoningPart> = { type: "reasoning", at }
  const text = stringOf(detail["text"]) ?? stringOf(detail["summary"])
  if (text !== undefined) part.text = text
  const opaque = vendor === ownVendor ? opaqueOf(detail, vendor) : wholeOf(detail, vendor)
  if (opaque !== undefined) part.opaque = [opaque]
  return part
}

/** A detail with bytes as its gateway wants it back, whoever's bytes they are: all of it but the text that it covers. */
const wholeOf = (detail: JsonObject, vendor: Vendor): Opaque | undefined => {
  const kind = isBytes(detail["signature"]) ? "signature" : isBytes(detail["data"]) ? "encrypted" : undefined
  if (kind === undefined) return undefined
  const rest = Object.entries(detail).filter(([key]) => key !== "text" && key !== "summary")
  return { vendor, kind, data: JSON.stringify(Object.fromEntries(rest)) }
}

const isBytes = (value: Json | undefined): boolean => typeof value === "string" && value !== ""

/** The bytes of a detail that another gateway wrote: `format` says whose they are, as in `anthropic-claude-v1`. */
export const opaqueOf = (detail: JsonObject, vendor: Vendor): Opaque | undefined => {
  const format = stringOf(detail["format"])
  const owner = format === undefined || format === "unknown" ? vendor : (format.split("-", 1)[0] ?? vendor)
  const signature = stringOf(detail["signature"])
  const data = stringOf(detail["data"])
  if (signature !== undefined && signature !== "") return { vendor: owner, kind: "signature", data: signature }
  if (data !== undefined && data !== "")
    return { vendor: owner, kind: owner === "anthropic" ? "redacted" : "encrypted", data }
  return undefined
}

const stringOf = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined)

/** A message's parts with its reasoning in its places, and the bytes on the parts that they cover. */
export const withCarried = (parts: readonly Part[], carried: Carried, notes: Note[]): readonly Part[] => {
  const { lead, placed, covering } = carried
  if (lead.length === 0 && placed.length === 0 && covering.length === 0) return parts
  const out = [...lead, ...parts]
  for (const { index, part } of placed.toSorted((a, b) => a.index - b.index)) out.splice(Math.max(0, index), 0, part)
  for (const { envelope, at } of covering) {
    const part = out[envelope.part]
    if (part !== undefined && digest(coveredText(part)) === envelope.digest) {
      out[envelope.part] = { ...part, opaque: [...(part.opaque ?? []), envelope.opaque] }
    } else note(notes, "carrier-ignored", at)
  }
  return out
}

/** The text that bytes on a part cover. */
export const coveredText = (part: Part): string => {
  switch (part.type) {
    case "text":
    case "refusal":
      return part.text
    case "reasoning":
      return part.text ?? ""
    case "tool-call":
      return inputText(part.input)
    default:
      return ""
  }
}

/** How a message says its texts: each as its own part, or all as one content. */
export type Texting = "apart" | "joined"

/** The place of each part in the message as it will be read again: joined texts are one part, empty ones none. */
export const placesIn = (parts: readonly Part[], texting: Texting): readonly number[] => {
  const seen = new Set<Part["type"]>()
  let next = 0
  return parts.map((part) => {
    if (part.type === "reasoning" && isNothing(part)) return Math.max(0, next - 1)
    const joins = texting === "joined" && (part.type === "text" || part.type === "refusal")
    if (joins && (part.text === "" || seen.has(part.type))) return Math.max(0, next - 1)
    if (joins) seen.add(part.type)
    return next++
  })
}

/** Whether reasoning shows nothing and carries nothing. */
const isNothing = (part: ReasoningPart): boolean => (textOf(part) ?? "") === "" && (part.opaque ?? []).length === 0

/** Whether reasoning needs carriers for its place alone. */
export const isOrdered = (parts: readonly Part[]): boolean => {
  const reasoning = parts.filter((part) => part.type === "reasoning" && !isNothing(part))
  return reasoning.length > 1 || (reasoning.length === 1 && parts[0]?.type !== "reasoning")
}

/**
 * The carriers of parts that stand in a message in this order. `ordered`: reasoning without bytes is written too, for
 * its place; `of`: of which parts.
 */
export const writeDetails = (
  parts: readonly Part[],
  texting: Texting,
  ordered: boolean,
  of: "reasoning" | "all" = "all"
): readonly Tree[] => {
  const places = placesIn(parts, texting)
  return parts.flatMap((part, index) =>
    of === "all" || part.type === of ? detailsOf(part, places[index] ?? index, ordered) : []
  )
}

/** The carriers of one part at its place. */
const detailsOf = (part: Part, index: number, ordered: boolean): readonly Tree[] => {
  const opaque = (part.opaque ?? []).filter((it) => !isNative(part, it))
  const text = part.type === "reasoning" ? textOf(part) : undefined
  if (opaque.length === 0) {
    return ordered && text !== undefined && text !== ""
      ? [{ type: "reasoning.text", text, format: carrierFormat, index }]
      : []
  }
  return opaque.map((it, order) => {
    const sealed = seal(it, index, text ?? (part.type === "reasoning" ? "" : coveredText(part)))
    if (part.type !== "reasoning")
      return { type: "reasoning.encrypted", data: sealed, id: coversPart, format: carrierFormat, index }
    return text !== undefined && order === 0
      ? { type: "reasoning.text", text, signature: sealed, format: carrierFormat, index }
      : { type: "reasoning.encrypted", data: sealed, format: carrierFormat, index }
  })
}

/** The text of a reasoning part; its summary where that is all it shows. */
export const textOf = (part: ReasoningPart): string | undefined => part.text ?? part.summary?.join("\n\n")

/** Whether the bytes have a native member on a call: `extra_content.google.thought_signature`. */
export const isNative = (part: Part, opaque: Opaque): boolean =>
  part.type === "tool-call" && opaque.vendor === "google" && opaque.kind === "signature"

/** Whether a detail of a message whose bytes pass is one of this library's carriers. */
export const isCarrier = (detail: Json): boolean =>
  isObject(detail) &&
  (isOurs(detail) || isSealed(stringOf(detail["signature"]) ?? "") || isSealed(stringOf(detail["data"]) ?? ""))
