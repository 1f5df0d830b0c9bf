import { itemWeight, type HeldCounter } from "../framing/stream-limits.ts"
import { childPointer, type JsonPointer } from "../json/pointer.ts"
import { placeOf, unsaidMembers } from "../notes/note.ts"
import type { ChatCandidate, CitedSource, ContentPart, GroundingMetadata } from "./chat.ts"
import { withCitations } from "./codec.ts"
import type { ChatNode, TextCitation } from "./node.ts"

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
const lastTextIn = (parts: readonly (ContentPart | undefined)[]): number | undefined => {
  const last = parts.findLastIndex((part) => part?.type === "text")
  return last < 0 ? undefined : last
}

/** What a search found that is told as citations, as far as notes need it. */
export interface CitedGrounding {
  readonly grounding: GroundingMetadata
  /** Sources that are cited though nothing says what rests on them. */
  readonly unsupported: readonly CitedSource[]
  /** Where the first citation stands that there was no more room for; undefined where there was for all. */
  readonly beyond: JsonPointer | undefined
  /** Whether any text cites it. */
  readonly isCited: boolean
}

/** What is to be noted of a search where the text `last` cites all sources if nothing says what rests on what. */
const citedGrounding = (
  grounding: GroundingMetadata,
  last: number | undefined,
  budget: CitationBudget,
  isCited: boolean
): CitedGrounding => ({
  grounding,
  unsupported: grounding.supports.length > 0 || last === undefined ? [] : grounding.sources,
  beyond: budget.takeBeyond(),
  isCited
})

/** A candidate's parts, with what its search found as citations of the texts that rest on it; `noteOf` is told of the search. */
export const groundedParts = (
  { parts, grounding }: ChatCandidate,
  noteOf: (cited: CitedGrounding) => void
): readonly ContentPart[] => {
  if (grounding === undefined) return parts
  const last = lastTextIn(parts)
  const budget = new CitationBudget()
  const found = citationsIn(grounding, budget, last)
  noteOf(citedGrounding(grounding, last, budget, found.size > 0))
  return parts.map((part, index) => withCitations(part, found.get(index) ?? []))
}

/**
 * What the citations of one answer may name in all, in UTF-16 code units of their addresses and titles, where each counts
 * something besides: an honest answer of many pages rests on a few hundred.
 */
const mostCited = 1024 * 1024

/**
 * Which of the citations that a search makes of an answer are told: each once, and not more than is read. A vendor says
 * with a few bytes that each of its stretches rests on each of its pages, and repeats all as it knows more.
 */
export class CitationBudget {
  readonly #told = new Set<string>()
  readonly #numbers = new Map<string, number>()
  readonly #known = new WeakMap<CitedSource, number>()
  #units = 0
  #beyond: JsonPointer | undefined
  #isBeyondSaid = false

  /** Whether a citation of a part is told: not again, nor beyond what is told in all. */
  takes(part: number, { at = "", source, span }: TextCitation): boolean {
    const units = itemWeight + lengthOf(source)
    const isWithin = this.#units + units <= mostCited
    const number = this.#numberOf(source, isWithin)
    const key = number === undefined ? undefined : `${part} ${span?.start} ${span?.end} ${number}`
    if (key !== undefined && this.#told.has(key)) return false
    if (key === undefined || !isWithin) {
      this.#beyond ??= at
      return false
    }
    this.#units += units
    this.#told.add(key)
    return true
  }

  /** Where the first citation stands that there was no more room for, once; undefined where there was for all. */
  takeBeyond(): JsonPointer | undefined {
    if (this.#isBeyondSaid || this.#beyond === undefined) return undefined
    this.#isBeyondSaid = true
    return this.#beyond
  }

  /** One number for all that say the same; undefined of a source that is not known and not to be told. */
  #numberOf(source: CitedSource, isWithin: boolean): number | undefined {
    const before = this.#known.get(source)
    if (before !== undefined) return before
    if (!isWithin) return undefined
    const text = source.kind === "other" ? source.body.text : JSON.stringify(source)
    const number = this.#numbers.get(text) ?? this.#numbers.size
    this.#numbers.set(text, number)
    this.#known.set(source, number)
    return number
  }
}

/** What a source says, in UTF-16 code units. */
const lengthOf = (source: CitedSource): number => {
  if (source.kind === "other") return source.body.text.length
  const { title = "" } = source
  return title.length + (source.kind === "url" ? source.url : (source.source ?? "")).length
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

/** What of a search's findings citations cannot say, as pointers into the body they came from. `cited`: sources told anyway. */
export const beyondCitations = (
  grounding: GroundingMetadata,
  format: string,
  cited: readonly CitedSource[] = []
): readonly JsonPointer[] => [
  ...placeIfSet(grounding, "queries"),
  ...placeIfSet(grounding, "display"),
  ...uncited(grounding, cited),
  ...grounding.supports.flatMap((support) => placeIfSet(support, "scores")),
  ...unsaidMembers(grounding, format)
]

/** Sources that no stretch of text rests on. */
const uncited = (grounding: GroundingMetadata, cited: readonly CitedSource[]): readonly JsonPointer[] => {
  const supporting = new Set(grounding.supports.flatMap(({ sources }) => sources))
  const citedSources = new Set(cited)
  const at = placeOf(grounding, "sources")
  return grounding.sources.flatMap((source, index) =>
    source.kind === "other" || supporting.has(index) || citedSources.has(source) ? [] : childPointer(at, index)
  )
}

const placeIfSet = <A extends ChatNode>(node: A, field: keyof A & string): readonly JsonPointer[] =>
  node[field] === undefined ? [] : [placeOf(node, field)]
