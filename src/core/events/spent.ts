import type { ToolInput, ContentPart } from "../chat/chat.ts"
import { copyText } from "../framing/gathered.ts"
import { JsonText } from "../json/json.ts"

/** How much of a thought's text is kept: more than an id can carry. */
const most = 1024

/**
 * A part that was told, or whose texts are kept elsewhere, for what comes after it: its kind, its place, whether it
 * said anything, and the bytes and the text of a thought, which the id of a call may carry.
 */
export const withoutContent = (part: ContentPart): ContentPart => {
  switch (part.type) {
    case "text":
      return { ...part, text: part.text.slice(0, 1) }
    case "reasoning":
      return (part.text ?? "").length > most ? { ...part, text: copyText((part.text ?? "").slice(0, most)) } : part
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
