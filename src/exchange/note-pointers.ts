import type { ChatMessage, ContentPart, ChatRequest, ToolCallPart, ToolDefinition } from "../core/chat/chat.ts"
import type { WireRequest, UpstreamFormat } from "../core/format.ts"
import { isArray, type Json, JsonText } from "../core/json/json.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import { clientCalls, inCallOrder, messageRuns, partsOf } from "../core/chat/turns.ts"
import { appendAll } from "../core/collections.ts"
import { placeInside, placeOf, type TranslationNote } from "../core/notes/note.ts"

/** Where something stands in the body that was written, and where it stood in the client's own. */
type Pair = readonly [written: JsonPointer, own: JsonPointer]

/** The client's places by those that were written; of two the one that was found first. */
type Places = ReadonlyMap<JsonPointer, JsonPointer>

/**
 * Notes about a body that was written for an upstream, as notes about the client's own: what the notes are about is
 * read again, and what both readings hold has a place in each. What the client did not say follows from the model that
 * it named.
 */
export const remapNotePointers = (
  notes: readonly TranslationNote[],
  request: ChatRequest,
  format: Pick<UpstreamFormat, "decodeRequest">,
  written: WireRequest,
  received: WireRequest
): readonly TranslationNote[] => {
  if (notes.length === 0) return notes
  const again = format.decodeRequest({ ...written, body: excerpt(written.body, notes) })
  const pairs = again.ok ? pairsOf(again.value.value.request, request) : []
  const places: Places = new Map(pairs.toReversed())
  const otherwise = received.body.object?.["model"] === undefined ? "" : "/model"
  return notes.map((note) => ({
    ...note,
    path: placeIn(places, note.path) ?? otherwise,
    target: note.target ?? note.path
  }))
}

/** A body whose lists hold their first item alone: of them the list has a place; those of which an item is noted are whole. */
const excerpt = (body: JsonText, notes: readonly TranslationNote[]): JsonText => {
  const noted = new Set(notes.map(({ path }) => /^\/([^/]+)\/\d/.exec(path)?.[1]))
  const members = Object.entries(body.object ?? {}).map(([key, value]): readonly [string, Json] => [
    key,
    isArray(value) && !noted.has(key) ? value.slice(0, 1) : value
  ])
  return JsonText.of(Object.fromEntries<Json>(members))
}

const pairsOf = (written: ChatRequest, own: ChatRequest): readonly Pair[] => [
  [listOf(written.messages), listOf(own.messages)],
  ...partPairs(written, own),
  ...(own.thinking ? [[effortPlace(written), effortPlace(own)] as const] : []),
  ...fields
    .filter((field) => written[field] !== undefined && own[field] !== undefined)
    .map((field): Pair => [placeOf(written, field), placeOf(own, field)]),
  ...toolPairs(written.tools ?? [], own.tools ?? [])
]

/** Where a request says how hard to think: by an effort, or by a budget. */
const effortPlace = (request: ChatRequest): JsonPointer =>
  placeInside(request, "thinking", request.thinking?.effort === undefined ? "budget" : "effort")

/** Where the list of a conversation stands: system messages may stand elsewhere. */
const listOf = (messages: readonly ChatMessage[]): JsonPointer =>
  messages.map(({ at = "" }) => /^(.*)\/\d+$/.exec(at)?.[1]).find((list) => list !== undefined) ?? "/messages"

/** What keeps its order, and is neither split nor merged, when a conversation is written. */
const followedTypes = ["media", "tool-call", "tool-result"] as const satisfies readonly ContentPart["type"][]

/** Parts of a kind, one by one, where both conversations hold as many. */
const partPairs = (written: ChatRequest, own: ChatRequest): readonly Pair[] =>
  followedTypes.flatMap((type) => {
    const [theirs, ours] = [placesOf(type, written), placesOf(type, own)]
    return theirs.length === ours.length ? theirs.map((place, index): Pair => [place, ours[index] ?? place]) : []
  })

