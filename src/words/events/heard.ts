import { Sha256 } from "../bytes/sha256.ts"
import { short } from "../chat/envelope.ts"
import { copied, Gathered } from "../framing/gathered.ts"

/**
 * The longest text that is kept, in UTF-16 code units: as much as models say that cite their sources, whose answers have
 * at most 65,536 tokens (https://ai.google.dev/gemini-api/docs/models, and `outputTokenLimit` of the API's own list).
 */
export const longest = 256 * 1024

/** How much of a longer one is kept. */
const beginning = 1024

/**
 * A text of a stream. What later events need of it is kept: its length, its digests, and the text itself unless it is
 * longer than {@link longest}; then its beginning. So a text that never ends costs no more than one that is long.
 */
export class Heard {
  #kept = new Gathered()
  #hashes: ReadonlyMap<string, Sha256> | undefined
  readonly #prefixes: readonly string[]

  /** In UTF-16 code units. */
  length = 0

  /** `prefixes`: what may stand before the text where its digest is asked for. */
  constructor(prefixes: readonly string[] = [""]) {
    this.#prefixes = prefixes
  }

  add(piece: string): void {
    this.length += piece.length
    if (this.#hashes !== undefined) for (const hash of this.#hashes.values()) hash.add(piece)
    else {
      this.#kept.add(piece)
      if (this.length > longest) this.#shorten()
    }
  }

  /** Whether {@link text} is all of it. */
  get isWhole(): boolean {
    return this.#hashes === undefined
  }

  /** The text, or the beginning of a long one. */
  get text(): string {
    return this.#kept.text
  }

  /** The digest of the text behind one of the prefixes. */
  digest(prefix = ""): string {
    return short((this.#hashes?.get(prefix) ?? new Sha256().add(prefix).add(this.text)).hex())
  }

  #shorten(): void {
    const { text } = this.#kept
    this.#hashes = new Map(this.#prefixes.map((prefix) => [prefix, new Sha256().add(prefix).add(text)]))
    this.#kept = new Gathered()
    this.#kept.add(copied(text.slice(0, beginning)))
  }
}
