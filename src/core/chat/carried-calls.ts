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
  let from = run
  thoughts.forEach((thought, index) => {
    from = placeThought(out, from, thought, thoughts.slice(index + 1), call.at) + 1
  })
  return opaque.length === 0 || call.opaque !== undefined ? { ...call, id } : { ...call, id, opaque }
}

/**
 * Puts a thought back where it stood, before what the client kept of those that come `later`, and says where that is. What
 * the client kept of it counts, and is signed where it has no bytes.
 */
const placeThought = (
  out: ContentPart[],
  from: number,
  thought: CarriedThought,
  later: readonly CarriedThought[],
  at: JsonPointer | undefined
): number => {
  const { text, opaque } = thought
  const same = indexOfKept(out, from, [thought])
  const part = out[same]
  if (part !== undefined) {
    if (part.opaque === undefined) out[same] = { ...part, opaque }
    return same
  }
  const made: ReasoningPart = {
    type: "reasoning",
    opaque,
    ...(text === undefined ? {} : { text }),
    ...(at === undefined ? {} : { at })
  }
  const place = Math.min(placeOf(out, from, thought.back), indexOfKept(out, from, later))
  out.splice(place, 0, made)
  return place
}

/** Where the client kept the first of some carried thoughts, with its words or with its bytes; behind all where it kept none. */
const indexOfKept = (out: readonly ContentPart[], from: number, thoughts: readonly CarriedThought[]): number => {
  const index = out.findIndex((part, at) => at >= from && thoughts.some((thought) => isKept(part, thought)))
  return index < 0 ? out.length : index
}

const isKept = (part: ContentPart, { text, opaque }: CarriedThought): boolean =>
  part.type === "reasoning" &&
  ((text !== undefined && part.text === text) ||
    part.opaque?.some(({ data }) => opaque.some((carried) => carried.data === data)) === true)

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
