import * as Effect from "effect/Effect"
import { encodeHex } from "../core/bytes/encodings.ts"

/** Pieces as one; a single piece as it is. */
export const concatBytes = (pieces: readonly Uint8Array[]): Uint8Array => {
  const [only] = pieces
  if (only === undefined) return new Uint8Array(0)
  if (pieces.length === 1) return only
  const out = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    out.set(piece, at)
    at += piece.length
  }
  return out
}

/** So many bytes are joined at once. */
const turn = 8 * 1024 * 1024

/** The same of pieces that may be many: of a long whole others have their turns between its parts. */
export const concatInTurns = (pieces: readonly Uint8Array[]): Effect.Effect<Uint8Array> =>
  Effect.suspend(() => {
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0)
    if (size <= turn) return Effect.succeed(concatBytes(pieces))
    const out = new Uint8Array(size)
    const left = pieces.values()
    let at = 0
    const step: Effect.Effect<Uint8Array> = Effect.suspend(() => {
      const until = at + turn
      while (at < until) {
        const { done, value } = left.next()
        if (done === true) return Effect.succeed(out)
        out.set(value, at)
        at += value.length
      }
      return Effect.andThen(Effect.yieldNow, step)
    })
    return step
  })

/** So many random bytes, in hexadecimal digits. */
export const randomHex = (size: number): string => encodeHex(crypto.getRandomValues(new Uint8Array(size)))
