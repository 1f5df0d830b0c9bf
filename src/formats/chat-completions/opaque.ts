import type { ContentPart, ReasoningPart } from "../../core/chat/chat.ts"
import {
  textDigest,
  type OpaqueEnvelope,
  isSealed,
  unsealEnvelope,
  sealEnvelopeOver,
  hiddenThoughtIn
} from "../../core/chat/envelope.ts"
import { isArray, isObject, type Json, type JsonObject, JsonText, type JsonTemplate } from "../../core/json/json.ts"
import type { OpaqueBytes, VendorId } from "../../core/chat/node.ts"
import type { NoteSink } from "../../core/notes/note.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { type CarriedBytes, carriedPlaces, detailText, isNothing, textOfDetail } from "./places.ts"
import { note } from "./rules.ts"
import { ownVendor } from "./wire.ts"

/** The mark of a carrier that this library wrote: its `index` is the part's place in the message. */
export const carrierFormat = "isogloss-v1"

/** The `id` of a carrier whose bytes cover another part than reasoning. */
const coversPart = "covers"

const nothing: CarriedBytes = { lead: [], placed: [], covering: [], consumed: undefined }

/** Reads the reasoning of a message, or of a delta of fragments. `vendor`: whose bytes unmarked ones are. */
export const decodeOpaque = (
  object: JsonObject,
  at: JsonPointer,
  to: NoteSink,
  vendor: VendorId,
  streamed = false
): CarriedBytes => {
  const present = ["reasoning_content", "reasoning", "reasoning_details"].filter(
    (key) => (object[key] ?? null) !== null
  )
  const inside = object["reasoning_details"]
  const details = isArray(inside) ? inside.filter(isObject) : []
  if (details.length === 0 && !present.some((key) => typeof object[key] === "string")) return nothing
  const consumed = new Map(present.map((key) => [`/${key}`, JsonText.member(object, key)] as const))
  const base = childPointer(at, "reasoning_details")
  const ours = eachOnce(details.filter(isOurs))
  const { placed, covering } = readOurs(ours, base, to)
  const whole = ours.length > 0 ? [] : streamed ? details : joinedDetails(details)
  const lead = whole.map((detail, index) => readForeign(detail, childPointer(base, index), vendor))
  const key = typeof object["reasoning_content"] === "string" ? "reasoning_content" : "reasoning"
  const text = stringOf(object[key])
  // a thought before all else has a carrier only where there are bytes of it
  const isSaid = [...lead, ...placed.map(({ part }) => part)].some((part) => part.text)
  if (text && !isSaid) lead.unshift({ type: "reasoning", text, at: childPointer(at, key) })
  return { lead, placed, covering, consumed }
}

/** Carriers without those that repeat others: a stream says all again at its end, and some clients keep each list. */
const eachOnce = (details: readonly JsonObject[]): readonly JsonObject[] => [
  ...new Map(details.map((detail) => [JSON.stringify(detail), detail])).values()
]

const isOurs = (detail: JsonObject): boolean => detail["format"] === carrierFormat

const readOurs = (
  details: readonly JsonObject[],
  base: JsonPointer,
  to: NoteSink
): Pick<CarriedBytes, "placed" | "covering"> => {
  const placed: { index: number; part: ReasoningPart }[] = []
  const covering: { envelope: OpaqueEnvelope; at: JsonPointer }[] = []
  details.forEach((detail, order) => {
    const { id, index = order } = detail
    const at = childPointer(base, order)
    const text = stringOf(detail["text"])
    const sealed = stringOf(detail["signature"]) ?? stringOf(detail["data"])
    const envelope = sealed === undefined ? undefined : unsealEnvelope(sealed)
    const apart = id === coversPart
    const sound = envelope !== undefined && (apart || envelope.digest === textDigest(text ?? ""))
    if (sealed !== undefined && !sound) note(to, "opaque-mismatch", at)
    if (sound && apart) covering.push({ envelope, at })
    else if (text !== undefined || sound) {
      const hidden = sound ? hiddenThoughtIn(envelope.opaque) : undefined
      const part = reasoning(at, hidden ?? text, sound && hidden === undefined ? envelope.opaque : undefined)
      placed.push({ index: typeof index === "number" ? index : order, part })
    }
  })
  return { placed, covering }
}

const reasoning = (at: JsonPointer, text: string | undefined, opaque: OpaqueBytes | undefined): ReasoningPart => ({
  type: "reasoning",
  at,
  ...(text !== undefined && { text }),
  ...(opaque && { opaque: [opaque] })
})

const readForeign = (detail: JsonObject, at: JsonPointer, vendor: VendorId): ReasoningPart => {
  const text = stringOf(detail["text"]) ?? stringOf(detail["summary"])
  return reasoning(at, text, vendor === ownVendor ? opaqueOf(detail, vendor) : wholeOf(detail, vendor, text))
}

/** The bytes of a detail; undefined where nobody signed it. */
export const detailBytes = (detail: JsonObject): Pick<OpaqueBytes, "kind" | "data"> | undefined => {
  const signature = stringOf(detail["signature"])
  if (signature) return { kind: "signature", data: signature }
  const data = stringOf(detail["data"])
  return data ? { kind: "encrypted", data } : undefined
}

/**
 * A detail as its gateway wants it back, whoever's bytes it has, or none: all of it but the text that it covers.
 *
 * @see https://github.com/earendil-works/pi/issues/989 that models behind OpenRouter want unsigned ones, too (2026-01)
 */
