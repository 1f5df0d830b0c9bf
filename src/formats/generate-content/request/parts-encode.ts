import { isBroken, isDataUrl } from "../../../core/bytes/base64.ts"
import { inputObject, lacksInput } from "../../../core/chat/call-input.ts"
import type {
  ContentPart,
  MediaPart,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart
} from "../../../core/chat/chat.ts"
import type { OpenCalls } from "../../../core/chat/open-calls.ts"
import { appendAll } from "../../../core/collections.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import type { JsonText } from "../../../core/json/json.ts"
import { nearestOf } from "../../../core/notes/note-writer.ts"
import {
  consumed,
  type EncodeContext,
  encodeToolName,
  finishNode,
  isOwn,
  note,
  noteField,
  noteLeftovers
} from "../context.ts"
import { textToBase64, vendorSignature } from "../opaque.ts"
import {
  encodeCall,
  encodeCallId,
  encodeFileData,
  encodeInlineData,
  encodeProviderPart,
  encodeThought
} from "../parts/encode.ts"
import { responseOut } from "../parts/results.ts"
import { id, signatureBypass } from "../wire.ts"

/** The turn whose parts are written. */
export interface Turn {
  readonly role: "system" | "user" | "assistant"
  /** Calls that wait for their answer. */
  readonly calls: OpenCalls
  /** Whether the turn's first call was written, or needs no signature. */
  signed: boolean
}

/** Writes parts; those that cannot be written leave a note instead. */
export const encodeParts = (
  to: EncodeContext,
  parts: readonly ContentPart[],
  turn: Turn
): readonly (JsonObjectBuilder | JsonText)[] => {
  const out: (JsonObjectBuilder | JsonText)[] = []
  for (const part of parts) {
    if (part.type === "media" && part.source.kind === "parts") {
      note(to, "media-parts", part.at)
      noteLeftovers(to, part)
      appendAll(out, encodeParts(to, part.source.parts, turn))
      continue
    }
    const written = isPlain(part) ? { text: part.text } : encodePart(to, part, turn)
    if (written !== undefined) out.push(written)
  }
  return out
}

/** Whether a part is text and nothing else, as most are. */
const isPlain = (part: ContentPart): part is TextPart =>
  part.type === "text" &&
  part.text !== "" &&
  part.native === undefined &&
  part.opaque === undefined &&
  part.citations === undefined &&
  part.cache === undefined

const encodePart = (to: EncodeContext, part: ContentPart, turn: Turn): JsonObjectBuilder | JsonText | undefined => {
  switch (part.type) {
    case "text":
      return writeText(to, part, part.text)
    case "refusal":
      note(to, part.text === "" ? "refusal-empty" : "refusal", part.at)
      return writeText(to, part, part.text)
    case "reasoning":
      return writeReasoning(to, part)
    case "media":
      return writeMedia(to, part)
    case "tool-call":
      return part.runBy === "provider" ? writeProvider(to, part) : writeCall(to, part, turn)
    case "tool-result":
      return part.runBy === "provider" ? writeProvider(to, part) : writeResult(to, part, turn)
    case "search-result": {
      note(to, "search-result", part.at)
      const texts = part.parts.map((it) => (it.type === "text" ? it.text : ""))
      return writeText(to, part, [part.title, part.source, ...texts].join("\n"))
    }
    case "compaction":
      note(to, part.text === undefined ? "compaction-sealed" : "compaction", part.at)
      return writeText(to, part, part.text ?? "")
    case "unknown":
      if (part.format === id) return part.body
      if (part.words === undefined) break
      note(to, "part-words", part.at)
      return { text: part.words }
    case "tool-change":
      break
  }
  note(to, "unknown-part", part.at)
  return undefined
}

/** Finishes a part: its signature where the target takes it back. */
const signed = (to: EncodeContext, out: JsonObjectBuilder, part: ContentPart): JsonObjectBuilder => {
  const signature = vendorSignature(part, to.vendor, to.target.model)
  if (signature !== undefined) out["thoughtSignature"] = signature
  const count = part.opaque?.length ?? 0
  if (count > (signature === undefined ? 0 : 1)) note(to, "foreign-opaque", part.at)
  return finishNode(to, out, part)
}

const writeText = (to: EncodeContext, part: ContentPart, text: string): JsonObjectBuilder | undefined => {
  const silent = text === "" && !isOwn(part) && vendorSignature(part, to.vendor, to.target.model) === undefined
  if (part.type === "text" && part.citations !== undefined) noteField(to, "citation", part, "citations")
  if (!silent) return signed(to, { text }, part)
  if (part.opaque !== undefined && part.opaque.length > 0) note(to, "foreign-opaque", part.at)
  if (part.cache !== undefined) note(to, "cache", nearestOf(part, "cache"))
  return undefined
}

