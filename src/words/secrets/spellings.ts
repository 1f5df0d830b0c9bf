import { encodeBytes } from "../bytes/base64.ts"

/** A run of bytes that gives a secret away. */
export interface Spelling {
  readonly bytes: Uint8Array
  /** Whether the base64 characters next to it hold bits of the secret, too: the one before it, the one behind it. */
  readonly spills: { readonly before: boolean; readonly after: boolean }
}

const encoder = new TextEncoder()
const alone = { before: false, after: false } as const

/** A secret as it is, in hexadecimal digits of either case, and in base64 of either alphabet, wherever that begins. */
export const spellingsOf = (secret: string): readonly Spelling[] => {
  const bytes = encoder.encode(secret)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  const plain = [secret, hex, hex.toUpperCase()].map((text) => ({ bytes: encoder.encode(text), spills: alone }))
  return [...plain, ...[0, 1, 2].flatMap((offset) => inBase64(bytes, offset))]
}

/** What base64 of any text shows of bytes that begin so many behind a multiple of three: the characters of theirs alone. */
const inBase64 = (bytes: Uint8Array, offset: number): readonly Spelling[] => {
  const end = offset + bytes.length
  const placed = new Uint8Array(end)
  placed.set(bytes, offset)
  const own = encodeBytes(placed).slice(Math.ceil((offset * 8) / 6), Math.floor((end * 8) / 6))
  const spills = { before: offset > 0, after: end % 3 > 0 }
  const url = own.replaceAll("+", "-").replaceAll("/", "_")
  return [...new Set([own, url])].map((text) => ({ bytes: encoder.encode(text), spills }))
}
