import type { ContentPart, ReasoningPart } from "../../core/chat/chat.ts"
import {
  coveredText,
  hiddenThoughtIn,
  isSealed,
  type OpaqueEnvelope,
  sealEnvelopeOver,
  textDigest,
  unsealEnvelope,
  sealEnvelope,
  phaseMark,
  phaseOf
} from "../../core/chat/envelope.ts"
import type { OpaqueBytes, VendorId } from "../../core/chat/node.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  isArray,
  isObject,
  type Json,
  type JsonObject
} from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import type { NoteSink } from "../../core/notes/note.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import {
  keepBookkeeping,
  restoreBookkeeping,
  type ResponseEncodeContext,
  consume,
  consumed,
  isOwn,
  restore
} from "./context.ts"
import { note } from "./rules.ts"
import { id, ownVendor, itemId } from "./wire.ts"

/** A reasoning item: a thought, or bytes of another part beside which it stands. */
type DecodedReasoning = { readonly part: ReasoningPart } | { readonly envelope: OpaqueEnvelope }

/**
 * Reads a `reasoning` item. Its text is its content, else its summaries; `vendor`: whose bytes are in
 * `encrypted_content` where they are no envelope of ours.
 */
export const decodeOpaque = (from: ObjectReader, to: NoteSink, vendor: VendorId): DecodedReasoning => {
  const part: MutableDraft<ReasoningPart> = { type: "reasoning", at: from.at }
  from.skip("type")
  for (const key of ["summary", "content"]) {
    const value = from.json(key)
    if (value !== undefined) consume(part, key, value)
  }
  const [raw, summary] = [textsOf(from.object["content"]), textsOf(from.object["summary"])]
  setDefined(part, "text", raw ?? summary)
  const data = from.string("encrypted_content") ?? ""
  keepBookkeeping(from, part)
  from.attachUnknown(part)
  if (part.native && raw !== undefined && summary !== undefined && raw !== summary)
    part.native = { ...part.native, untold: onlyRaw }
  if (data === "") return { part }
  if (!isSealed(data)) return { part: { ...part, opaque: [{ vendor, kind: "encrypted", data }] } }
  const envelope = unsealEnvelope(data)
  if (envelope === undefined) {
    note(to, "opaque-mismatch", part)
    return { part }
  }
  const hidden = hiddenThoughtIn(envelope.opaque)
  if (hidden !== undefined) return { part: { ...part, text: hidden } }
  if (envelope.digest !== textDigest(part.text ?? "")) return { envelope }
  const shown = part.text === undefined && envelope.opaque.kind === "signature" ? { text: "" } : {}
  return { part: { ...part, ...shown, opaque: [envelope.opaque] } }
}

const onlyRaw: ReadonlyMap<JsonPointer, string> = new Map([["/summary", "bookkeeping/summary"]])

/** The phase of a message, as a part before its first; undefined where it says none. */
export const phasePart = ({ phase }: JsonObject, at: JsonPointer): ReasoningPart | undefined =>
  typeof phase === "string" && phase !== ""
    ? { type: "reasoning", opaque: [phaseMark(phase)], at: childPointer(at, "phase"), native: { format: id } }
    : undefined

/** Whether a part is a phase that its message says itself. */
export const isOwnPhase = (part: ContentPart | undefined): boolean =>
  part !== undefined && isOwn(part) && phaseOf(part) !== undefined

/** The texts of summaries or of content, a blank line between them; undefined where there are none. */
const textsOf = (items: Json | undefined): string | undefined => {
  if (!isArray(items) || items.length === 0) return undefined
  return items.map((item) => (isObject(item) && typeof item["text"] === "string" ? item["text"] : "")).join("\n\n")
}

/** Whether bytes are a vendor's, the format's own where none is named, so that `encrypted_content` says all of them. */
export const isVendorOpaque = ({ vendor, kind, model }: OpaqueBytes, own: VendorId = ownVendor): boolean =>
  vendor === own && kind === "encrypted" && model === undefined

/** The `encrypted_content` of bytes that cover a thought: the vendor's own as they are, others sealed over its text. */
export const encryptedContent = (opaque: OpaqueBytes, index: number, digest: () => string): string =>
  isVendorOpaque(opaque) ? opaque.data : sealEnvelopeOver(opaque, index, digest())

/** A thought as OpenAI takes it back in a conversation: with its own bytes. */
export const encodeOpaque = (part: ReasoningPart, opaque: OpaqueBytes | undefined): JsonObjectBuilder => {
  const own = consumed(part, "summary")
  const summary =
    own ?? (part.text === undefined || part.text === "" ? [] : [{ type: "summary_text", text: part.text }])
  const out: JsonObjectBuilder = { type: "reasoning", summary }
  const content = consumed(part, "content")
  if (content !== undefined) out["content"] = content
  if (opaque !== undefined) out["encrypted_content"] = opaque.data
  return restore(restoreBookkeeping(out, part), part)
}

/** Items that show nothing and carry bytes of the part beside which they stand. */
export const carriers = (
  to: ResponseEncodeContext,
  bytes: readonly OpaqueBytes[],
  part: ContentPart,
  place: number,
  index: number
): readonly JsonObjectBuilder[] =>
  bytes.map((opaque, at) => ({
    id: itemId("reasoning", to.answer, index + at),
    type: "reasoning",
    summary: [],
    encrypted_content: sealEnvelope(opaque, place, coveredText(part))
  }))
