import { itemWeight } from "../framing/stream-limits.ts"
import type { JsonPointer } from "../json/pointer.ts"
import type { CitedSource } from "./chat.ts"
import type { TextCitation } from "./part.ts"

/**
 * What the citations of one answer may name in all, in UTF-16 code units of their addresses and titles, where each counts
 * something besides: an honest answer of many pages rests on a few hundred.
 */
export const mostCited = 1024 * 1024

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
