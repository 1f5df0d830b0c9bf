import type { Message, Part } from "./chat.ts"
import type { Reader } from "../reading/reader.ts"

/**
 * Finds ids that come twice among the calls of a message, or of the whole conversation, and results of no earlier call.
 * `isHeld`: a vendor holds what came before, where those calls may be.
 */
export const checkCalls = (
  reader: Reader,
  messages: readonly Message[],
  unique: "message" | "conversation",
  isHeld = false
): void => {
  const called = new Map<string, Message | undefined>()
  for (const message of messages) {
    if (message.role === "system") continue
    for (const part of message.parts) {
      if (isHeld && part.type === "tool-result") continue
      checkPart(reader, part, called, unique === "message" ? message : undefined)
    }
  }
}

/** `within`: the message in which an id comes once; absent: it does in the whole conversation. */
const checkPart = (reader: Reader, part: Part, called: Map<string, Message | undefined>, within?: Message): void => {
  if ((part.type !== "tool-call" && part.type !== "tool-result") || part.runBy !== "client") return
  const { id, at = "", places } = part
  if (id === undefined) return
  if (part.type === "tool-result") {
    if (!called.has(id)) reader.issue(at + (places?.get("id") ?? ""), "No call before this result has its id.")
    return
  }
  if (called.has(id) && called.get(id) === within) reader.issue(at, "Another call has the same id.")
  called.set(id, within)
}
