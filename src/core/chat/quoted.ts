import type { TextCitation } from "./part.ts"

/** How many times its length a text may be quoted in all: honest answers rest each sentence on a few pages. */
const most = 16

/** What may be quoted of a short text in any case, in UTF-16 code units. */
const least = 4096

/** What is quoted of one text: as many overlapping citations as one likes do not say it over and over. */
export class QuoteBudget {
  #length = 0

  /** What a citation of the text quotes, where need be its stretch; undefined where so much was quoted that it is not said again. */
  of(text: string, { quote, span }: Pick<TextCitation, "quote" | "span">): string | undefined {
    if (quote !== undefined || span === undefined) return quote ?? ""
    const stretch = text.slice(span.start, span.end)
    if (this.#length + stretch.length > Math.max(least, most * text.length)) return undefined
    this.#length += stretch.length
    return stretch
  }
}