const placesOf = (type: (typeof followedTypes)[number], { messages }: ChatRequest): readonly JsonPointer[] => {
  const inside = (parts: readonly ContentPart[]): readonly ContentPart[] =>
    parts.flatMap((part) => (part.type === "tool-result" ? [part, ...inside(part.output.parts ?? [])] : [part]))
  return inside(partsInOrder(messages)).flatMap((part) => (part.type === type ? [part.at ?? ""] : []))
}

/** The parts of a conversation as they are written: in a turn results come first, in the order of their calls. */
const partsInOrder = (messages: readonly ChatMessage[]): readonly ContentPart[] => {
  const out: ContentPart[] = []
  let calls: readonly ToolCallPart[] = []
  for (const run of messageRuns(messages)) {
    const parts = partsOf(run.messages)
    appendAll(out, run.role === "user" ? inCallOrder(parts, calls) : parts)
    if (run.role === "assistant") calls = clientCalls(parts)
  }
  return out
}

const toolPairs = (written: readonly ToolDefinition[], tools: readonly ToolDefinition[]): readonly Pair[] => {
  const named = firstBy(tools, ({ name }) => name)
  const vendors = firstBy(tools, (tool) => (tool.type === "vendor" ? tool.of : undefined))
  return written.flatMap((tool): readonly Pair[] => {
    const namesake = tool.name === undefined ? undefined : named.get(tool.name)
    const own = namesake ?? (tool.type === "vendor" ? vendors.get(tool.of) : undefined)
    if (own === undefined) return []
    return [
      [tool.at ?? "/tools", own.at ?? "/tools"],
      [placeOf(tool, "input"), placeOf(own, "input")]
    ]
  })
}

/** The first tool of each key. */
const firstBy = (
  tools: readonly ToolDefinition[],
  keyOf: (tool: ToolDefinition) => string | undefined
): ReadonlyMap<string, ToolDefinition> => {
  const first = new Map<string, ToolDefinition>()
  for (const tool of tools) {
    const key = keyOf(tool)
    if (key !== undefined && !first.has(key)) first.set(key, tool)
  }
  return first
}

/** What a family may change, besides single tools. */
const fields = [
  "tools",
  "toolChoice",
  "parallelToolCalls",
  "maxTokens",
  "stop",
  "candidates",
  "temperature",
  "topP",
  "topK",
  "seed",
  "presencePenalty",
  "frequencyPenalty",
  "logitBias",
  "logprobs",
  "topLogprobs",
  "thinking",
  "verbosity",
  "modalities",
  "audio",
  "image",
  "output",
  "tier",
  "user",
  "metadata",
  "prediction"
] as const satisfies readonly (keyof ChatRequest)[]

/** The client's place for what is at or above a place that was written, the nearest. */
const placeIn = (places: Places, path: JsonPointer): JsonPointer | undefined => {
  for (let at = path; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const own = places.get(at)
    if (own !== undefined) return own
  }
  return places.get("")
}

/** Where the client wrote what stands at a place of a body that was made of theirs. */
export type PointerMap = (at: JsonPointer) => JsonPointer

/** Of a body that is the client's own. */
export const samePlace: PointerMap = (at) => at

/** By the places of members: what stands below a member stands below it there, too; all else is the whole body. */
export const pointerMap =
  (places: ReadonlyMap<JsonPointer, JsonPointer>): PointerMap =>
  (at) => {
    for (let up = at; up !== ""; up = up.slice(0, up.lastIndexOf("/"))) {
      const place = places.get(up)
      if (place !== undefined) return place + at.slice(up.length)
    }
    return ""
  }

/** Notes where the client wrote what they are of. */
export const notesAt = (place: PointerMap, notes: readonly TranslationNote[]): readonly TranslationNote[] =>
  notes.map((note) => ({ ...note, path: place(note.path) }))
