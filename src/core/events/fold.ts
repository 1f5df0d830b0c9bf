import type { ChatCandidate, ContentPart, ChatResponse, ToolInput, ChatEvent, PartDelta } from "../chat/chat.ts"
import { withCitations } from "../chat/codec.ts"
import type { NativeExtras, OpaqueBytes } from "../chat/node.ts"
import type { GatewayError } from "../errors/error.ts"
import { JsonText } from "../json/json.ts"
import type { TokenUsage } from "../tokens/usage.ts"
import { copyText, type HeldCounter, weightOf } from "../framing/stream-limits.ts"
import { saysAny } from "../notes/note.ts"

/** A stream, gathered: the whole response as far as it came, and how it ended. */
interface FoldedStream {
  readonly response: ChatResponse
  readonly error?: GatewayError
  /** Whether the stream said its end. */
  readonly ended: boolean
}

/** Nothing has been said yet. */
const emptyFold: FoldedStream = { response: { candidates: [] }, ended: false }

/** A stream's events as one whole response. */
export const foldStream = (events: Iterable<ChatEvent>): FoldedStream => {
  let folded = emptyFold
  for (const event of events) folded = foldEvent(folded, event)
  return folded
}

/** What is known after one more event. */
const foldEvent = (folded: FoldedStream, event: ChatEvent): FoldedStream => {
  const { response } = folded
  switch (event.type) {
    case "start":
      return { ...folded, response: { ...response, ...event.response } }
    case "response":
      return { ...folded, response: withMore(response, event.add) }
    case "usage":
      return { ...folded, response: { ...response, usage: mergeUsage(response.usage, event.usage) } }
    case "part":
      return onCandidate(folded, event.candidate, (it) => ({
        ...it,
        parts: withItem(it.parts, event.part, event.value)
      }))
    case "delta":
      return onCandidate(folded, event.candidate, (it) => {
        const part = it.parts[event.part]
        return part === undefined ? it : { ...it, parts: withItem(it.parts, event.part, applyDelta(part, event.delta)) }
      })
    case "candidate": {
      const { logprobs, native, ...add } = event.add
      return onCandidate(folded, event.candidate, (it) => ({
        ...it,
        ...add,
        ...(native && { native: mergeNative(it.native, native) }),
        ...(logprobs === undefined ? {} : { logprobs: [...(it.logprobs ?? []), ...logprobs] })
      }))
    }
    case "finish":
      return onCandidate(folded, event.candidate, (it) => ({ ...it, finish: event.finish }))
    case "error":
      return { ...folded, error: event.error }
    case "end":
      return { ...folded, ended: true }
    case "part-end":
    case "frame":
      return folded
  }
}

/** What an answer says of itself, after more of it came. */
export const withMore = <A extends Partial<ChatResponse>>(
  before: A,
  { native, ...add }: Pick<ChatResponse, "tier" | "block" | "refs" | "native">
): A => ({ ...before, ...add, ...(native && { native: mergeNative(before.native, native) }) })

/** Later leaves overwrite earlier ones; a leaf that is not said stays. */
export const mergeUsage = (before: TokenUsage | undefined, now: TokenUsage): TokenUsage => {
  if (before === undefined) return now
  const by = merged(before.by, now.by)
  const places = merged(before.places, now.places)
  return { ...before, ...now, ...(by === undefined ? {} : { by }), ...(places === undefined ? {} : { places }) }
}

/** Later members overwrite earlier ones of their names; a member that is not said stays. */
const mergeNative = (before: NativeExtras | undefined, now: NativeExtras): NativeExtras => {
  const rest = merged(before?.rest, now.rest)
  const inner = merged(before?.inner, now.inner)
  const both: NativeExtras = { ...before, ...now }
  return { ...both, ...(rest && { rest }), ...(inner && { inner }) }
}

