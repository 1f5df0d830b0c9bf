/** The texts of a candidate by the number of their part; other parts have none. */
export type Texts = readonly (string | undefined)[]

/** How much of an answer's texts is looked through, in UTF-16 code units: all of a long answer some dozens of times. */
const most = 8 * 1024 * 1024

/** What a text counts besides its characters. */
const each = 32

const none: Texts = []

/** Looks through the texts of an answer for what its sources are of; an honest answer's are looked through as often as they need it. */
export class Looking {
  #left = most

  /** Whether nothing more is looked through. */
  get isOver(): boolean {
    return this.#left <= 0
  }

  /** The texts, to be looked through once; none where enough was. */
  through(textsOf: () => Texts): Texts {
    if (this.isOver) return none
    const texts = textsOf()
    this.again(texts)
    return texts
  }

  /** Whether texts may be looked through once more. */
  again(texts: Texts): boolean {
    if (this.isOver) return false
    for (const text of texts) this.#left -= each + (text?.length ?? 0)
    return true
  }
}
