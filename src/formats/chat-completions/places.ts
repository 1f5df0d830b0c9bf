import type { ContentPart, ReasoningPart } from "../../core/chat/chat.ts"
import { CoveredParts, type OpaqueEnvelope } from "../../core/chat/envelope.ts"
import { inputText } from "../../core/chat/tool-calls.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import type { NoteSink } from "../../core/notes/note.ts"
import type { OwnTexts } from "./context.ts"
import { note } from "./rules.ts"

/** Reasoning that a message carries beside its content, and bytes that cover other parts of it. */
export interface CarriedBytes {
  readonly lead: readonly ReasoningPart[]
  readonly placed: readonly { readonly index: number; readonly part: ReasoningPart }[]
  readonly covering: readonly { readonly envelope: OpaqueEnvelope; readonly at: JsonPointer }[]
  /** The members as they were spelled. */
  readonly consumed: OwnTexts | undefined
}

/** A message's parts with its reasoning in its places, and the bytes on the parts that they cover. */
export const withCarried = (
  parts: readonly ContentPart[],
  { lead, placed, covering }: CarriedBytes,
  to: NoteSink
): readonly ContentPart[] => {
  if (lead.length === 0 && placed.length === 0 && covering.length === 0) return parts
  const out = withPlaced([...lead, ...parts], placed)
  if (covering.length === 0) return out
  const covers = new CoveredParts(textOfDetail)
  const counted = out.filter((part) => !isEmpty(part))
  const empty = out.find(isEmpty)
  for (const { envelope, at } of covering) {
    const { part } = envelope
    // a client may have left out the thought before all else
    const places = [counted[part], counted[part - 1], empty]
    if (!places.some((it) => covers.takes(it, envelope))) note(to, "opaque-mismatch", at)
  }
  return out.map((part) => covers.with(part))
}

/** Parts with others put in at the places that these name: of two of one place the later one comes first. */
const withPlaced = (parts: ContentPart[], placed: CarriedBytes["placed"]): ContentPart[] => {
  if (placed.length === 0) return parts
  const out: ContentPart[] = []
  let taken = 0
  let count = 0
  const at = (index: number): number => Math.max(0, Math.trunc(index))
  const ordered = placed.toReversed().toSorted((a, b) => at(a.index) - at(b.index))
  for (const { index, part } of ordered) {
    for (let other = parts[taken]; other !== undefined && count < at(index); other = parts[++taken]) {
      out.push(other)
      if (!isEmpty(other)) count++
    }
    out.push(part)
    count++
  }
  return [...out, ...parts.slice(taken)]
}

/** Whether a part is an empty text, which has no place: a client that was told none may say it, or may not. */
const isEmpty = (part: ContentPart): boolean => (part.type === "text" || part.type === "refusal") && part.text === ""

/** The text that bytes on a part cover. */
export const textOfDetail = (part: ContentPart): string =>
  part.type === "tool-call" ? inputText(part.input) : (detailText(part) ?? "")

/** The places of parts in the message as it will be read again, one after the other: texts joined in one content are one part, empty ones none. */
export class CarrierPlaces {
  readonly #joins: boolean
  readonly #seen = new Set<ContentPart["type"]>()
  readonly #taken: ReadonlySet<number>
  #next = 0

  /** `taken`: the places that no part can have. */
  constructor(texting: "apart" | "joined", taken: ReadonlySet<number> = new Set()) {
    this.#joins = texting === "joined"
    this.#taken = taken
  }

  /** The place of the next part. */
  of(part: ContentPart): number {
    const joins = this.#joins && (part.type === "text" || part.type === "refusal")
    const isNone = part.type === "reasoning" ? isNothing(part) : isEmpty(part) || (joins && this.#seen.has(part.type))
    if (isNone) return Math.max(0, this.#next - 1)
    if (joins) this.#seen.add(part.type)
    while (this.#taken.has(this.#next)) this.#next++
    return this.#next++
  }
}

/** The places of all parts of a message as it will be read again: each kind where the format has it, thoughts where they are. */
export const carriedPlaces = (
  parts: readonly ContentPart[],
  texting: "apart" | "joined"
): ReadonlyMap<ContentPart, number> => {
  const spoken = new CarrierPlaces(texting)
  const places = new Map(parts.map((part) => [part, spoken.of(part)]))
  const others = parts.filter((part) => part.type !== "reasoning" || isNothing(part))
  for (const part of others) places.delete(part)
  const again = new CarrierPlaces(texting, new Set(places.values()))
  const later = texting === "joined" ? "refusal media tool-call" : "tool-call"
  others.sort((a, b) => later.indexOf(a.type) - later.indexOf(b.type))
  for (const part of others) places.set(part, again.of(part))
  return places
}

/** Whether reasoning shows nothing and carries nothing. */
export const isNothing = (part: ReasoningPart): boolean =>
  (detailText(part) ?? "") === "" && (part.opaque ?? []).length === 0

/** What a part shows: its text. */
export const detailText = (part: ContentPart): string | undefined =>
  part.type === "text" || part.type === "refusal" || part.type === "reasoning" ? part.text : undefined

/** What the parts of a kind show. */
export const textsOfType = (parts: readonly ContentPart[], type: ContentPart["type"]): readonly string[] =>
  parts.flatMap((part) => (part.type === type ? (detailText(part) ?? []) : []))
