import type { CompactionPart } from "../../core/chat/chat.ts"
import type { OpaqueBytes, VendorId } from "../../core/chat/node.ts"
import { type JsonObjectBuilder, type MutableDraft, setDefined } from "../../core/json/builder.ts"
import { finishDecoded, type PartDecoder } from "./context.ts"

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
