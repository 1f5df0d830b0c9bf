import type { TextCitation, CompactionPart, TextPart, ToolCallPart, ToolResultPart } from "../../../core/chat/chat.ts"
import { QuoteBudget } from "../../../core/chat/quoted.ts"
import { JsonText, type JsonTemplate } from "../../../core/json/json.ts"
import { citationOut } from "../citations.ts"
import type { NoteSink } from "../../../core/notes/note-writer.ts"
import { kindOf, restore } from "../native.ts"
import { note } from "../noting.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"

/** A text block; `citations` are those that could be written, absent where the block says nothing of them. */
export const textOut = (text: string, citations: readonly JsonTemplate[] | null | undefined): JsonObjectBuilder =>
  citations === undefined ? { type: "text", text } : { type: "text", text, citations }

/** Citations of a text as the wire says them; those that only another format could say leave a note. */
export const citationsOut = (
  to: NoteSink,
  citations: readonly TextCitation[],
  { text, at }: TextPart,
  own: boolean,
  quoted = new QuoteBudget()
): readonly JsonTemplate[] =>
  citations.flatMap((citation) => {
    const quote = quoted.of(text, citation)
    const out = citationOut(citation, quote ?? "", own)
    if (out === undefined || quote === undefined) note(to, out === undefined ? "citation" : "quote", citation.at ?? at)
    return out ?? []
  })

/** A call that the client answers, with its input as a JSON object. */
export const toolUseOut = (part: ToolCallPart, id: string, name: string, input: JsonTemplate): JsonObjectBuilder => {
  return { type: "tool_use", id, name, input, caller: part.caller?.printable, toolset_name: part.toolset }
}

/** Whether a call has no input at all, which is written as an empty object. */
export const lacksInput = ({ input }: ToolCallPart): boolean => input.kind === "json" && input.json.text === ""

/** A call's input as a JSON object; undefined where it is none. An empty input is an empty object. */
export const inputOut = (part: ToolCallPart): JsonTemplate | undefined => {
  switch (part.input.kind) {
    case "json":
      return part.input.json.object === undefined ? (lacksInput(part) ? {} : undefined) : part.input.json.printable
    case "text":
      return { input: part.input.text }
    case "code":
      return undefined
  }
}

/** A call or a result of a tool of the vendor's own, as it was read; undefined where another vendor made it. */
export const providerOut = (part: ToolCallPart | ToolResultPart): JsonObjectBuilder | undefined => {
  const kind = kindOf(part)
  if (kind === undefined) return undefined
  return restore(part.type === "tool-call" ? providerCall(part, kind) : providerResult(part, kind), part)
}

/** The same, with a note where another vendor made it. */
export const providerTold = (to: NoteSink, part: ToolCallPart | ToolResultPart): JsonObjectBuilder | undefined => {
  const out = providerOut(part)
  if (out === undefined) note(to, "provider-call", part.at)
  return out
}

const providerCall = (part: ToolCallPart, kind: string): JsonObjectBuilder => {
  const { id, name, server, caller } = part
  return { type: kind, id, name, input: inputOut(part) ?? {}, server_name: server, caller: caller?.printable }
}

const providerResult = (part: ToolResultPart, kind: string): JsonObjectBuilder => {
  const content = part.output.kind === "json" ? part.output.json.printable : undefined
  return { type: kind, tool_use_id: part.id, content, is_error: part.error }
}

/** A summary that stands for earlier turns, with the vendor's own bytes. */
export const compactionOut = (part: CompactionPart, vendor: string): JsonObjectBuilder => {
  const bytes = (kind: "encrypted" | "signature"): string | undefined =>
    part.opaque?.find((it) => it.vendor === vendor && it.kind === kind)?.data
  return {
    type: "compaction",
    content: part.text ?? null,
    encrypted_content: bytes("encrypted") ?? null,
    signature: bytes("signature")
  }
}

/** Whether a JSON text is one whole JSON object; an empty one stands for an object without members. */
export const isWhole = (text: string): boolean => text === "" || JsonText.source(text).object !== undefined
