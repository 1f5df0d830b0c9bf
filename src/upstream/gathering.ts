import * as Effect from "effect/Effect"
import type { SecretRedactor } from "../core/secrets/redactor.ts"
import { concat, concatInTurns } from "./bytes.ts"
import { Redacting } from "./unsaid.ts"

/** So many bytes are searched for secrets at once. */
const block = 64 * 1024

/** A whole answer as it comes. Of a long one no step takes long: it is searched for secrets block by block, not at its end. */
export class Gathering {
  readonly #redactor: SecretRedactor
  readonly #told: Uint8Array[] = []
  #redacting: Redacting | undefined
  #unread: Uint8Array[] = []
  #waiting = 0

  /** How many bytes came. */
  size = 0

  constructor(redactor: SecretRedactor) {
    this.#redactor = redactor
  }

  push(piece: Uint8Array): void {
    this.#unread.push(piece)
    this.size += piece.length
    this.#waiting += piece.length
    if (this.#waiting < block) return
    this.#redacting ??= new Redacting(this.#redactor)
    this.#told.push(this.#redacting.push(concat(this.#unread)))
    this.#unread = []
    this.#waiting = 0
  }

  /** All of it, without the secrets. */
  end(): Effect.Effect<Uint8Array> {
    const rest = concat(this.#unread)
    if (this.#redacting === undefined) return Effect.succeed(this.#redactor.bytes(rest))
    return concatInTurns([...this.#told, this.#redacting.push(rest), this.#redacting.end()])
  }
}
