import { childPointer } from "../json/pointer.ts"
import { placeOf } from "../notes/note.ts"
import type { ContentPart, GroundingMetadata } from "./chat.ts"
import { CitationBudget } from "./citation-budget.ts"
import type { TextCitation } from "./part.ts"

/**
 * What a search found, as citations of the parts that rest on it, by their number: those that are told within `budget`.
 * Where it does not say what rests on what, all that has an address is cited by the part `last`.
 */
export const citationsIn = (
  grounding: GroundingMetadata,
  budget = new CitationBudget(),
  last?: number
): ReadonlyMap<number, readonly TextCitation[]> => {
  const { sources, supports } = grounding
  const found = new Map<number, TextCitation[]>()
  if (supports.length === 0 && last !== undefined) {
    const at = placeOf(grounding, "sources")
    const all = sources.map((source, index): TextCitation => ({ at: childPointer(at, index), source }))
    return new Map([[last, all.filter((it) => it.source.kind !== "other" && budget.takes(last, it))]])
  }
  for (const { at = "", part, span, sources: numbers } of supports) {
    const citations = found.get(part) ?? []
    found.set(part, citations)
    for (const number of numbers) {
      const source = sources[number]
      if (source === undefined) continue
      const citation: TextCitation = { at, source, span }
      if (budget.takes(part, citation)) citations.push(citation)
    }
  }
  return found
}

/** The number of the last text, which cites what a search found for all of an answer; undefined where there is none. */
export const lastTextIn = (parts: readonly (ContentPart | undefined)[]): number | undefined => {
  const last = parts.findLastIndex((part) => part?.type === "text")
  return last < 0 ? undefined : last
}

/** How many times its length a text may be quoted in all: honest answers rest each sentence on a few pages. */
const mostQuotes = 16

/** What may be quoted of a short text in any case, in UTF-16 code units. */
const least = 4096

/** What is quoted of one text: as many overlapping citations as one likes do not say it over and over. */
export class QuoteBudget {
  #length = 0

  /** What a citation of the text quotes, where need be its stretch; undefined where so much was quoted that it is not said again. */
  of(text: string, { quote, span }: Pick<TextCitation, "quote" | "span">): string | undefined {
    if (quote !== undefined || span === undefined) return quote ?? ""
    const stretch = text.slice(span.start, span.end)
    if (this.#length + stretch.length > Math.max(least, mostQuotes * text.length)) return undefined
    this.#length += stretch.length
    return stretch
  }
}

/** Where a piece of text stands in another nearest to a place; undefined where it does not. The work is that of reading both once (D. Knuth, J. Morris and V. Pratt, 1977). */
export const nearestOccurrence = (text: string, piece: string, place: number): number | undefined => {
  const backs = backsOf(piece)
  let found: number | undefined
  for (let at = 0, fits = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    while (fits > 0 && piece.charCodeAt(fits) !== code) fits = backs[fits - 1] ?? 0
    if (piece.charCodeAt(fits) === code) fits++
    if (fits < piece.length) continue
    const start = at + 1 - piece.length
    if (found === undefined || Math.abs(start - place) < Math.abs(found - place)) found = start
    if (start >= place) return found
    fits = backs[fits - 1] ?? 0
  }
  return found
}

/** For each beginning of a piece, how long the longest of its own beginnings is that it ends with. */
const backsOf = (piece: string): Uint32Array => {
  const backs = new Uint32Array(piece.length)
  for (let at = 1, fits = 0; at < piece.length; at++) {
    const code = piece.charCodeAt(at)
    while (fits > 0 && piece.charCodeAt(fits) !== code) fits = backs[fits - 1] ?? 0
    if (piece.charCodeAt(fits) === code) fits++
    backs[at] = fits
  }
  return backs
}
