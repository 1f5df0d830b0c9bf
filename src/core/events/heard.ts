import { textDigest, digestOver, hashOfBeginning, maxHashedLength } from "../chat/envelope.ts"
import { copyText, TextBuffer } from "../framing/gathered.ts"

/** How much of a text is kept that is longer than what is hashed of one. */
const beginning = 1024

/**
 * A text of a stream. What later events need of it is kept: its length, what its digests need, and the text itself unless
 * it is longer than {@link maxHashedLength}; then its beginning. So a text that never ends costs no more than one that is long.
 */
export class RepeatedFrames {
  #kept = new TextBuffer()
  #hashes: ReadonlyMap<string, string> | undefined
  readonly #prefixes: readonly string[]

  /** In UTF-16 code units. */
  length = 0

  /** `prefixes`: what may stand before the text where its digest is asked for. */
  constructor(prefixes: readonly string[] = [""]) {
    this.#prefixes = prefixes
  }

  add(piece: string): void {
    this.length += piece.length
    if (this.#hashes !== undefined) return
    this.#kept.add(piece)
    if (this.length > maxHashedLength) this.#shorten()
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
    const hash = this.#hashes?.get(prefix)
    return hash === undefined ? textDigest(prefix + this.text) : digestOver(hash, prefix.length + this.length)
  }

  #shorten(): void {
    const { text } = this.#kept
    this.#hashes = new Map(this.#prefixes.map((prefix) => [prefix, hashOfBeginning(prefix + text)]))
    this.#kept = new TextBuffer()
    this.#kept.add(copyText(text.slice(0, beginning)))
  }
}
