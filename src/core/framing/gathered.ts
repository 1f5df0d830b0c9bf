/** How many pieces are joined at once: a string that grows by `+=` keeps every piece, and what it was cut from. */
const batch = 256

/** Text that comes in pieces. */
export class TextBuffer {
  #joined: string[] = []
  #pieces: string[] = []
  #length = 0

  /** In UTF-16 code units. */
  get length(): number {
    return this.#length
  }

  add(piece: string): void {
    this.#length += piece.length
    if (this.#pieces.push(piece) < batch) return
    if (this.#joined.push(this.#pieces.join("")) >= batch) this.#joined = [this.#joined.join("")]
    this.#pieces = []
  }

  /** All of it. */
  get text(): string {
    const text = [...this.#joined, ...this.#pieces].join("")
    this.#joined = text === "" ? [] : [text]
    this.#pieces = []
    return text
  }
}

/** A text that is no slice of another one, which would be kept with it. */
export const copyText = (text: string): string => ` ${text}`.slice(1)
