import type { ContentPart, ToolResultPart } from "../../../core/chat/chat.ts"
import type { JsonTemplate } from "../../../core/json/json.ts"
import { kindOf, restore } from "../native.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import { inWords, noteCache, writeContent } from "./parts-encode.ts"
import { wrapError } from "./result-error.ts"
import type { Writing } from "./writing.ts"

/** One tool result as its own message. `media` receives what a result cannot hold and a user message can. */
export const writeResult = (writing: Writing, part: ToolResultPart, id: string, media: ContentPart[]): JsonTemplate => {
  const out: JsonObjectBuilder =
    kindOf(part) === "legacy"
      ? { role: "function", name: part.name ?? "", content: contentOf(writing, part, media) }
      : { role: "tool", tool_call_id: id, content: contentOf(writing, part, media) }
  if (kindOf(part) !== "legacy" && writing.own && part.name !== undefined) out["name"] = part.name
  if (!writing.own) noteCache(writing, part)
  writing.leftovers(part)
  return restore(out, part)
}

const contentOf = (writing: Writing, part: ToolResultPart, media: ContentPart[]): JsonTemplate => {
  const { output } = part
  const parts: readonly ContentPart[] =
    output.kind === "parts"
      ? output.parts
      : [{ type: "text", text: jsonText(output.json.value, output.json.text) }, ...(output.parts ?? [])]
  const held = writing.own ? parts : withoutMedia(writing, parts, media).map((it) => inWords(writing, it))
  if (part.error === true && !writing.own) writing.note("result-error", part, "error")
  const said = part.error === true ? wrapError(held) : held
  return said.length > 0 ? writeContent(writing, said) : writing.own ? null : ""
}

/** A JSON string is a result's text; any other JSON value is its text in JSON. */
const jsonText = (value: unknown, text: string): string => (typeof value === "string" ? value : text)

const withoutMedia = (
  writing: Writing,
  parts: readonly ContentPart[],
  media: ContentPart[]
): readonly ContentPart[] => {
  if (parts.every((part) => part.type === "text" || part.type === "search-result")) return parts
  const out: ContentPart[] = []
  for (const part of parts) {
    if (part.type === "media" && part.source.kind !== "text" && part.source.kind !== "parts") {
      media.push(part)
      writing.note("result-media", part)
      out.push({ type: "text", text: `(${part.media} ${media.length} of the user message that follows)` })
    } else out.push(part)
  }
  return out
}