const wholeOf = (detail: JsonObject, vendor: VendorId, said: string | undefined): OpaqueBytes | undefined => {
  const { text: _text, summary: _summary, ...rest } = detail
  const kind = detailBytes(detail)?.kind ?? (said ? "signature" : undefined)
  return kind && { vendor, kind, data: JSON.stringify(rest) }
}

/** The bytes of a detail that another gateway wrote: `format` says whose they are, as in `anthropic-claude-v1`. */
const opaqueOf = (detail: JsonObject, own: VendorId): OpaqueBytes | undefined => {
  const [owner = own] = stringOf(detail["format"])?.split("-", 1) ?? []
  const vendor = owner === "unknown" ? own : owner
  const bytes = detailBytes(detail)
  if (bytes?.kind === "encrypted" && vendor === "anthropic") return { vendor, ...bytes, kind: "redacted" }
  return bytes && { vendor, ...bytes }
}

/** Whether reasoning needs carriers for its place alone. */
export const isOrdered = (parts: readonly ContentPart[]): boolean => {
  const reasoning = parts.filter((part) => part.type === "reasoning" && !isNothing(part))
  return reasoning.length > 1 || (reasoning.length === 1 && parts[0]?.type !== "reasoning")
}

/**
 * The carriers of parts that stand in a message in this order. `ordered`: reasoning without bytes is written too, for
 * its place; `of`: of which parts; `digestOf`: of the text that a part covers.
 */
export const encodeOpaque = (
  parts: readonly ContentPart[],
  texting: "apart" | "joined",
  ordered: boolean,
  of: "reasoning" | "all" = "all",
  digestOf = coveredDigest
): readonly JsonTemplate[] => {
  const places = carriedPlaces(parts, texting)
  return parts.flatMap((part) => {
    const place = places.get(part) ?? 0
    return of === "all" || part.type === of ? detailsOf(part, place, ordered, digestOf) : []
  })
}

const coveredDigest = (part: ContentPart): string => textDigest(textOfDetail(part))

/** The carriers of one part at its place. */
export const detailsOf = (
  part: ContentPart,
  index: number,
  ordered: boolean,
  digestOf = coveredDigest
): readonly JsonTemplate[] => {
  const opaque = (part.opaque ?? []).filter((it) => !isNative(part, it))
  const text = part.type === "reasoning" ? detailText(part) : undefined
  const mark = { format: carrierFormat, index }
  if (opaque.length === 0) return ordered && text ? [{ type: "reasoning.text", text, ...mark }] : []
  const covered = digestOf(part)
  return opaque.map((it, order) => {
    const data = sealEnvelopeOver(it, index, covered)
    if (text !== undefined && order === 0) return { type: "reasoning.text", text, signature: data, ...mark }
    return { type: "reasoning.encrypted", data, id: part.type === "reasoning" ? undefined : coversPart, ...mark }
  })
}

/** Whether the bytes have a native member on a call: `extra_content.google.thought_signature`. */
export const isNative = (part: ContentPart, opaque: OpaqueBytes): boolean =>
  part.type === "tool-call" && opaque.vendor === "google" && opaque.kind === "signature"

/** Whether a detail of a message whose bytes pass is one of this library's carriers. */
export const isCarrier = (detail: Json): boolean =>
  isObject(detail) &&
  (isOurs(detail) || isSealed(stringOf(detail["signature"]) ?? "") || isSealed(stringOf(detail["data"]) ?? ""))

/** What of another gateway's detail says whether the next fragment goes on with it. */
export type ThoughtDetail = { readonly [K in "type" | "index" | "signature"]?: Json | undefined }

/** Whether a detail has nothing but bytes, all of them: none goes on with another. */
export const isSealedDetail = ({ type }: ThoughtDetail): boolean => type === "reasoning.encrypted"

/**
 * Whether a detail goes on with the one before it: streams tell one thought in fragments of one index, the signature of
 * all of it last. `streamed`: fragments without an index go on, too.
 *
 * @see https://github.com/agno-agi/agno/issues/8794 what OpenRouter streams of Claude's thoughts (2026-07)
 * @see https://openrouter.ai/docs/guides/best-practices/reasoning-tokens that they go back as they came (read 2026-11)
 */
export const goesOnWith = (before: ThoughtDetail, now: ThoughtDetail, streamed: boolean): boolean => {
  if (before.type !== now.type || isSealedDetail(now) || (before.signature ?? "") !== "") return false
  const indices = [before.index, now.index].filter((index) => typeof index === "number")
  return indices.length < 2 ? streamed : indices[0] === indices[1]
}

/** The details of a message, where each is whole: a client may have gathered the fragments of its stream. */
const joinedDetails = (details: readonly JsonObject[]): readonly JsonObject[] => {
  const out: JsonObject[] = []
  for (const detail of details) {
    const before = out.at(-1)
    if (before === undefined || !goesOnWith(before, detail, false)) out.push(detail)
    else out[out.length - 1] = { ...before, ...detail, ...joinedTexts(before, detail) }
  }
  return out
}

const joinedTexts = (before: JsonObject, now: JsonObject): JsonObject =>
  Object.fromEntries(
    ["text", "summary"].flatMap((key) => {
      const texts = [stringOf(before[key]), stringOf(now[key])].filter((text) => text !== undefined)
      return texts.length === 0 ? [] : [[key, texts.join("")]]
    })
  )

const stringOf = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined)
