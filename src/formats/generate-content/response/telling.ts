import type { ChatCandidate, ContentPart, ChatResponse } from "../../../core/chat/chat.ts"
import type { ReplyPreferences, ResponseDefaults } from "../../../core/format.ts"
import type { JsonTemplate } from "../../../core/json/json.ts"
import { nearestOf, type NoteSink } from "../../../core/notes/note-writer.ts"
import { consumed } from "../native.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { reasonOf } from "../finish.ts"
import { note, noteField } from "../rules.ts"
import { timeOf } from "./time.ts"

/** What the parts of an answer share while it is written. */
export interface Telling extends NoteSink {
  readonly asked: ReplyPreferences
  readonly stamp: ResponseDefaults
}

/** What an answer says of itself besides its candidates and its usage. */
export const headOut = (
  to: Telling,
  response: Pick<ChatResponse, "id" | "model" | "created" | "native">
): JsonObjectBuilder => ({
  modelVersion: response.model ?? to.stamp.model,
  createTime: consumed(response, "createTime") ?? timeOf(response.created ?? to.stamp.created),
  responseId: response.id ?? to.stamp.id
})

/** Reasons for which this vendor says that it blocked a prompt. */
const blockReasons: ReadonlySet<string> = new Set([
  "SAFETY",
  "OTHER",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "IMAGE_SAFETY",
  "MODEL_ARMOR",
  "JAILBREAK"
])

/** Why the prompt was blocked. */
export const feedbackOut = (block: ChatResponse["block"]): JsonTemplate =>
  block === undefined
    ? undefined
    : {
        blockReason: blockReasons.has(block.category ?? "") ? block.category : "OTHER",
        blockReasonMessage: block.message,
        safetyRatings: block.ratings
      }

type Ended = Pick<ChatCandidate, "finish" | "block" | "native" | "at" | "places">

/** How a candidate ended, and why something of it was withheld. */
export const endOut = (to: Telling, candidate: Ended): JsonObjectBuilder => {
  const { finish, block } = candidate
  const ended = finish === undefined ? undefined : reasonOf(finish)
  if (ended?.exact === false) {
    note(to, "finish", nearestOf(candidate, finish?.sequence === undefined ? "finish" : "sequence"))
  }
  if (block?.category !== undefined) noteField(to, "unsupported", block, "category")
  return { finishReason: ended?.reason, finishMessage: block?.message, safetyRatings: block?.ratings ?? [] }
}

/** How an answer ended whose calls were not whole, or that refused in its own words: these are why it stopped. */
export const honest = <A extends Ended>(ended: A, broken: boolean, parts: readonly ContentPart[]): A => {
  const { finish, block } = ended
  if (broken && finish?.kind !== "length") return { ...ended, finish: { kind: "malformed" } }
  const refusal = parts.map((part) => (part.type === "refusal" ? part.text : "")).join("")
  if (refusal === "") return ended
  const told = { ...ended, block: { ...block, message: block?.message ?? refusal } }
  return finish === undefined || finish.kind === "stop" ? { ...told, finish: { kind: "refusal" } } : told
}
