import type { GatewayError } from "../core/errors/error.ts"
import { concatBytes } from "../upstream/bytes.ts"
import type { BodyEntry } from "./body-ledger.ts"
import { tooLarge } from "./host-request.ts"

/** A body as it comes, under its cap and its entry. */
export class CappedBody {
  readonly #cap: number
  readonly #entry: BodyEntry
  readonly #pieces: Uint8Array[] = []
  #size = 0

  constructor(cap: number, entry: BodyEntry) {
    this.#cap = cap
    this.#entry = entry
  }

  /** Adds a piece; why it may not. */
  add(piece: Uint8Array): GatewayError | undefined {
    this.#size += piece.length
    if (this.#size > this.#cap) return tooLarge(this.#cap)
    this.#pieces.push(piece)
    return this.#entry.take(piece.length)
  }

  /** All of it. */
  end(): Uint8Array {
    return concatBytes(this.#pieces)
  }
}
