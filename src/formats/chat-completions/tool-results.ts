import type { ChatMessage, ContentPart, ToolCallPart, ToolResultPart } from "../../core/chat/chat.ts"
import { callOfResults, clientResults, inCallOrder } from "../../core/chat/turns.ts"
import type { JsonObject, JsonTemplate, JsonObjectBuilder, MutableDraft } from "../../core/json/json.ts"
import type { JsonPointer } from "../../core/json/pointer.ts"
import {
  keptTextMember,
  memberTable,
  neededMember,
  readNode,
  silentMember,
  takeNode,
  textMember,
  type WireMember
} from "../../core/reading/member-table.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import { cacheControl, kindOf, restoreOwn, type EncodeContext } from "./context.ts"
import { decodeParts, encodePart, encodeParts, noteCache, partInWords } from "./parts.ts"
import { id, wireKeys } from "./wire.ts"
import { unwrapError, wrapError } from "../../core/chat/tool-calls.ts"

/** Takes a result of which nothing has to be read, as most are; undefined for all others. */
export const takeToolResult = (message: JsonObject, at: JsonPointer): ToolResultPart | undefined =>
  takeNode(results.tool, message, at, noResult())

/** Reads a message that is the result of a call, or the old one of a function. */
export const decodeToolResult = (from: ObjectReader, role: "tool" | "function"): ToolResultPart => {
  from.absent(wireKeys.tool)
  const result = readNode(results[role], from, noResult())
  if (role === "function") result.native = { ...result.native, format: id, kind: "legacy" }
  return result
}

/** What a tool gave; a text that says that the tool failed is unwrapped. */
const output: WireMember<MutableDraft<ToolResultPart>> = {
  ...keptTextMember<MutableDraft<ToolResultPart>>(
    (node, text) => gave(node, [{ type: "text", text, at: `${node.at}/content` }]),
    "output"
  ),
  read: (from, _, node) => gave(node, decodeParts(from))
}

const gave = (node: MutableDraft<ToolResultPart>, content: readonly ContentPart[]): void => {
  const unwrapped = unwrapError(content)
  node.output = { kind: "parts", parts: unwrapped ?? content }
  if (unwrapped !== undefined) node.error = true
}

/** The messages that are results: those of calls, and the old ones of functions. */
const results = {
  tool: memberTable<MutableDraft<ToolResultPart>>({
    role: silentMember,
    content: neededMember(output),
    tool_call_id: neededMember(textMember("id")),
    name: textMember("name"),
    cache_control: cacheControl
  }),
  function: memberTable<MutableDraft<ToolResultPart>>({
    role: silentMember,
    content: output,
    tool_call_id: silentMember,
    name: neededMember(textMember("name"))
  })
}

const noOutput = { kind: "parts", parts: [] } as const

const noResult = (): MutableDraft<ToolResultPart> => ({
  type: "tool-result",
  of: "function",
  runBy: "client",
  output: noOutput
})

/** The calls of a turn, and the ids they are sent under. */
export type Ids = ReadonlyMap<ToolCallPart, string>

/** The calls of the turn before that the results of a user's turn answer. */
export type Answered = ReadonlyMap<ToolResultPart, ToolCallPart>

/** Which calls the results in messages answer. */
export const answersIn = (messages: readonly ChatMessage[], ids: Ids): Answered =>
  callOfResults(resultsIn(messages), [...ids.keys()])

/** The results of a client in messages. */
export const resultsIn = (messages: readonly ChatMessage[]): readonly ToolResultPart[] =>
  messages.flatMap(({ parts }) => clientResults(parts))

/** The results of a turn as messages in the order of its calls, and media of results as a user message after them. */
export const encodeToolResults = (
  writing: EncodeContext,
  results: readonly ToolResultPart[],
  ids: Ids,
  answered: Answered,
  out: JsonTemplate[]
): void => {
  const media: ContentPart[] = []
  const isOrdered = writing.own || results.length === 1
  const ordered = isOrdered ? results : clientResults(inCallOrder(results, [...ids.keys()]))
  for (const part of ordered) {
    const call = answered.get(part)
    const id = (call && ids.get(call)) ?? writing.id(part.id ?? "")
    out.push(encodeToolResult(writing, part, id, media))
  }
  if (media.length > 0) out.push({ role: "user", content: media.flatMap((part) => encodePart(writing, part)) })
}

/** One tool result as its own message. `media` receives what a result cannot hold and a user message can. */
const encodeToolResult = (
  writing: EncodeContext,
  part: ToolResultPart,
  callId: string,
  media: ContentPart[]
): JsonTemplate => {
  const out: JsonObjectBuilder =
    kindOf(part) === "legacy"
      ? { role: "function", name: part.name ?? "", content: contentOf(writing, part, media) }
      : { role: "tool", tool_call_id: callId, content: contentOf(writing, part, media) }
  if (kindOf(part) !== "legacy" && writing.own && part.name !== undefined) out["name"] = part.name
  noteCache(writing, part)
  writing.leftovers(part)
  return restoreOwn(out, part)
}

const contentOf = (writing: EncodeContext, part: ToolResultPart, media: ContentPart[]): JsonTemplate => {
  const { output } = part
  const parts: readonly ContentPart[] =
    output.kind === "parts"
      ? output.parts
      : [{ type: "text", text: jsonText(output.json.value, output.json.text) }, ...(output.parts ?? [])]
  const held = writing.own ? parts : withoutMedia(writing, parts, media).map((it) => partInWords(writing, it))
  if (part.error === true && !writing.own) writing.note("tool-result/error", part, "error")
  const marked = part.error === true ? wrapError(held) : held
  return marked.length > 0 ? encodeParts(writing, marked) : writing.own ? null : ""
}

/** A JSON string is a result's text; any other JSON value is its text in JSON. */
const jsonText = (value: unknown, text: string): string => (typeof value === "string" ? value : text)

const withoutMedia = (
  writing: EncodeContext,
  parts: readonly ContentPart[],
  media: ContentPart[]
): readonly ContentPart[] => {
  if (parts.every((part) => part.type === "text" || part.type === "search-result")) return parts
  const out: ContentPart[] = []
  for (const part of parts) {
    if (part.type === "media" && part.source.kind !== "text" && part.source.kind !== "parts") {
      media.push(part)
      writing.note("tool-result", part)
      out.push({ type: "text", text: `(${part.media} ${media.length} of the user message that follows)` })
    } else out.push(part)
  }
  return out
}