/** Thinking goes back with its own signature; what its own client sends without one is that client's affair. */
const writeReasoning = (to: EncodeContext, part: ReasoningPart): JsonObjectBuilder | undefined => {
  const foreign = part.opaque !== undefined && part.opaque.length > 0
  if (vendorSignature(part, to.vendor, to.target.model) !== undefined || (to.own && !foreign)) {
    return signed(to, encodeThought(part), part)
  }
  note(to, foreign ? "foreign-opaque" : "reasoning", part.at)
  if (foreign && part.text !== undefined && part.text !== "") note(to, "reasoning", part.at)
  noteLeftovers(to, part)
  return undefined
}

const writeMedia = (to: EncodeContext, part: MediaPart): JsonObjectBuilder | undefined => {
  const { source } = part
  switch (source.kind) {
    case "base64":
      if (!to.own && isBroken(source.data)) noteField(to, "media-bytes", part, "source")
      return signed(to, encodeInlineData(to, part, to.own, source.data), part)
    case "text":
      note(to, "media-text", part.at)
      return signed(to, encodeInlineData(to, part, to.own, textToBase64(source.text), part.mime ?? "text/plain"), part)
    case "url":
      if (!to.own && isDataUrl(source.url)) noteField(to, "media-bytes", part, "source")
      return signed(to, urlOut(to, part, source.url), part)
    case "ref":
      if (source.ref.vendor === to.vendor && source.ref.kind === "file") {
        return signed(to, encodeFileData(to, part, to.own, source.ref.id), part)
      }
      noteField(to, "held", part, "source")
      return undefined
    case "parts":
      return undefined
  }
}

/** What a URL names: its bytes where they were given, else the URL, which is a need where the target fetches nothing. */
const urlOut = (to: EncodeContext, part: MediaPart, url: string): JsonObjectBuilder => {
  const given = to.target.media?.get(url)
  if (given !== undefined) return encodeInlineData(to, part, to.own, given.base64, given.mime)
  if (to.target.mediaUrls === false) to.needs.push({ url, path: part.at ?? "" })
  return encodeFileData(to, part, to.own, url)
}

const writeCall = (to: EncodeContext, part: ToolCallPart, turn: Turn): JsonObjectBuilder | undefined => {
  const input = inputObject(part)
  if (input === undefined) {
    noteField(to, "input", part, "input")
    return undefined
  }
  if (lacksInput(part)) noteField(to, "input-empty", part, "input")
  for (const field of ["toolset", "caller"] as const) {
    if (part[field] !== undefined) noteField(to, "unknown-member", part, field)
  }
  const out = signed(to, encodeCall(part, encodeToolName(to, part.name), input), part)
  if (!turn.signed && out["thoughtSignature"] === undefined) {
    note(to, "bypass", part.at)
    out["thoughtSignature"] = signatureBypass
  }
  turn.signed = true
  return out
}

const writeResult = (to: EncodeContext, part: ToolResultPart, turn: Turn): JsonObjectBuilder | undefined => {
  const name = nameFor(to, part, turn)
  if (name === undefined) return undefined
  const answer = responseOut(to, part, (media) => encodeParts(to, media.filter(isHeld(to)), turn))
  return signed(to, { functionResponse: { id: encodeCallId(part), name, ...answer } }, part)
}

/** Whether a result holds a part beside its text: media, and what its own format alone knows. */
const isHeld =
  (to: EncodeContext) =>
  (part: ContentPart): boolean => {
    const held = part.type === "media" || (part.type === "unknown" && part.format === id)
    if (!held) note(to, "unknown-part", part.at)
    return held
  }

/** The name of the function that a result answers: its call's, or its own. */
const nameFor = (to: EncodeContext, result: ToolResultPart, { calls }: Turn): string | undefined => {
  const call = calls.take(result)
  if (call !== undefined && result.id === undefined && result.name === undefined) note(to, "by-order", result.at)
  const kept = consumed(result, "name")?.value
  const said = call?.name ?? result.name ?? (typeof kept === "string" ? kept : undefined)
  return said === undefined ? undefined : encodeToolName(to, said)
}

const writeProvider = (to: EncodeContext, part: ToolCallPart | ToolResultPart): JsonObjectBuilder | undefined => {
  const out = encodeProviderPart(part)
  if (out === undefined) {
    note(to, "provider-call", part.at)
    return undefined
  }
  const { native: _, ...rest } = part
  return signed(to, out, { ...rest })
}