const merged = <A>(
  before: ReadonlyMap<string, A> | undefined,
  now: ReadonlyMap<string, A> | undefined
): ReadonlyMap<string, A> | undefined =>
  before === undefined || now === undefined || before === now ? (now ?? before) : new Map([...before, ...now])

const onCandidate = (
  folded: FoldedStream,
  index: number,
  change: (candidate: ChatCandidate) => ChatCandidate
): FoldedStream => {
  const before = folded.response.candidates
  const found = before.findIndex((it) => it.index === index)
  const candidates =
    found < 0
      ? [...before, change({ index, parts: [] })].toSorted((a, b) => a.index - b.index)
      : withItem(before, found, change(before[found] ?? { index, parts: [] }))
  return { ...folded, response: { ...folded.response, candidates } }
}

const withItem = <A>(items: readonly A[], index: number, item: A): readonly A[] => {
  const copy = items.slice()
  copy[index] = item
  return copy
}

/** A part after one more delta. A delta that the part's kind does not know changes nothing. */
export const applyDelta = (part: ContentPart, delta: PartDelta): ContentPart => {
  switch (delta.type) {
    case "text":
      return part.type === "text" || part.type === "refusal"
        ? { ...part, text: part.text + delta.text }
        : part.type === "reasoning" || part.type === "compaction"
          ? { ...part, text: (part.text ?? "") + delta.text }
          : part
    case "input":
      return part.type === "tool-call" ? extendInput(part, delta) : part
    case "data":
      return part.type === "media" && part.source.kind === "base64"
        ? { ...part, source: { kind: "base64", data: part.source.data + delta.data } }
        : part
    case "transcript":
      return part.type === "media" ? { ...part, transcript: (part.transcript ?? "") + delta.text } : part
    case "citation":
      return withCitations(part, [delta.citation])
    case "opaque":
      return { ...part, opaque: withOpaque(part.opaque ?? [], delta.opaque) }
    case "rest":
      return {
        ...part,
        native: mergeNative(part.native, { format: delta.format, rest: delta.rest })
      }
  }
}

const extendInput = (
  part: Extract<ContentPart, { type: "tool-call" }>,
  { text, unfinished }: Extract<PartDelta, { type: "input" }>
): ContentPart => {
  const end = unfinished === undefined ? {} : { unfinished }
  switch (part.input.kind) {
    case "json":
      return { ...part, input: { kind: "json", json: JsonText.source(part.input.json.text + text), ...end } }
    case "text":
      return { ...part, input: { kind: "text", text: part.input.text + text, ...end } }
    case "code":
      return { ...part, input: { ...part.input, code: part.input.code + text } }
  }
}

/** Opaque bytes after more of them came: those of the same vendor and kind are replaced. */
export const withOpaque = (before: readonly OpaqueBytes[], now: OpaqueBytes): readonly OpaqueBytes[] => [
  ...before.filter((it) => it.vendor !== now.vendor || it.kind !== now.kind),
  now
]

/** A whole response as the stream that folds to it: every part whole, in order. */
export const unfoldResponse = (response: ChatResponse): readonly ChatEvent[] => {
  const { candidates, usage, ...head } = response
  return [
    { type: "start", response: head },
    ...candidates.flatMap(ofCandidate),
    ...(usage === undefined ? [] : [{ type: "usage", usage } as const]),
    { type: "end" }
  ]
}

const ofCandidate = ({ index, parts, finish, ...add }: ChatCandidate): readonly ChatEvent[] => [
  ...parts.flatMap((value: ContentPart, part) => [
    { type: "part", candidate: index, part, value } as const,
    { type: "part-end", candidate: index, part } as const
  ]),
  ...(parts.length === 0 || hasMore(add) ? [{ type: "candidate", candidate: index, add } as const] : []),
  ...(finish === undefined ? [] : [{ type: "finish", candidate: index, finish } as const])
]

const hasMore = (add: object): boolean => Object.keys(add).length > 0

/** How much of a thought's text is kept: more than an id can carry. */
const keptThoughtLength = 1024

