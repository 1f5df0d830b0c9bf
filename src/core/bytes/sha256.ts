/** Eight words of 32 bits. */
export type Sha256Words = readonly number[]

/** SHA-256 (FIPS 180-4) of a text's UTF-8, as 64 hexadecimal digits. Lone surrogates are hashed as U+FFFD. */
export const sha256 = (text: string): string => hexOf(sha256Words(text))

/** The same as eight words of 32 bits. */
export const sha256Words = (text: string): Sha256Words => {
  const bytes = encoder.encode(text)
  const whole = bytes.length - (bytes.length % block)
  const end = padded(bytes.subarray(whole), bytes.length)
  return hashed(hashed(start, bytes, whole), end, end.length)
}

const hexOf = (words: Sha256Words): string => words.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("")

const encoder = new TextEncoder()

/** Bytes in a block. */
const block = 64

const hashed = (before: Sha256Words, bytes: Uint8Array, end: number): Sha256Words => {
  let state = before
  for (let at = 0; at < end; at += block) {
    stretch(bytes, at)
    state = compressed(state)
  }
  return state
}

/** The last bytes of a message of `length` bytes: a one bit, zeros, and the length in bits, in whole blocks. */
const padded = (bytes: Uint8Array, length: number): Uint8Array => {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / block) * block)
  message.set(bytes)
  message[bytes.length] = 0x80
  let at = message.length
  for (let bits = length * 8; bits > 0; bits = Math.floor(bits / 256)) message[--at] = bits
  return message
}

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The 64 words that a block is stretched to, those of the block at hand. */
const words = new Int32Array(64)

const wordAt = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)

const stretch = (message: Uint8Array, at: number): void => {
  for (let index = 0; index < 16; index++) words[index] = wordAt(message, at + index * 4)
  for (let index = 16; index < 64; index++) {
    const near = words[index - 2] ?? 0
    const far = words[index - 15] ?? 0
    const mixed = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3)
    const again = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10)
    words[index] = (words[index - 16] ?? 0) + mixed + (words[index - 7] ?? 0) + again
  }
}

const compressed = (before: Sha256Words): Sha256Words => {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = before
  for (let index = 0; index < 64; index++) {
    const chosen = (e & f) ^ (~e & g)
    const turned = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const first = (h + turned + chosen + (constants[index] ?? 0) + (words[index] ?? 0)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + (before[index] ?? 0)) | 0)
}

const primes = (count: number): readonly number[] => {
  const found: number[] = []
  for (let next = 2; found.length < count; next++) if (found.every((prime) => next % prime !== 0)) found.push(next)
  return found
}

/** The first 32 bits behind the point. */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0

const start: Sha256Words = primes(8).map((prime) => fraction(Math.sqrt(prime)))

const constants = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))
