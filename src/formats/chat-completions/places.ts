import type { ContentPart, ReasoningPart } from "../../core/chat/chat.ts"
import { type OpaqueEnvelope, textDigest } from "../../core/chat/envelope.ts"
import type { OpaqueBytes } from "../../core/chat/node.ts"
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
  cover(out, covering, to)
  return out
}

/** Puts bytes on the parts that they cover. The text of each part is looked at once. */
const cover = (parts: ContentPart[], covering: CarriedBytes["covering"], to: NoteSink): void => {
  const counted = parts.filter((part) => !isEmpty(part))
  const empty = parts.find(isEmpty)
  const covered = new Map<ContentPart, { readonly digest: string; readonly opaque: OpaqueBytes[] }>()
  const coveredOf = (part: ContentPart | undefined) => {
    if (part === undefined) return undefined
    const known = covered.get(part) ?? { digest: textDigest(textOfDetail(part)), opaque: [] }
    covered.set(part, known)
    return known
  }
  for (const { envelope, at } of covering) {
    const found = [counted[envelope.part], empty].map(coveredOf).find((it) => it?.digest === envelope.digest)
    if (found === undefined) note(to, "opaque-mismatch", at)
    else found.opaque.push(envelope.opaque)
  }
  parts.forEach((part, index) => {
    const opaque = covered.get(part)?.opaque ?? []
    if (opaque.length > 0) parts[index] = { ...part, opaque: [...(part.opaque ?? []), ...opaque] }
  })
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
  #next = 0

  constructor(texting: "apart" | "joined") {
    this.#joins = texting === "joined"
  }

  /** The place of the next part. */
  of(part: ContentPart): number {
    const joins = this.#joins && (part.type === "text" || part.type === "refusal")
    const isNone = part.type === "reasoning" ? isNothing(part) : isEmpty(part) || (joins && this.#seen.has(part.type))
    if (isNone) return Math.max(0, this.#next - 1)
    if (joins) this.#seen.add(part.type)
    return this.#next++
  }
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