/**
 * A part that was told, or whose texts are kept elsewhere, for what comes after it: its kind, its place, whether it
 * said anything, and the bytes and the text of a thought, which the id of a call may carry.
 */
export const withoutContent = (part: ContentPart): ContentPart => {
  switch (part.type) {
    case "text":
      return { ...part, text: part.text.slice(0, 1) }
    case "reasoning":
      return (part.text ?? "").length > keptThoughtLength
        ? { ...part, text: copyText((part.text ?? "").slice(0, keptThoughtLength)) }
        : part
    case "refusal":
      return { ...part, text: "" }
    case "tool-call":
      return { ...part, input: nothingOf(part.input) }
    default:
      return placed(part.at)
  }
}

/** A part of which nothing but its place counts. */
const placed = (at: string | undefined): ContentPart => ({ type: "refusal", text: "", ...(at !== undefined && { at }) })

/** An input of the same kind in which nothing is said yet. */
export const nothingOf = (input: ToolInput): ToolInput => {
  switch (input.kind) {
    case "json":
      return { kind: "json", json: JsonText.source("") }
    case "text":
      return { kind: "text", text: "" }
    case "code":
      return { ...input, code: "" }
  }
}

/** What one format alone says of an answer while it streams: many vendors repeat it in each frame, and it is told once. */
export class ToldMembers {
  readonly #held: HeldCounter
  readonly #told = new Set<string>()

  constructor(held: HeldCounter) {
    this.#held = held
  }

  /** What of it was not told before; undefined where that is nothing. */
  fresh(native: NativeExtras | undefined): NativeExtras | undefined {
    const rest = native?.rest && this.#untold(native.rest)
    const inner = native?.inner && this.#untold(native.inner)
    return native === undefined || (rest ?? inner) === undefined
      ? undefined
      : { format: native.format, ...(rest && { rest }), ...(inner && { inner }) }
  }

  #untold(members: ReadonlyMap<string, JsonText>): ReadonlyMap<string, JsonText> | undefined {
    let fresh: Map<string, JsonText> | undefined
    for (const [name, value] of members) {
      if (this.#told.has(name) || !saysAny(value)) continue
      this.#told.add(name)
      this.#held.add(name.length + weightOf(value))
      fresh ??= new Map()
      fresh.set(name, value)
    }
    return fresh
  }
}

/** Fields of which one is known at a time: the last. */
const single = ["consumed", "empty", "spelled"] as const

/**
 * What one format alone says of something while it streams: members that come later take the place of those of their
 * names. Each costs and counts what it is, however many there are.
 */
export class GatheredNative {
  readonly #held: HeldCounter
  readonly #rest = new Map<string, JsonText>()
  readonly #inner = new Map<string, JsonText>()
  #fields: NativeExtras | undefined

  constructor(held: HeldCounter) {
    this.#held = held
  }

  /** Takes what is said now. */
  add({ rest, inner, ...fields }: NativeExtras): void {
    for (const field of single) {
      if (fields[field] !== undefined) this.#held.replace(this.#fields?.[field], fields[field])
    }
    this.#fields = { ...this.#fields, ...fields }
    this.#gather(this.#rest, rest)
    this.#gather(this.#inner, inner)
  }

  #gather(known: Map<string, JsonText>, rest: NativeExtras["rest"]): void {
    for (const [name, value] of rest ?? []) {
      this.#held.replace(known.get(name), value)
      if (!known.has(name)) this.#held.add(name.length)
      known.set(name, value)
    }
  }

  /** All of it; undefined where nothing was said. */
  get value(): NativeExtras | undefined {
    if (this.#fields === undefined) return undefined
    const rest = this.#rest.size === 0 ? {} : { rest: this.#rest }
    return this.#inner.size === 0 ? { ...this.#fields, ...rest } : { ...this.#fields, ...rest, inner: this.#inner }
  }
}
