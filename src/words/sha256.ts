/** Eight words of 32 bits. */
export type Words = readonly [number, number, number, number, number, number, number, number]

/** SHA-256 (FIPS 180-4) of a text's UTF-8, as 64 hexadecimal digits. Lone surrogates are hashed as U+FFFD. */
export const sha256 = (text: string): string =>
  sha256Words(text)
    .map((word) => (word >>> 0).toString(16).padStart(8, "0"))
    .join("")

/** The same as eight words of 32 bits. */
export const sha256Words = (text: string): Words => {
  const message = padded(encoder.encode(text))
  const words = new Int32Array(64)
  let state = start
  for (let at = 0; at < message.byteLength; at += 64) {
    schedule(message, at, words)
    state = compressed(state, words)
  }
  return state
}

const encoder = new TextEncoder()

/** Bytes, a one bit, zeros, and the length in bits: whole blocks of 64 bytes. */
const padded = (bytes: Uint8Array): DataView => {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  message.set(bytes)
  message[bytes.length] = 0x80
  const view = new DataView(message.buffer)
  view.setUint32(message.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(message.length - 4, bytes.length << 3)
  return view
}

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** Writes the 64 words that one block is stretched to. */
const schedule = (message: DataView, at: number, words: Int32Array): void => {
  for (let index = 0; index < 16; index++) words[index] = message.getInt32(at + index * 4)
  for (let index = 16; index < 64; index++) {
    const near = words[index - 2] ?? 0
    const far = words[index - 15] ?? 0
    const mixed = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3)
    const again = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10)
    words[index] = (words[index - 16] ?? 0) + mixed + (words[index - 7] ?? 0) + again
  }
}

const compressed = (before: Words, words: Int32Array): Words => {
  let [a, b, c, d, e, f, g, h] = before
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
  const [i, j, k, l, m, n, o, p] = before
  return [(a + i) | 0, (b + j) | 0, (c + k) | 0, (d + l) | 0, (e + m) | 0, (f + n) | 0, (g + o) | 0, (h + p) | 0]
}

const primes = (count: number): readonly number[] => {
  const found: number[] = []
  for (let next = 2; found.length < count; next++) if (found.every((prime) => next % prime !== 0)) found.push(next)
  return found
}

/** The first 32 bits behind the point. */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0

const squareRoot = (prime: number): number => fraction(Math.sqrt(prime))

const start: Words = [
  squareRoot(2),
  squareRoot(3),
  squareRoot(5),
  squareRoot(7),
  squareRoot(11),
  squareRoot(13),
  squareRoot(17),
  squareRoot(19)
]

const constants = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))
