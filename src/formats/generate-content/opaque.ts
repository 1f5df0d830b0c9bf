import { decodeBase64Url, encodeBase64Url } from "../../core/bytes.ts"
import type { ContentPart } from "../../core/chat/chat.ts"
import {
  hiddenThoughtIn,
  isSealed,
  type OpaqueEnvelope,
  sealEnvelopeOver,
  textDigest,
  unsealEnvelope
} from "../../core/chat/envelope.ts"
import type { OpaqueBytes, VendorId } from "../../core/chat/node.ts"
import { withoutEnd } from "../../core/collections.ts"
import type { JsonObjectBuilder, MutableDraft } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { type DecodeContext, type EncodeContext, finishNode, note } from "./context.ts"
import { ownVendor } from "./wire.ts"

/** The text that a sealed signature covers. Of a call, its name: clients print inputs anew. */
export const signedText = (part: ContentPart): string => {
  switch (part.type) {
    case "text":
    case "refusal":
      return part.text
    case "reasoning":
      return part.text ?? ""
    case "tool-call":
      return part.name
    default:
      return part.type
  }
}

/** Text as base64 of its UTF-8: strict clients read signatures and media as bytes. */
export const textToBase64 = (text: string): string => {
  const plain = encodeBase64Url(text).replaceAll("-", "+").replaceAll("_", "/")
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, "=")
}

/** How base64 of an envelope begins. */
const beginning = "aXNnMS"

/** The envelope in a signature: as it is, or as base64 in either alphabet. Undefined where the signature is a vendor's. */
export const sealedSignature = (signature: string): string | undefined => {
  if (isSealed(signature)) return signature
  if (!signature.startsWith(beginning)) return undefined
  const plain = withoutEnd(signature, "=").replaceAll("+", "-").replaceAll("/", "_")
  const sealed = decodeBase64Url(plain)
  return sealed !== undefined && isSealed(sealed) ? sealed : undefined
}

/** Whether an envelope covers a text. */
export const covers = (envelope: OpaqueEnvelope, text: string): boolean => envelope.digest === textDigest(text)

/** Whether bytes are a signature of the format's own vendor. */
export const isVendorSignature = ({ vendor, kind, model }: OpaqueBytes): boolean =>
  vendor === ownVendor && kind === "signature" && model === undefined

/** Bytes over a text as an answer tells them: the vendor's own as they are, others sealed. */
export const encodeOpaque = (opaque: OpaqueBytes, index: number, text: string): string =>
  isVendorSignature(opaque) ? opaque.data : sealOpaque(opaque, index, textDigest(text))

/** Bytes sealed over the digest of the text that they cover. */
export const sealOpaque = (opaque: OpaqueBytes, index: number, digest: string): string =>
  textToBase64(sealEnvelopeOver(opaque, index, digest))

/** The signature of a part that a vendor takes back: its own, and made by the same model where it says one. */
export const vendorSignature = (part: ContentPart, vendor: VendorId, model: string): string | undefined => {
  const own = part.opaque?.find(
    (it) => it.vendor === vendor && it.kind === "signature" && (it.model ?? model) === model && it.data !== ""
  )
  return own === undefined || sealedSignature(own.data) !== undefined ? undefined : own.data
}

/** Sets the signature that a part came with, after looking at what a sealed one covers. */
export const decodeOpaque = (
  context: DecodeContext,
  members: ObjectReader,
  part: MutableDraft<ContentPart> | undefined
): MutableDraft<ContentPart> | undefined => {
  if (part === undefined) return undefined
  const signature = members.string("thoughtSignature")
  if (signature !== undefined) {
    const sealed = sealedSignature(signature)
    const at = members.below("thoughtSignature")
    if (sealed === undefined) part.opaque = [{ vendor: context.vendor, kind: "signature", data: signature }]
    else decodeSealed(context, part, sealed, at)
  }
  return members.attachUnknown(part, part.native?.kind)
}

const decodeSealed = (
  context: DecodeContext,
  part: MutableDraft<ContentPart>,
  sealed: string,
  at: JsonPointer
): void => {
  const envelope = unsealEnvelope(sealed)
  if (envelope === undefined) note(context.reader, "opaque-mismatch", at)
  else if (covers(envelope, signedText(part))) {
    context.unshown = hiddenThoughtIn(envelope.opaque)
    if (context.unshown === undefined) part.opaque = [envelope.opaque]
  } else context.sealed = { envelope, at }
}

/** Finishes a part: its signature where the target takes it back. */
export const signedPart = (to: EncodeContext, out: JsonObjectBuilder, part: ContentPart): JsonObjectBuilder => {
  const signature = vendorSignature(part, to.vendor, to.target.model)
  if (signature !== undefined) out["thoughtSignature"] = signature
  const count = part.opaque?.length ?? 0
  if (count > (signature === undefined ? 0 : 1)) note(to, "foreign-opaque", part.at)
  return finishNode(to, out, part)
}
