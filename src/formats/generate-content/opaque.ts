import { decodeBase64Url, encodeBase64Url } from "../../core/bytes/base64.ts"
import type { ContentPart } from "../../core/chat/chat.ts"
import {
  textDigest,
  type OpaqueEnvelope,
  isSealed,
  unsealEnvelope,
  sealEnvelopeOver
} from "../../core/chat/envelope.ts"
import type { OpaqueBytes, VendorId } from "../../core/chat/node.ts"
import { withoutEnd } from "../../core/collections.ts"
import { ownVendor } from "./wire.ts"

/** The text that a sealed signature covers. Of a call, its name: clients print inputs anew. */
export const coveredText = (part: ContentPart): string => {
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

/** What a sealed signature says; undefined where it is damaged. */
export const envelopeIn = (sealed: string): OpaqueEnvelope | undefined => unsealEnvelope(sealed)

/** Whether an envelope covers a text. */
export const covers = (envelope: OpaqueEnvelope, text: string): boolean => envelope.digest === textDigest(text)

/** Bytes as an answer tells them: the vendor's own as they are, others, and those apart from their text, sealed. */
export const encodeOpaque = (opaque: OpaqueBytes, index: number, text: string, apart = false): string =>
  encodeOpaqueOver(opaque, index, () => textDigest(text), apart)

/** The same over a text of which the digest is known. */
export const encodeOpaqueOver = (opaque: OpaqueBytes, index: number, covering: () => string, apart = false): string =>
  !apart && opaque.vendor === ownVendor && opaque.kind === "signature" && opaque.model === undefined
    ? opaque.data
    : textToBase64(sealEnvelopeOver(opaque, index, covering()))

/** The signature of a part that a vendor takes back: its own, and made by the same model where it says one. */
export const vendorSignature = (part: ContentPart, vendor: VendorId, model: string): string | undefined => {
  const own = part.opaque?.find(
    (it) => it.vendor === vendor && it.kind === "signature" && (it.model ?? model) === model && it.data !== ""
  )
  return own === undefined || sealedSignature(own.data) !== undefined ? undefined : own.data
}
