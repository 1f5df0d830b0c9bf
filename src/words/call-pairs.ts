import type { Message, Part } from "./chat.ts"
import type { Reader } from "./reader.ts"

/** Finds ids that come twice among the calls of a message, or of the whole conversation, and results of no earlier call. */
export const checkCalls = (reader: Reader, messages: readonly Message[], unique: "message" | "conversation"): void => {
  const called = new Set<string>()
  let taken = called
  for (const { role, parts } of messages) {
    if (unique === "message") taken = new Set()
    if (role !== "system") for (const part of parts) checkPart(reader, part, called, taken)
  }
}

const checkPart = (reader: Reader, part: Part, called: Set<string>, taken: Set<string>): void => {
  if ((part.type !== "tool-call" && part.type !== "tool-result") || part.runBy !== "client") return
  const { id, at = "", places } = part
  if (id === undefined) return
  if (part.type === "tool-result") {
    if (!called.has(id)) reader.issue(at + (places?.get("id") ?? ""), "No call before this result has its id.")
    return
  }
  if (taken.has(id)) reader.issue(at, "Another call has the same id.")
  taken.add(id)
  called.add(id)
}
