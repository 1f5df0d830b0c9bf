import { registeredMimeType } from "../../../core/bytes/base64.ts"
import { inputObject } from "../../../core/chat/call-input.ts"
import type { MediaPart, ReasoningPart, ToolCallPart, ToolResultPart } from "../../../core/chat/chat.ts"
import type { JsonObjectBuilder } from "../../../core/json/builder.ts"
import type { JsonTemplate } from "../../../core/json/json.ts"
import type { NoteSink } from "../../../core/notes/note-writer.ts"
import { consumed, kindOf, noteField, restore } from "../context.ts"
import { details, mediaKind } from "./media.ts"

/** Thinking, with its text where it has one. */
export const encodeThought = ({ text }: ReasoningPart): JsonObjectBuilder => ({ text, thought: true })

/** An id that only this library made up for a call's place says nothing to the vendor. */
const isPlace = (id: string | undefined): boolean => id !== undefined && /^isg_\d+_\d+$/.test(id)

/** The id of a call or a result as the wire has it. */
export const encodeCallId = ({ id }: { readonly id?: string }): string | undefined => (isPlace(id) ? undefined : id)

/** A call that the client answers, with its input as a JSON object. */
export const encodeCall = (part: ToolCallPart, name: string, args: JsonTemplate): JsonObjectBuilder => ({
  functionCall: { id: encodeCallId(part), name, args }
})

/** A call or a result of a tool of the vendor's own, as it was read; undefined where another vendor made it. */
export const encodeProviderPart = (part: ToolCallPart | ToolResultPart): JsonObjectBuilder | undefined => {
  const member = kindOf(part)
  if (member === undefined) return undefined
  return restore({ [member]: part.type === "tool-call" ? madeCall(part, member) : madeResult(part, member) }, part)
}

const madeCall = (part: ToolCallPart, member: string): JsonObjectBuilder => {
  const { id, name, input } = part
  if (input.kind === "code") return { id, language: input.language, code: input.code }
  return member === "toolCall" ? { id, toolType: name === "" ? undefined : name, args: inputObject(part) ?? {} } : {}
}

const madeResult = ({ id, name, output, ...node }: ToolResultPart, member: string): JsonObjectBuilder => {
  if (member === "toolResponse") {
    return {
      id,
      toolType: name === "" ? undefined : name,
      response: output.kind === "json" ? output.json : undefined
    }
  }
  const [text] = output.kind === "parts" ? output.parts : []
  return { id, outcome: consumed(node, "outcome"), output: text?.type === "text" ? text.text : undefined }
}

const defaultTypes: Readonly<Record<MediaPart["media"], string>> = {
  image: "image/png",
  audio: "audio/wav",
  video: "video/mp4",
  document: "application/pdf"
}

/** Media as bytes. The vendor's API takes no file name: only its own client's are written. */
export const encodeInlineData = (
  to: NoteSink,
  part: MediaPart,
  own: boolean,
  data: string,
  mime = part.mime
): JsonObjectBuilder => {
  const guessed = mime === undefined && !own
  if (guessed) noteField(to, "media-type", part, "mime")
  const mimeType = guessed ? defaultTypes[part.media] : mime && registeredMimeType(mime)
  return mediaOut(to, part, own, "inlineData", { mimeType, data, displayName: own ? part.name : undefined }, mimeType)
}

/** Media at a URI. */
export const encodeFileData = (to: NoteSink, part: MediaPart, own: boolean, fileUri: string): JsonObjectBuilder =>
  mediaOut(
    to,
    part,
    own,
    "fileData",
    { mimeType: part.mime, fileUri, displayName: own ? part.name : undefined },
    part.mime,
    fileUri
  )

/** What this format cannot say of media. */
const lost = ["title", "context", "cite", "expires", "id"] as const

const mediaOut = (
  to: NoteSink,
  part: MediaPart,
  own: boolean,
  member: string,
  data: JsonObjectBuilder,
  mime: string | undefined,
  url?: string
): JsonObjectBuilder => {
  const out: JsonObjectBuilder = { [member]: data }
  if (mediaKind(mime, url) !== part.media) noteField(to, "media-kind", part, "media")
  if (part.name !== undefined && !own) noteField(to, "media-detail", part, "name")
  for (const field of lost) if (part[field] !== undefined) noteField(to, "media-detail", part, field)
  if (part.transcript !== undefined) noteField(to, "transcript", part, "transcript")
  if (part.detail !== undefined) {
    const level = [...details].find(([, detail]) => detail === part.detail)?.[0]
    if (level === undefined) noteField(to, "media-detail", part, "detail")
    else out["mediaResolution"] = { level }
  }
  if (part.clip !== undefined) {
    out["videoMetadata"] = { startOffset: part.clip.start, endOffset: part.clip.end, fps: part.clip.fps }
  }
  return out
}
