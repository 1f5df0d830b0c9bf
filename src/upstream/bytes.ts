/** Pieces as one; a single piece as it is. */
export const concat = (pieces: readonly Uint8Array[]): Uint8Array => {
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
