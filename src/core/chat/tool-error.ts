import type { ContentPart, TextPart } from "./part.ts"

const opening = "<tool_error>"
const closing = "</tool_error>"

/** A result's texts in the wrapping that says that the call failed, for formats that have no member for it. */
export const wrapError = (parts: readonly ContentPart[]): readonly ContentPart[] => {
  const first = parts.findIndex(isText)
  const last = parts.findLastIndex(isText)
  if (first < 0) return [{ type: "text", text: opening + closing }, ...parts]
  return parts.map((part, index) => {
    if (part.type !== "text") return part
    const text = (index === first ? opening : "") + part.text + (index === last ? closing : "")
    return { ...part, text }
  })
}

/** The texts without that wrapping; undefined where they have none. */
export const unwrapError = (parts: readonly ContentPart[]): readonly ContentPart[] | undefined => {
  const first = parts.findIndex(isText)
  const last = parts.findLastIndex(isText)
  const head = parts[first]
  const tail = parts[last]
  if (head?.type !== "text" || tail?.type !== "text") return undefined
  if (!head.text.startsWith(opening) || !tail.text.endsWith(closing)) return undefined
  if (first === last && head.text.length < opening.length + closing.length) return undefined
  if (first === last && head.text.length === opening.length + closing.length && parts.length === 1) return []
  return parts.map((part, index) => {
    if (part.type !== "text") return part
    const from = index === first ? opening.length : 0
    return { ...part, text: part.text.slice(from, index === last ? part.text.length - closing.length : undefined) }
  })
}

const isText = (part: ContentPart): part is TextPart => part.type === "text"
