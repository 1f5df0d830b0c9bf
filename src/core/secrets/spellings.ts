import { encodeBytes } from "../bytes/base64.ts"

/** A run of bytes that gives a secret away. */
export interface SecretSpelling {
  readonly bytes: Uint8Array
  /** How many of its first bytes give the secret away already. */
  readonly least: number
  /** Whether the base64 characters next to it hold bits of the secret, too: the one before it, the one behind it. */
  readonly spills: { readonly before: boolean; readonly after: boolean }
}

/**
 * How many characters that a secret begins with are looked for as all of it is: most of what vendors put before the part
 * that nobody can guess is shorter (`sk-ant-api03-` has 13 characters).
 */
export const tellingLength = 16

const encoder = new TextEncoder()
const alone = { before: false, after: false } as const

/** A secret as it is, in hexadecimal digits of either case, and in base64 of either alphabet, wherever that begins. */
export const spellingsOf = (secret: string): readonly SecretSpelling[] => {
  const bytes = encoder.encode(secret)
  const least = encoder.encode(secret.slice(0, knownOf(secret) + tellingLength)).length
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
  return [
    { bytes, least, spills: alone },
    ...[hex, hex.toUpperCase()].map((text) => ({ bytes: encoder.encode(text), least: 2 * least, spills: alone })),
    ...[0, 1, 2].flatMap((offset) => inBase64(bytes, least, offset))
  ]
}

/** How much of a secret others have, too: of a JSON Web Token all but its signature says no more than whose it is. */
const knownOf = (secret: string): number => (secret.startsWith("eyJ") ? secret.lastIndexOf(".") + 1 : 0)

/** What base64 of any text shows of bytes that begin so many behind a multiple of three: the characters of theirs alone. */
const inBase64 = (bytes: Uint8Array, least: number, offset: number): readonly SecretSpelling[] => {
  const end = offset + bytes.length
  const placed = new Uint8Array(end)
  placed.set(bytes, offset)
  const start = Math.ceil((offset * 8) / 6)
  const own = encodeBytes(placed).slice(start, Math.floor((end * 8) / 6))
  const spills = { before: offset > 0, after: end % 3 > 0 }
  const url = own.replaceAll("+", "-").replaceAll("/", "_")
  return [...new Set([own, url])].map((text) => ({
    bytes: encoder.encode(text),
    least: Math.floor(((offset + least) * 8) / 6) - start,
    spills
  }))
}
