import { foreignRule } from "../../core/chat/envelope.ts"
import type { ContentPart, ReasoningPart, TextPart } from "../../core/chat/node.ts"
import { appendAll } from "../../core/collections.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  isObject,
  type Json,
  type JsonObject,
  JsonText
} from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { nearestOf } from "../../core/notes/note.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { namesIn } from "../../core/reading/member-row.ts"
import {
  type ContentTurn,
  type DecodeContext,
  type EncodeContext,
  type EncodedPart,
  inAnswer,
  inRequest,
  isOwn,
  note,
  noteField,
  noteLeftovers,
  type PartDecoder
} from "./context.ts"
import { decodeMedia, encodeMedia, unfolded } from "./media.ts"
import { covers, decodeOpaque, signedPart, vendorSignature } from "./opaque.ts"
import {
  decodeCode,
  decodeCodeResult,
  decodeToolCall,
  decodeVendorCall,
  decodeVendorResult,
  encodeToolCall,
  encodeVendorPart,
  takeCall
} from "./tool-calls.ts"
import { decodeToolResult, encodeToolResult, takeResult } from "./tool-results.ts"
import { id } from "./wire.ts"

/** Reads the parts of a request's content, of which the vendor takes a single one without its list too. */
export const decodeContentParts = (context: DecodeContext, content: ObjectReader): ContentPart[] => {
  const at = content.below("parts")
  const lone = content.lone("parts")
  if (lone === undefined) {
    const items = content.array("parts")
    return items === undefined ? [] : decodeParts(context, items, at)
  }
  const parts: ContentPart[] = []
  placePart(context, parts, decodePart(context, lone, at))
  return parts
}

/** Reads the parts of a content. */
export const decodeParts = (context: DecodeContext, items: readonly Json[], at: JsonPointer): ContentPart[] => {
  const parts: ContentPart[] = []
  if (items.length === 0 && !context.answer) context.reader.issue(at, "`parts` must not be empty.")
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    const path = childPointer(at, index)
    if (!isObject(item)) context.reader.issue(path, "This item must be an object.")
    else placePart(context, parts, decodePart(context, item, path))
  }
  return parts
}

/** Reads one part; undefined where it says nothing, or is not as it must be, which is an issue. */
export const decodePart = (
  context: DecodeContext,
  object: JsonObject,
  at: JsonPointer
): MutableDraft<ContentPart> | undefined => {
  const taken = takePart(object, at, context.answer)
  if (taken !== undefined) return taken
  const members = new ObjectReader(context.reader, object, at, context.answer ? inAnswer : inRequest)
  const names = namesIn(members)
  const member = names.find((name) => partDecoders.has(name))
  const read = member === undefined ? undefined : partDecoders.get(member)
  if (member !== undefined && read !== undefined) return decodeOpaque(context, members, read(context, members, member))
  if (names.length === 0)
    return context.answer
      ? undefined
      : context.reader.issue(at, "A part must have content, such as `text` or `inlineData`.")
  if (members.says("thoughtSignature") || members.value("thought") === true) {
    return decodeOpaque(context, members, decodeText(context, members, ""))
  }
  return { type: "unknown", at, format: id, kind: names[0] ?? "", body: JsonText.of(object) }
}

/** Takes a part of which nothing has to be read, as most are: text, and a client's call or result. */
const takePart = (part: JsonObject, at: JsonPointer, answer: boolean): MutableDraft<ContentPart> | undefined => {
  const { text, functionCall, functionResponse } = part
  if (Object.keys(part).length !== 1) return undefined
  if (typeof text === "string") return { type: "text", at, text }
  if (answer) return undefined
  if (isObject(functionCall)) return takeCall(functionCall, at)
  return isObject(functionResponse) ? takeResult(functionResponse, at) : undefined
}

/** Reads text, or thinking. Thinking without a text is what came sealed without one. */
const decodeText: PartDecoder = (_, members) => {
  const text = members.says("text") ? members.needed("text") : undefined
  if (members.boolean("thought") !== true) return { type: "text", at: members.at, text: text ?? "" }
  const part: MutableDraft<ReasoningPart> = { type: "reasoning", at: members.at }
  setDefined(part, "text", text)
  return part
}

/** What reads a part, by its member. */
export const partDecoders: ReadonlyMap<string, PartDecoder> = new Map([
  ["text", decodeText],
  ["functionCall", decodeToolCall],
  ["functionResponse", decodeToolResult],
  ["inlineData", decodeMedia],
  ["fileData", decodeMedia],
  ["executableCode", decodeCode],
  ["codeExecutionResult", decodeCodeResult],
  ["toolCall", decodeVendorCall],
  ["toolResponse", decodeVendorResult]
])

/** Puts a part in its place; a sealed signature over several pieces makes them one, where the first stood. */
const placePart = (context: DecodeContext, parts: ContentPart[], part: MutableDraft<ContentPart> | undefined): void => {
  if (part === undefined) return
  const { sealed, unsigned, unshown: text } = context
  context.sealed = undefined
  context.unshown = undefined
  if (part.type !== "text" && part.type !== "reasoning") {
    if (sealed !== undefined) note(context.reader, "opaque-mismatch", sealed.at)
    unsigned.text = []
    unsigned.reasoning = []
    if (text !== undefined) parts.push({ type: "reasoning", at: part.at ?? "", text })
    parts.push(part)
    return
  }
  const empty = isNothing(part)
  if (empty && sealed === undefined) {
    if (part.type === "text") unsigned.reasoning = []
    unsigned[part.type] = []
    if (context.answer && part.native === undefined) return
  }
  const run = unsigned[part.type]
  if (sealed !== undefined && !joinRun(context, run, part, sealed.envelope.opaque, sealed)) {
    note(context.reader, "opaque-mismatch", sealed.at)
  }
  if (sealed !== undefined || part.opaque !== undefined) unsigned[part.type] = []
  else if (!empty) run.push(part)
  if (!context.joined.has(part) && !(sealed !== undefined && isNothing(part))) parts.push(part)
}

