import {
  coveredText,
  hiddenThought,
  hiddenThoughtIn,
  isSealed,
  type OpaqueEnvelope,
  sealEnvelope,
  sealEnvelopeOver,
  textDigest,
  unsealEnvelope
} from "../../core/chat/envelope.ts"
import type { ContentPart, ReasoningPart, CompactionPart } from "../../core/chat/chat.ts"
import type { OpaqueBytes, VendorId } from "../../core/chat/node.ts"
import { type JsonObjectBuilder, type MutableDraft, type JsonObject, setDefined } from "../../core/json/json.ts"
import type { IssueReader } from "../../core/reading/issue-reader.ts"
import { rules } from "./rules.ts"
import { ownVendor } from "./wire.ts"
import { finishDecoded, type PartDecoder } from "./context.ts"

/** What an empty thinking block carries for a neighbour; undefined where it is a block in its own right. */
export const carriedEnvelope = (block: JsonObject): OpaqueEnvelope | undefined => {
  const signature = block["signature"]
  if (block["thinking"] !== "" || typeof signature !== "string" || !isSealed(signature)) return undefined
  const envelope = unsealEnvelope(signature)
  return envelope === undefined || envelope.digest === textDigest("") ? undefined : envelope
}

/** Empty thinking blocks that carry bytes of the part at `index`, for which its own block has no member. `covering`: the digest of what they cover. */
export const encodeCarriers = (
  bytes: readonly OpaqueBytes[] | undefined,
  index: number,
  part: ContentPart,
  covering = (): string => textDigest(coveredText(part))
): readonly JsonObjectBuilder[] => {
  if (bytes === undefined || bytes.length === 0) return []
  const over = covering()
  return bytes.map((opaque) => ({ type: "thinking", thinking: "", signature: sealEnvelopeOver(opaque, index, over) }))
}

/** Sets the bytes that a reasoning part came with, after looking at what they cover. Without a text they are redacted. */
export const decodeOpaque = (
  reader: IssueReader,
  part: MutableDraft<ReasoningPart>,
  vendor: VendorId,
  data = ""
): void => {
  const kind = part.text === undefined ? "redacted" : "signature"
  if (data === "" && kind === "signature") return
  if (!isSealed(data)) {
    part.opaque = [{ vendor, kind, data }]
    return
  }
  const envelope = unsealEnvelope(data)
  if (envelope === undefined || envelope.digest !== textDigest(part.text ?? "")) {
    reader.notes.push(rules.note("opaque-mismatch", part.at ?? ""))
    return
  }
  const hidden = hiddenThoughtIn(envelope.opaque)
  if (hidden !== undefined) {
    part.text = hidden
    return
  }
  part.opaque = [envelope.opaque]
  if (part.text === "" && envelope.opaque.kind !== "signature") delete part.text
}

/** The bytes of a reasoning part that a vendor takes back: its own, and made by the same model where they say one. */
export const vendorOpaque = (part: ContentPart, vendor: VendorId, model: string): OpaqueBytes | undefined =>
  part.opaque?.find((it) => it.vendor === vendor && it.kind !== "encrypted" && (it.model ?? model) === model)

/** Whether bytes are the vendor's own, so that their native place says all of them. */
export const isVendorOpaque = (opaque: OpaqueBytes): boolean =>
  opaque.vendor === ownVendor && opaque.kind !== "encrypted" && opaque.model === undefined

/** A signature as an answer to a client says it: the vendor's own as they are, others sealed. */
const encodeOpaque = (opaque: OpaqueBytes, index: number, text: string): string =>
  encodeOpaqueOver(opaque, index, () => textDigest(text))

/** The same over a text of which the digest is known. */
export const encodeOpaqueOver = (opaque: OpaqueBytes, index: number, covering: () => string): string =>
  isVendorOpaque(opaque) ? opaque.data : sealEnvelopeOver(opaque, index, covering())

/** The block that holds reasoning and its bytes. The vendor's own redacted data has its own kind of block. */
export const encodeReasoning = (part: ReasoningPart, opaque: OpaqueBytes, index: number): JsonObjectBuilder =>
  opaque.kind === "redacted" && isVendorOpaque(opaque)
    ? { type: "redacted_thinking", data: opaque.data }
    : { type: "thinking", thinking: part.text ?? "", signature: encodeOpaque(opaque, index, part.text ?? "") }

/** A thought that the client does not show, in a block that shows nothing: some vendors want it back beside its calls. */
export const encodeHiddenThought = (text: string, index: number): JsonObjectBuilder => ({
  type: "thinking",
  thinking: "",
  signature: sealEnvelope(hiddenThought(text), index, "")
})

/** Reads a summary that stands for earlier turns. */
export const decodeCompaction: PartDecoder = ({ vendor }, block) => {
  const part: MutableDraft<CompactionPart> = { type: "compaction", at: block.at }
  setDefined(part, "text", block.string("content"))
  const opaque: OpaqueBytes[] = []
  for (const [kind, member] of [
    ["encrypted", "encrypted_content"],
    ["signature", "signature"]
  ] as const) {
    const data = block.string(member)
    if (data !== undefined) opaque.push({ vendor, kind, data })
  }
  if (opaque.length > 0) part.opaque = opaque
  return finishDecoded(block, part)
}

/** A summary that stands for earlier turns, with the vendor's own bytes. */
export const encodeCompaction = (part: CompactionPart, vendor: VendorId): JsonObjectBuilder => {
  const bytes = (kind: "encrypted" | "signature"): string | undefined =>
    part.opaque?.find((it) => it.vendor === vendor && it.kind === kind)?.data
  return {
    type: "compaction",
    content: part.text ?? null,
    encrypted_content: bytes("encrypted") ?? null,
    signature: bytes("signature")
  }
}

/** Whether nothing of a summary can be read but by another vendor. */
export const isHeldElsewhere = ({ text, opaque = [] }: CompactionPart, own: VendorId): boolean =>
  text === undefined && opaque.length > 0 && opaque.every(({ vendor }) => vendor !== own)
