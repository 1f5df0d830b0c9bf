import type { ContentPart, GroundingMetadata } from "../chat/chat.ts"
import { CitationBudget } from "../chat/citation-budget.ts"
import { citationsIn, lastTextIn } from "../chat/citations.ts"
import type { TextCitation } from "../chat/part.ts"
import type { HeldCounter } from "../framing/stream-limits.ts"
import type { JsonPointer } from "../json/pointer.ts"

/** A citation of a part, by the part's number. */
type PartCitation = readonly [part: number, citation: TextCitation]

/** What is known of a search when its answer ends. */
interface EndedGrounding {
  readonly grounding: GroundingMetadata
  /** The text that cites all sources where nothing says what rests on what. */
  readonly last: number | undefined
  /** Citations that are not told yet. */
  readonly citations: readonly PartCitation[]
}

/** What a search found while its answer streams: vendors tell all of it again as they know more, each citation is given once. */
export class GatheredGrounding {
  readonly #held: HeldCounter
  readonly #budget = new CitationBudget()
  #latest: GroundingMetadata | undefined
  #isCited = false

  constructor(held: HeldCounter) {
    this.#held = held
  }

  /** Whether any citation was given. */
  get isCited(): boolean {
    return this.#isCited
  }

  /** Takes what is said now, and gives the citations that are new. */
  add(grounding: GroundingMetadata): readonly PartCitation[] {
    this.#held.replace(this.#latest, grounding)
    this.#latest = grounding
    return this.#untold(grounding)
  }

  /** Where the first citation stands that was too many, once; undefined where none was. */
  takeBeyond(): JsonPointer | undefined {
    return this.#budget.takeBeyond()
  }

  /** What is known at the end, once; undefined where nothing was said. */
  end(parts: readonly (ContentPart | undefined)[]): EndedGrounding | undefined {
    const grounding = this.#latest
    if (grounding === undefined) return undefined
    this.#latest = undefined
    const last = lastTextIn(parts)
    return { grounding, last, citations: this.#untold(grounding, last) }
  }

  #untold(grounding: GroundingMetadata, last?: number): readonly PartCitation[] {
    const found = [...citationsIn(grounding, this.#budget, last)]
    const citations = found.flatMap(([part, of]) => of.map((citation): PartCitation => [part, citation]))
    this.#isCited ||= citations.length > 0
    return citations
  }
}
