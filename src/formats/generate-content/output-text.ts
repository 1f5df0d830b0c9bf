import type { TextSpan, TokenLogprob } from "../../core/chat/chat.ts"
import { isArray, isObject, type Json, type JsonObject, type JsonObjectBuilder } from "../../core/json/json.ts"

/** Stretches of texts, between bytes of UTF-8 and UTF-16 code units. */
export interface Spans {
  /** The code units of the part `part` from byte `start` to byte `end`. */
  readonly inText: (part: number, start: number, end: number) => TextSpan
  /** The bytes of the part `part` that a span covers. */
  readonly inBytes: (part: number, span: TextSpan) => TextSpan
}

/** Stretches of several texts. Each text is walked over once, when it is first asked for. */
export const spansIn = (texts: readonly (string | undefined)[]): Spans => {
  const offsets = new Map<number, Uint32Array>()
  const offsetsOf = (part: number): Uint32Array => {
    const known = offsets.get(part) ?? byteOffsets(texts[part] ?? "")
    offsets.set(part, known)
    return known
  }
  return {
    inText: (part, start, end) => {
      const bytes = offsetsOf(part)
      const from = unitAt(bytes, start)
      return { start: from, end: Math.max(from, unitAt(bytes, end)) }
    },
    inBytes: (part, { start, end }) => {
      const bytes = offsetsOf(part)
      return { start: byteAt(bytes, start), end: byteAt(bytes, end) }
    }
  }
}

/** The number of bytes before each code unit of a text, and in all of it. */
const byteOffsets = (text: string): Uint32Array => {
  const offsets = new Uint32Array(text.length + 1)
  let bytes = 0
  for (let unit = 0; unit < text.length; unit++) {
    offsets[unit] = bytes
    const code = text.charCodeAt(unit)
    const isPair = code >= 0xd8_00 && code < 0xdc_00 && isLow(text.charCodeAt(unit + 1))
    bytes += isPair ? 4 : code < 0x80 ? 1 : code < 0x8_00 ? 2 : 3
    if (isPair) offsets[++unit] = bytes
  }
  offsets[text.length] = bytes
  return offsets
}

const isLow = (code: number): boolean => code >= 0xdc_00 && code < 0xe0_00

const byteAt = (offsets: Uint32Array, unit: number): number =>
  offsets[Math.min(Math.max(unit, 0), offsets.length - 1)] ?? 0

/** The first code unit at or after a byte. */
const unitAt = (offsets: Uint32Array, byte: number): number => {
  let low = 0
  let high = offsets.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((offsets[middle] ?? 0) < byte) low = middle + 1
    else high = middle
  }
  return low
}

/** The texts of a candidate by the number of their part; other parts have none. */
export type PartTexts = readonly (string | undefined)[]

/** How much of an answer's texts is looked through, in UTF-16 code units: all of a long answer some dozens of times. */
const mostSearched = 8 * 1024 * 1024

/** What a text counts besides its characters. */
const textOverhead = 32

const none: PartTexts = []

/** Looks through the texts of an answer for what its sources are of; an honest answer's are looked through as often as they need it. */
export class SearchBudget {
  #left = mostSearched

  /** Whether nothing more is looked through. */
  get isOver(): boolean {
    return this.#left <= 0
  }

  /** The texts, to be looked through once; none where enough was. */
  through(textsOf: () => PartTexts): PartTexts {
    if (this.isOver) return none
    const texts = textsOf()
    this.again(texts)
    return texts
  }

  /** Whether texts may be looked through once more. */
  again(texts: PartTexts): boolean {
    if (this.isOver) return false
    for (const text of texts) this.#left -= textOverhead + (text?.length ?? 0)
    return true
  }
}

type Top = NonNullable<TokenLogprob["top"]>[number]

/**
 * Log probabilities of an answer; undefined where there are none.
 *
 * @see `LogprobsResult` of `@google/genai` 3.1 (read 2026-11)
 */
export const decodeLogprobs = (value: Json | undefined): readonly TokenLogprob[] | undefined => {
  if (!isObject(value)) return undefined
  const chosen = itemsOf(value, "chosenCandidates")
  const tops = itemsOf(value, "topCandidates")
  return chosen?.flatMap((item, index) => {
    const token = tokenOf(item)
    if (token === undefined) return []
    const top = tops?.[index]
    const others = top === undefined ? undefined : itemsOf(top, "candidates")?.flatMap((it) => tokenOf(it) ?? [])
    return [others === undefined ? { of: "text" as const, ...token } : { of: "text" as const, ...token, top: others }]
  })
}

const itemsOf = (object: JsonObject, key: string): readonly JsonObject[] | undefined => {
  const items = object[key]
  return isArray(items) ? items.filter(isObject) : undefined
}

const tokenOf = ({ token, logProbability }: JsonObject): Top | undefined =>
  typeof token === "string" && typeof logProbability === "number" ? { token, logprob: logProbability } : undefined

/** Whether a token is told in bytes, too: here it is text alone. */
export const hasTokenBytes = ({ bytes, top }: TokenLogprob): boolean =>
  bytes !== undefined || (top ?? []).some((it) => it.bytes !== undefined)

/** Log probabilities as the wire says them: the chosen tokens, and beside each those that might have stood there. */
export const encodeLogprobs = (tokens: readonly TokenLogprob[]): JsonObjectBuilder => ({
  topCandidates: tokens.some(({ top }) => top !== undefined)
    ? tokens.map(({ top }) => ({ candidates: (top ?? []).map(tokenOut) }))
    : undefined,
  chosenCandidates: tokens.map(tokenOut)
})

const tokenOut = ({ token, logprob }: Top): JsonObjectBuilder => ({ token, logProbability: logprob })
