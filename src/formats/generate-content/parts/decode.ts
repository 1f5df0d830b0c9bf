import { namesIn } from "../../../core/reading/spellings.ts"
import { inAnswer, inRequest, type DecodeContext, type PartDecoder } from "../context.ts"
import { ObjectReader } from "../../../core/reading/object-reader.ts"
import { type MutableDraft, setDefined } from "../../../core/json/builder.ts"
import type { ContentPart, ReasoningPart, TextPart } from "../../../core/chat/chat.ts"
import { hiddenThoughtIn } from "../../../core/chat/envelope.ts"
import { isObject, type Json, type JsonObject, JsonText } from "../../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../../core/json/pointer.ts"
import { note } from "../context.ts"
import { coveredText, covers, envelopeIn, sealedSignature } from "../opaque.ts"
import { id } from "../wire.ts"
import {
  decodeToolCall,
  takeCall,
  decodeCode,
  decodeCodeResult,
  decodeVendorCall,
  decodeVendorResult
} from "./calls.ts"
import { decodeMedia } from "./media.ts"
import { decodeToolResult, takeResult } from "./results.ts"

/** Reads the parts of a request's content, of which the vendor takes a single one without its list too. */
export const decodeContentParts = (reading: DecodeContext, content: ObjectReader): ContentPart[] => {
  const at = content.below("parts")
  const lone = content.lone("parts")
  if (lone === undefined) {
    const items = content.array("parts")
    return items === undefined ? [] : decodeParts(reading, items, at)
  }
  const parts: ContentPart[] = []
  place(reading, parts, decodePart(reading, lone, at))
  return parts
}

/** Reads the parts of a content. */
export const decodeParts = (reading: DecodeContext, items: readonly Json[], at: JsonPointer): ContentPart[] => {
  const parts: ContentPart[] = []
  if (items.length === 0 && !reading.answer) reading.reader.issue(at, "`parts` must not be empty.")
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    const path = childPointer(at, index)
    if (!isObject(item)) reading.reader.issue(path, "This item must be an object.")
    else place(reading, parts, decodePart(reading, item, path))
  }
  return parts
}

/** Reads one part; undefined where it says nothing, or is not as it must be, which is an issue. */
export const decodePart = (
  reading: DecodeContext,
  object: JsonObject,
  at: JsonPointer
): MutableDraft<ContentPart> | undefined => {
  const taken = takePart(object, at, reading.answer)
  if (taken !== undefined) return taken
  const members = new ObjectReader(reading.reader, object, at, reading.answer ? inAnswer : inRequest)
  const names = namesIn(members)
  const member = names.find((name) => readers.has(name))
  const read = member === undefined ? undefined : readers.get(member)
  if (member !== undefined && read !== undefined) return signed(reading, members, read(reading, members, member))
  if (names.length === 0) return reading.answer ? undefined : reading.reader.issue(at, "A part must say something.")
  if (members.says("thoughtSignature") || members.value("thought") === true) {
    return signed(reading, members, readText(reading, members, ""))
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
const readText: PartDecoder = (_, members) => {
  const text = members.string("text")
  if (members.boolean("thought") !== true) return { type: "text", at: members.at, text: text ?? "" }
  const part: MutableDraft<ReasoningPart> = { type: "reasoning", at: members.at }
  setDefined(part, "text", text)
  return part
}

const readers: ReadonlyMap<string, PartDecoder> = new Map([
  ["text", readText],
  ["functionCall", decodeToolCall],
  ["functionResponse", decodeToolResult],
  ["inlineData", decodeMedia],
  ["fileData", decodeMedia],
  ["executableCode", decodeCode],
  ["codeExecutionResult", decodeCodeResult],
  ["toolCall", decodeVendorCall],
  ["toolResponse", decodeVendorResult]
])

/** Sets the signature that a part came with, after looking at what a sealed one covers. */
const signed = (
  reading: DecodeContext,
  members: ObjectReader,
  part: MutableDraft<ContentPart> | undefined
): MutableDraft<ContentPart> | undefined => {
  if (part === undefined) return undefined
  const signature = members.string("thoughtSignature")
  if (signature !== undefined) {
    const sealed = sealedSignature(signature)
    const at = members.below("thoughtSignature")
    if (sealed === undefined) part.opaque = [{ vendor: reading.vendor, kind: "signature", data: signature }]
    else openSealed(reading, part, sealed, at)
  }
  return members.attachUnknown(part, part.native?.kind)
}

const openSealed = (reading: DecodeContext, part: MutableDraft<ContentPart>, sealed: string, at: JsonPointer): void => {
  const envelope = envelopeIn(sealed)
  if (envelope === undefined) note(reading.reader, "carrier", at)
  else if (covers(envelope, coveredText(part))) {
    reading.unshown = hiddenThoughtIn(envelope.opaque)
    if (reading.unshown === undefined) part.opaque = [envelope.opaque]
  } else reading.sealed = { envelope, at }
}

/** Puts a part in its place; a sealed signature over several pieces makes them one, where the first stood. */
export const place = (
  reading: DecodeContext,
  parts: ContentPart[],
  part: MutableDraft<ContentPart> | undefined
): void => {
  if (part === undefined) return
  const { sealed, unsigned, unshown: text } = reading
  reading.sealed = undefined
  reading.unshown = undefined
  if (part.type !== "text" && part.type !== "reasoning") {
    if (sealed !== undefined) note(reading.reader, "carrier", sealed.at)
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
    if (reading.answer && part.native === undefined) return
  }
  const run = unsigned[part.type]
  if (sealed !== undefined && !join(reading, run, part, sealed.envelope.opaque, sealed)) {
    note(reading.reader, "carrier", sealed.at)
  }
  if (sealed !== undefined || part.opaque !== undefined) unsigned[part.type] = []
  else if (!empty) run.push(part)
  if (!reading.joined.has(part) && !(sealed !== undefined && isNothing(part))) parts.push(part)
}

/** Whether nothing is left of a part whose signature was ignored or belongs to an earlier one. */
const isNothing = (part: MutableDraft<TextPart> | MutableDraft<ReasoningPart>): boolean =>
  (part.text ?? "") === "" && part.opaque === undefined

const join = (
  reading: DecodeContext,
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
  for (const other of others) reading.joined.add(other)
  return true
}
