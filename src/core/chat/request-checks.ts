import type { ChatMessage, ContentPart, ChatRequest } from "./chat.ts"
import type { IssueReader } from "../reading/issue-reader.ts"
import { requestLimits } from "../request-limits.ts"
import { GatewayError } from "../errors/error.ts"
import { nearestOf, placeOf } from "../notes/note-writer.ts"

/**
 * Finds ids that come twice among the calls of a message, or of the whole conversation, and results of no earlier call.
 * `isHeld`: a vendor holds what came before, where those calls may be.
 */
export const checkCalls = (
  reader: IssueReader,
  messages: readonly ChatMessage[],
  unique: "message" | "conversation",
  isHeld = false
): void => {
  const called = new Map<string, ChatMessage | undefined>()
  for (const message of messages) {
    if (message.role === "system") continue
    for (const part of message.parts) {
      if (isHeld && part.type === "tool-result") continue
      checkPart(reader, part, called, unique === "message" ? message : undefined)
    }
  }
}

/** `within`: the message in which an id comes once; absent: it does in the whole conversation. */
const checkPart = (
  reader: IssueReader,
  part: ContentPart,
  called: Map<string, ChatMessage | undefined>,
  within?: ChatMessage
): void => {
  if ((part.type !== "tool-call" && part.type !== "tool-result") || part.runBy !== "client") return
  const { id } = part
  if (id === undefined) return
  if (part.type === "tool-result") {
    if (!called.has(id)) reader.issue(nearestOf(part, "id"), "No tool call before this result has its id.")
    return
  }
  if (called.has(id) && called.get(id) === within)
    reader.issue(placeOf(part, "id"), "Another tool call has the same id.")
  called.set(id, within)
}

/** Finds lists and counts of a request that are longer and greater than any honest one. */
export const checkSizes = (reader: IssueReader, request: ChatRequest): void => {
  const { tools = [], candidates = 0 } = request
  if (tools.length > requestLimits.tools)
    reader.issue(placeOf(request, "tools"), `There are more than ${requestLimits.tools} tools.`)
  if (candidates > requestLimits.candidates)
    reader.issue(placeOf(request, "candidates"), `At most ${requestLimits.candidates} candidates can be asked for.`)
}

/**
 * The error of an answer that says neither anything nor that its prompt was blocked.
 *
 * @see https://github.com/google-gemini-php/client/issues/168 such answers, of which the vendor says no reason (2026-07)
 */
export const noCandidates = (): GatewayError =>
  new GatewayError("UpstreamFailed", "The upstream's answer has no candidates.")

/** The error of an answer that has more candidates than anybody can ask for. */
export const tooManyCandidates = (): GatewayError =>
  new GatewayError("UpstreamFailed", `The upstream's answer has more than ${requestLimits.candidates} candidates.`)