/** Whether nothing is left of a part whose signature was ignored or belongs to an earlier one. */
const isNothing = (part: MutableDraft<TextPart> | MutableDraft<ReasoningPart>): boolean =>
  (part.text ?? "") === "" && part.opaque === undefined

const joinRun = (
  context: DecodeContext,
  run: readonly (MutableDraft<TextPart> | MutableDraft<ReasoningPart>)[],
  part: MutableDraft<TextPart> | MutableDraft<ReasoningPart>,
  opaque: NonNullable<ContentPart["opaque"]>[number],
  { envelope }: NonNullable<DecodeContext["sealed"]>
): boolean => {
  const [first, ...others] = [...run, part]
  const text = [...run, part].map((it) => it.text ?? "").join("")
  if (first === undefined || run.length === 0 || !covers(envelope, text)) return false
  first.text = text
  first.opaque = [opaque]
  for (const other of others) context.joined.add(other)
  return true
}

/** Writes parts; those that cannot be written leave a note instead. */
export const encodeParts = (
  to: EncodeContext,
  parts: readonly ContentPart[],
  turn: ContentTurn
): readonly EncodedPart[] => {
  const out: EncodedPart[] = []
  for (const part of parts) {
    const sent = part.type === "media" ? unfolded(to, part) : []
    if (sent.length > 0 && sent[0] !== part) {
      appendAll(out, encodeParts(to, sent, turn))
      continue
    }
    const written = isPlainText(part) ? { text: part.text } : encodePart(to, part, turn)
    if (written !== undefined) out.push(written)
  }
  return out
}

/** Whether a part is text and nothing else, as most are. */
const isPlainText = (part: ContentPart): part is TextPart =>
  part.type === "text" &&
  part.text !== "" &&
  part.native === undefined &&
  part.opaque === undefined &&
  part.citations === undefined &&
  part.cache === undefined

const encodePart = (to: EncodeContext, part: ContentPart, turn: ContentTurn): EncodedPart | undefined => {
  switch (part.type) {
    case "text":
      return encodeText(to, part, part.text)
    case "refusal":
      note(to, part.text === "" ? "empty-part" : "refusal-text", part.at)
      return encodeText(to, part, part.text)
    case "reasoning":
      return encodeReasoning(to, part)
    case "media":
      return encodeMedia(to, part, turn.inResult === true)
    case "tool-call":
      return part.runBy === "provider"
        ? encodeVendorPart(to, part, (out, plain) => signedPart(to, out, plain))
        : encodeToolCall(to, part, turn)
    case "tool-result":
      return part.runBy === "provider"
        ? encodeVendorPart(to, part, (out, plain) => signedPart(to, out, plain))
        : encodeToolResult(to, part, turn, (parts) =>
            encodeParts(to, parts, turn.apart === undefined ? { ...turn, inResult: true } : turn)
          )
    case "search-result": {
      note(to, "part-text", part.at)
      const texts = part.parts.map((it) => (it.type === "text" ? it.text : ""))
      return encodeText(to, part, [part.title, part.source, ...texts].join("\n"))
    }
    case "compaction":
      note(to, part.text === undefined ? "compaction-held" : "part-text/summary", part.at)
      return encodeText(to, part, part.text ?? "")
    case "unknown":
      if (part.format === id) return part.body
      if (part.words === undefined) break
      note(to, "part-text", part.at)
      return { text: part.words }
    case "tool-change":
      break
  }
  note(to, "unknown-part", part.at)
  return undefined
}

const encodeText = (to: EncodeContext, part: ContentPart, text: string): JsonObjectBuilder | undefined => {
  const silent = text === "" && !isOwn(part) && vendorSignature(part, to.vendor, to.target.model) === undefined
  if (part.type === "text" && part.citations !== undefined) noteField(to, "citation", part, "citations")
  if (!silent) return signedPart(to, { text }, part)
  if (part.opaque !== undefined && part.opaque.length > 0) note(to, "foreign-opaque", part.at)
  if (part.cache !== undefined) note(to, "cache-mark", nearestOf(part, "cache"))
  return undefined
}

/** Thinking goes back with its own signature; what its own client sends without one is that client's affair. */
const encodeReasoning = (to: EncodeContext, part: ReasoningPart): JsonObjectBuilder | undefined => {
  const foreign = part.opaque !== undefined && part.opaque.length > 0
  if (vendorSignature(part, to.vendor, to.target.model) !== undefined || (to.own && !foreign)) {
    return signedPart(to, encodeThought(part), part)
  }
  note(to, foreign ? foreignRule(part) : "unsigned-thinking", part.at)
  if (foreign && part.text !== undefined && part.text !== "") note(to, "unsigned-thinking", part.at)
  noteLeftovers(to, part)
  return undefined
}

/** Thinking, with its text where it has one. */
export const encodeThought = ({ text }: ReasoningPart): JsonObjectBuilder => ({ text, thought: true })
