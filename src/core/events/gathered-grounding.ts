import type { ContentPart, GroundingMetadata } from "../chat/chat.ts"
import { CitationBudget, citationsIn, citedGrounding, type CitedGrounding, lastTextIn } from "../chat/citations.ts"
import type { TextCitation } from "../chat/part.ts"
import type { HeldCounter } from "../framing/stream-limits.ts"

/** What an encoder keeps of a part, as far as its citations need it. */
interface CitedPart {
  /** Only a `text` is cited: one that waits until it is whole has its own citations. */
  readonly kind: string
  readonly value: ContentPart
}

/** Writes a citation of a text; one that is past has no more place for it. */
type Cite<Part> = (part: Part, citation: TextCitation) => void

/**
 * What a search found while its answer streams, told as citations of the texts that rest on it: vendors tell all of it
 * again as they know more, each citation is written once.
 */
export class GatheredGrounding<Part extends CitedPart> {
  readonly #held: HeldCounter
  readonly #parts: ReadonlyMap<number, Part>
  readonly #budget = new CitationBudget()
  #latest: GroundingMetadata | undefined
  #isCited = false

  constructor(held: HeldCounter, parts: ReadonlyMap<number, Part>) {
    this.#held = held
    this.#parts = parts
  }

  /** Takes what is said now, and cites what is new. */
  add(grounding: GroundingMetadata, cite: Cite<Part>): void {
    this.#held.replace(this.#latest, grounding)
    this.#latest = grounding
    this.#citeNew(grounding, cite)
  }

  /** Cites the rest when the answer ends, and says what is to be noted of it, once; undefined where nothing was found. */
  end(cite: Cite<Part>): CitedGrounding | undefined {
    const grounding = this.#latest
    if (grounding === undefined) return undefined
    this.#latest = undefined
    const last = lastTextIn([...this.#parts.values()].map(({ value }) => value))
    this.#citeNew(grounding, cite, last)
    return citedGrounding(grounding, last, this.#budget, this.#isCited)
  }

  #citeNew(grounding: GroundingMetadata, cite: Cite<Part>, last?: number): void {
    for (const [number, citations] of citationsIn(grounding, this.#budget, last)) {
      this.#isCited ||= citations.length > 0
      const part = this.#parts.get(number)
      if (part?.kind === "text") for (const citation of citations) cite(part, citation)
    }
  }
}
