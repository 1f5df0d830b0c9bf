import type {
  CompactionPart,
  ContentPart,
  MediaPart,
  ReasoningPart,
  RefusalPart,
  TextCitation,
  TextPart,
  TokenLogprob,
  ToolCallPart,
  ToolResultPart
} from "../../core/chat/chat.ts"
import { isThought } from "../../core/chat/codec.ts"
import { hiddenThought, sealEnvelope, textDigest } from "../../core/chat/envelope.ts"
import {
  type JsonObjectBuilder,
  isArray,
  type JsonObject,
  type JsonTemplate,
  JsonText,
  putMember,
  spelledMembers
} from "../../core/json/json.ts"
import { restoreBookkeeping, type ResponseEncodeContext, consumed, isOwn, restore } from "./context.ts"
import { encodeCitations } from "./citations.ts"
import { itemId, ownVendor } from "./wire.ts"
import { encodeTextLogprobs } from "../openai/logprobs.ts"
import { encryptedContent, carriers, isOwnPhase } from "./opaque.ts"
import { note, noteLeftovers } from "./rules.ts"
import { callItems } from "./tool-calls.ts"

/** Text or a refusal: what a message holds. */
export type MessagePart = TextPart | RefusalPart

/** Whether a part stands in a message. An empty text that nobody rests anything on says nothing. */
export const isMessagePart = (part: ContentPart): part is MessagePart => part.type === "text" || part.type === "refusal"

/** Whether a text says nothing, so that no message needs it. */
export const isSilentText = (part: MessagePart): boolean =>
  part.type === "text" && part.text === "" && part.citations === undefined && !isOwn(part)

/** A part of an answer as it is told: the transcript of a sound is text, for no item holds a sound. */
export const toldPart = (to: ResponseEncodeContext, part: ContentPart): ContentPart => {
  if (part.type !== "media" || !part.transcript) return part
  note(to, "part-text/sound", part)
  const { source: _, transcript: text, ...more } = part
  return { ...more, type: "text", text }
}

/** Whether a message of its upstream begins with a part. */
export const beginsMessage = (part: ContentPart): boolean => consumed(part, "message") !== undefined

/** A message with its content; `first`: the part with which it begins. */
export const messageItem = (
  to: ResponseEncodeContext,
  first: ContentPart,
  index: number,
  status: "in_progress" | "completed" | "incomplete",
  content: readonly JsonTemplate[]
): JsonObjectBuilder => {
  const head = spelledMembers(consumed(first, "message")?.object ?? {})
  const made = { id: itemId("message", to.answer, index), type: "message", status, role: "assistant" }
  return { ...made, ...head, status, content }
}

/** What a text rests on and what its tokens were worth, as far as its answer says it. */
interface TextExtras {
  readonly citations: readonly TextCitation[]
  readonly logprobs: readonly TokenLogprob[]
}

/** A text or a refusal as a part of a message. */
export const contentPart = (
  to: ResponseEncodeContext,
  part: MessagePart,
  { citations, logprobs }: TextExtras
): JsonObjectBuilder => {
  noteLeftovers(to, part)
  const text = JsonText.string(part.text)
  if (part.type === "refusal") return restore({ type: "refusal", refusal: text }, part)
  const annotations = consumed(part, "annotations") ?? encodeCitations(to, citations, part.text.length, part)
  return restore({ type: "output_text", text, annotations, logprobs: encodeTextLogprobs(logprobs) }, part)
}

/** The log probabilities of an answer's texts, taken in the order of their tokens. */
export class LogprobQueue {
  readonly #tokens: TokenLogprob[] = []
  #at = 0

  add(to: ResponseEncodeContext, tokens: readonly TokenLogprob[]): void {
    for (const token of tokens) {
      if (token.of === "text") this.#tokens.push(token)
      else note(to, "logprobs", "")
    }
  }

