import { sealCallId, isOf, restoreCallId, type OpenedCallId, type CarriedThought } from "./call-id.ts"
import type { ChatMessage, ContentPart, ReasoningPart, ToolCallPart } from "./chat.ts"
import type { OpaqueBytes, VendorId } from "./node.ts"
import type { JsonPointer } from "../json/pointer.ts"
import { isClientCall } from "./tool-calls.ts"

/** The parts of an answer so far, by their index; those without a place are undefined. */
export type PartAt = (index: number) => ContentPart | undefined

/**
 * The id that a client is told for the call at an index: it carries the bytes of other vendors than the client's own,
 * `vendor`, which have no field that every client keeps. Those are the call's, and those of the thoughts since the call
 * before it. `most`: how many characters the client takes for an id.
 */
export const carriedId = (
  id: string,
  call: ToolCallPart,
  index: number,
  partAt: PartAt,
  vendor: VendorId,
  most?: number
): string => {
  if (call.runBy !== "client") return id
  const thoughts = thoughtsBefore(index, partAt, vendor)
  const opaque = foreign(call, vendor)
  return sealCallId(id, call.name, { opaque, thoughts }, most)
}

const none: readonly OpaqueBytes[] = []

const foreign = ({ opaque }: ContentPart, vendor: VendorId): readonly OpaqueBytes[] =>
  opaque?.some((it) => it.vendor !== vendor) === true ? opaque.filter((it) => it.vendor !== vendor) : none

/** Whether a part keeps its place in a client's history. */
const counts = (part: ContentPart): boolean => part.type !== "reasoning" && (part.type !== "text" || part.text !== "")

const thoughtsBefore = (index: number, partAt: PartAt, vendor: VendorId): readonly CarriedThought[] => {
  const out: CarriedThought[] = []
  let back = 0
  for (let at = index - 1; at >= 0; at--) {
    const part = partAt(at)
    if (isClientCall(part)) break
    if (part === undefined) continue
    if (counts(part)) back++
    const opaque = part.type === "reasoning" ? foreign(part, vendor) : none
    if (part.type !== "reasoning" || opaque.length === 0) continue
    out.unshift(part.text === undefined ? { opaque, back } : { text: part.text, opaque, back })
  }
  return out
}

/** What the thoughts say that led to the call at an index, and that no vendor signed. */
export const wordsBefore = (index: number, partAt: PartAt): string => {
  let covered = ""
  for (let at = index - 1; at >= 0; at--) {
    const part = partAt(at)
    if (isClientCall(part)) break
    if (part !== undefined && isUnsignedThought(part)) covered = (part.text ?? "") + covered
  }
  return covered
}

/** Whether a part is a thought that no vendor signed. */
export const isUnsignedThought = (part: ContentPart): part is ReasoningPart =>
  part.type === "reasoning" && (part.opaque === undefined || part.opaque.length === 0)

/**
 * A conversation whose calls and results have their upstreams' ids, and what the clients' carried in its place. Where the client kept the
 * fields that say the same, those count. `ignored` is told where bytes belong to a call of another tool.
 */
export const restoreCarriedCalls = (
  messages: readonly ChatMessage[],
  ignored: (at: JsonPointer) => void
): readonly ChatMessage[] => {
  const restoring: Restoring = { opened: new Map(), ignored }
  return messages.map((message) =>
    message.parts.some((part) => openedIn(restoring, part) !== undefined)
      ? { ...message, parts: restoredParts(restoring, message.parts) }
      : message
  )
}

/** What is known while a conversation is restored: a call's id comes again with its result. */
interface Restoring {
  readonly opened: Map<string, OpenedCallId>
  readonly ignored: (at: JsonPointer) => void
}

/** What the id of a part carried. */
const openedIn = ({ opened }: Restoring, part: ContentPart): OpenedCallId | undefined => {
  if ((part.type !== "tool-result" && !isClientCall(part)) || part.id === undefined) return undefined
  const found = opened.get(part.id) ?? restoreCallId(part.id)
  if (found !== undefined) opened.set(part.id, found)
  return found
}