  /** Those of a text of a length; of the last one all that are left. */
  take(length: number, isLast: boolean): readonly TokenLogprob[] {
    const from = this.#at
    let covered = 0
    while (this.#at < this.#tokens.length && covered < length) covered += this.#tokens[this.#at++]?.token.length ?? 0
    if (isLast) this.#at = this.#tokens.length
    return this.#tokens.slice(from, this.#at)
  }
}

/** A part that is no text as items: none where it has no place, with a note. Their ids are of their places from `index` on. */
export const partItems = (
  to: ResponseEncodeContext,
  part: Exclude<ContentPart, MessagePart>,
  place: number,
  index: number
): readonly JsonObjectBuilder[] => {
  if (isOwnPhase(part)) return []
  noteLeftovers(to, part)
  const own = consumed(part, "item")?.object
  if (own !== undefined) return [withId(to, own, index, isPicture(part) ? { result: bytesOf(part) } : undefined)]
  switch (part.type) {
    case "reasoning":
      return reasoningItems(to, part, place, index)
    case "tool-call":
      return part.runBy === "provider" ? searchItems(to, part, index) : callItems(to, part, place, index)
    case "tool-result":
      if (part.of !== "web-search" || part.runBy !== "provider" || !isCalled(to, part, place))
        note(to, "provider-call", part)
      return []
    case "media":
      return pictureItems(to, part, place, index)
    case "compaction":
      return compactionItems(to, part, index)
    case "unknown": {
      const body = part.format === "responses" ? part.body.object : undefined
      if (body !== undefined) return [withId(to, body, index)]
      break
    }
    case "search-result":
    case "tool-change":
  }
  note(to, "unknown-part", part)
  return []
}

/** A vendor's item with an id, and with `more` beside its members. */
const withId = (
  to: ResponseEncodeContext,
  item: JsonObject,
  index: number,
  more?: JsonObjectBuilder
): JsonObjectBuilder => {
  const { id, type } = item
  const hasId = typeof id === "string" && id !== ""
  if (hasId && more === undefined) return item
  const made = hasId ? id : itemId(typeof type === "string" ? type : "", to.answer, index)
  return { ...spelledMembers(item), ...more, id: made }
}

/** Whether a thought's text is for the client's eyes. */
export const isShown = ({ preferences }: ResponseEncodeContext, { text = "" }: ReasoningPart): boolean =>
  text !== "" && preferences.thinking !== "hidden"

/**
 * A thought: its text as a summary, its first bytes in `encrypted_content`, others in items that show nothing. Where
 * nobody signed it, its text stands there: clients keep no reasoning without it.
 */
const reasoningItems = (
  to: ResponseEncodeContext,
  part: ReasoningPart,
  place: number,
  index: number
): readonly JsonObjectBuilder[] => {
  const { text = "", opaque = [] } = part
  if (text === "" && opaque.length === 0 && !isOwn(part)) {
    note(to, "empty-part/thinking", part)
    return []
  }
  const shown = isShown(to, part)
  const [first, ...more] = opaque
  const isBare = shown || text === "" || (first !== undefined && first.vendor === ownVendor)
  const carried = isBare ? more : opaque
  const item: JsonObjectBuilder = {
    id: itemId("reasoning", to.answer, index),
    type: "reasoning",
    summary: shown ? (ownSummary(part) ?? [{ type: "summary_text", text }]) : []
  }
  const encrypted =
    isBare && first !== undefined
      ? encryptedContent(first, place, () => textDigest(shown ? text : ""))
      : isOwn(part) || text === ""
        ? undefined
        : sealEnvelope(hiddenThought(text), place, "")
  if (encrypted !== undefined) item["encrypted_content"] = encrypted
  if (shown) putMember(item, "content", consumed(part, "content"))
  const head = isOwn(part) ? restore(restoreBookkeeping(item, part), part) : item
  return [head, ...carriers(to, carried, part, place, index + 1)]
}

/** The summaries of a thought as they were read, where it still says what they say. */
const ownSummary = (part: ReasoningPart): JsonTemplate => {
  const own = consumed(part, "summary")
  return own !== undefined && isArray(own.value) ? own : undefined
}

/** How many parts stand between a search and what it found, at most. */
const farthest = 64

/** Whether a vendor's call with this id stands before a result, whose loss the call's own note tells. */
const isCalled = ({ partAt }: ResponseEncodeContext, { id }: Pick<ToolResultPart, "id">, place: number): boolean => {
  for (let at = place - 1; at >= Math.max(0, place - farthest); at--) {
    const part = partAt(at)
    if (part?.type === "tool-call" && part.runBy === "provider" && part.id === id) return true
  }
  return false
}

/** A search that the vendor ran, without its results. */
const searchItems = (to: ResponseEncodeContext, call: ToolCallPart, index: number): readonly JsonObjectBuilder[] => {
  const query = call.input.kind === "json" ? call.input.json.object?.["query"] : undefined
  if (call.of !== "web-search" || typeof query !== "string") {
    note(to, "provider-call", call)
    return []
  }
  note(to, "tool-stand-in/answer", call)
  const type = "web_search_call"
  return [{ id: itemId(type, to.answer, index), type, status: "completed", action: { type: "search", query } }]
}

interface Picture extends MediaPart {
  readonly source: Extract<MediaPart["source"], { kind: "base64" }>
}

/** Whether a part is a picture whose bytes are there. */
const isPicture = (part: Exclude<ContentPart, MessagePart>): part is Picture =>
  part.type === "media" && part.media === "image" && part.source.kind === "base64"

const bytesOf = ({ source }: Picture): string | JsonText => JsonText.string(source.data)

const pictureItems = (
  to: ResponseEncodeContext,
  part: MediaPart,
  place: number,
  index: number
): readonly JsonObjectBuilder[] => {
  if (!isPicture(part) || isThought(part)) {
    note(to, "answer-media", part)
    return []
  }
  note(to, "media-form", part)
  const type = "image_generation_call"
  const { opaque = [] } = part
  return [
    { id: itemId(type, to.answer, index), type, status: "completed", result: bytesOf(part) },
    ...carriers(to, opaque, part, place, index + 1)
  ]
}

const compactionItems = (
  to: ResponseEncodeContext,
  part: CompactionPart,
  index: number
): readonly JsonObjectBuilder[] => {
  const id = itemId("compaction", to.answer, index)
  const own = part.opaque?.find(({ vendor }) => vendor === ownVendor)
  if (own !== undefined) return [{ id, type: "compaction", encrypted_content: own.data }]
  if (part.text === undefined) {
    note(to, "unknown-part", part)
    return []
  }
  for (const _ of part.opaque ?? []) note(to, "foreign-opaque", part)
  return [{ id, type: "compaction", encrypted_content: sealEnvelope(hiddenThought(part.text), 0, "") }]
}