const restoredParts = (restoring: Restoring, parts: readonly ContentPart[]): readonly ContentPart[] => {
  const out: ContentPart[] = []
  let run = 0
  for (const part of parts) {
    const opened = openedIn(restoring, part)
    if (part.type === "tool-result" && opened !== undefined) out.push({ ...part, id: opened.id })
    else if (isClientCall(part) && opened !== undefined) out.push(restoredCall(restoring, out, run, part, opened))
    else out.push(part)
    if (isClientCall(part)) run = out.length
  }
  return out
}

/** A call with its plain id and its bytes; the thoughts that led to it are put among the parts since `run`. */
const restoredCall = (
  { ignored }: Restoring,
  out: ContentPart[],
  run: number,
  call: ToolCallPart,
  opened: OpenedCallId
): ToolCallPart => {
  const { id, opaque, thoughts } = opened
  if (!isOf(opened, call.name)) {
    ignored(call.at ?? "")
    return { ...call, id }
  }
  if (thoughts.length > 0) placeThoughts(out, run, thoughts, call.at)
  return opaque.length === 0 || call.opaque !== undefined ? { ...call, id } : { ...call, id, opaque }
}

/**
 * Puts thoughts back where they stood among the parts since `run`, each before what the client kept of those that come
 * later. What the client kept of a thought counts, and is signed where it has no bytes.
 */
const placeThoughts = (
  out: ContentPart[],
  run: number,
  thoughts: readonly CarriedThought[],
  at: JsonPointer | undefined
): void => {
  const kept = new KeptThoughts(out, run)
  const firsts = thoughts.map((thought) => kept.next(thought, run))
  const later = thoughts.map(() => Infinity)
  for (let index = firsts.length - 1; index > 0; index--)
    later[index - 1] = Math.min(later[index] ?? Infinity, firsts[index] ?? Infinity)
  let from = run
  let added = 0
  thoughts.forEach((thought, index) => {
    const { text, opaque, back } = thought
    const same = kept.next(thought, from - added)
    const part = same === undefined ? undefined : out[same + added]
    if (same !== undefined && part !== undefined) {
      if (part.opaque === undefined) out[same + added] = { ...part, opaque }
      from = same + added + 1
      return
    }
    const before = (later[index] ?? Infinity) + added
    const place = Math.min(placeOf(out, from, back), before < from ? Infinity : before)
    out.splice(place, 0, {
      type: "reasoning",
      opaque,
      ...(text === undefined ? {} : { text }),
      ...(at === undefined ? {} : { at })
    })
    added++
    from = place + 1
  })
}

/** Where a client kept thoughts, by their words and by their bytes: each part is looked at once. */
class KeptThoughts {
  readonly #places = new Map<string, number[]>()

  constructor(parts: readonly ContentPart[], run: number) {
    for (let index = run; index < parts.length; index++) {
      const part = parts[index]
      if (part?.type === "reasoning") for (const mark of marksOf(part)) this.#at(mark).push(index)
    }
  }

  /** The first part from there on that is a thought; undefined where there is none. It is asked for from ever later places. */
  next(thought: CarriedThought, from: number): number | undefined {
    const firsts = marksOf(thought).flatMap((mark) => {
      const places = this.#at(mark)
      const first = places.findIndex((place) => place >= from)
      places.splice(0, first < 0 ? places.length : first)
      return places.slice(0, 1)
    })
    return firsts.length === 0 ? undefined : Math.min(...firsts)
  }

  #at(mark: string): number[] {
    const places = this.#places.get(mark) ?? []
    this.#places.set(mark, places)
    return places
  }
}

/** What tells a thought: its words, and its bytes. */
const marksOf = ({ text, opaque = [] }: Pick<ReasoningPart, "text" | "opaque">): readonly string[] => [
  ...(text === undefined ? [] : [`text ${text}`]),
  ...opaque.map(({ data }) => `data ${data}`)
]

/** The index behind which `back` parts stand that count. */
const placeOf = (out: readonly ContentPart[], run: number, back: number): number => {
  let left = back
  let at = out.length
  while (at > run && left > 0) {
    at--
    const part = out[at]
    if (part !== undefined && counts(part)) left--
  }
  return at
}
