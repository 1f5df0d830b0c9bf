import type { ReplyEncodeContext } from "../../core/chat/codec.ts"
import type { JsonObjectBuilder } from "../../core/json/json.ts"
import { type EncodedPart, note, noteLeftovers, finishNode, isOwn } from "./context.ts"
import { id, ownVendor } from "./wire.ts"
import { carriedId, isUnsignedThought, type PartAt, wordsBefore } from "../../core/chat/carried-calls.ts"
import { hiddenThought } from "../../core/chat/envelope.ts"
import type {
  OpaqueBytes,
  ContentPart,
  MediaPart,
  ReasoningPart,
  TextPart,
  ToolCallPart
} from "../../core/chat/node.ts"
import { encodeInlineData } from "./media.ts"
import { signedText, encodeOpaque, sealOpaque } from "./opaque.ts"
import { encodeThought } from "./parts.ts"
import { encodeCall, encodeVendorPart } from "./tool-calls.ts"
import { inputObject, lacksInput } from "../../core/chat/tool-calls.ts"

/** A part whose id, where it is a call, carries the bytes that it needs, and which is signed with what is not shown. */
export const withCarriedBytes = (
  to: ReplyEncodeContext,
  part: ContentPart,
  index: number,
  partAt: PartAt
): ContentPart => {
  if (part.type !== "tool-call") return part
  const { opaque } = part
  const words = opaque === undefined && part.runBy === "client" && isUnshown(to) ? wordsBefore(index, partAt) : ""
  return {
    ...part,
    ...(part.id === undefined ? {} : { id: carriedId(part.id, part, index, partAt, ownVendor) }),
    ...(words === "" ? {} : { opaque: [hiddenThought(words)] })
  }
}

/** Whether a client shows no thoughts. */
const isUnshown = ({ preferences }: ReplyEncodeContext): boolean => preferences.thinking === "hidden"

/** Whether a part is a thought that is told with the call that it led to alone. */
export const waitsForCall = (to: ReplyEncodeContext, part: ContentPart): boolean =>
  isUnshown(to) && isUnsignedThought(part)

/** A part of an answer as the wire has it; undefined where it has no place, which leaves a note. `cut`: by a limit. */
export const encodeReplyPart = (
  to: ReplyEncodeContext,
  part: ContentPart,
  index: number,
  cut: boolean
): EncodedPart | undefined => {
  const finish = (out: JsonObjectBuilder, plain: ContentPart): JsonObjectBuilder => signed(to, out, plain, index)
  switch (part.type) {
    case "text":
      return encodeReplyText(to, part, index)
    case "refusal":
      return void note(to, part.text === "" ? "empty-part" : "block", part.at)
    case "reasoning":
      return encodeReplyThought(to, part, index)
    case "tool-call":
      return part.runBy === "provider" ? encodeVendorPart(to, part, finish) : encodeReplyCall(to, part, index, cut)
    case "tool-result":
      if (part.runBy === "provider") return encodeVendorPart(to, part, finish)
      break
    case "media":
      return encodeReplyMedia(to, part, index)
    case "unknown":
      if (part.format === id) return part.body
      break
    case "search-result":
    case "tool-change":
    case "compaction":
      break
  }
  note(to, "unknown-part", part.at)
  noteLeftovers(to, part)
  return undefined
}

/** Whether a part has members beside its text. */
const saysMore = (part: ContentPart): boolean => isOwn(part) || part.native?.rest !== undefined

/** An empty text that carries nothing is nothing. */
const encodeReplyText = (to: ReplyEncodeContext, part: TextPart, index: number): JsonObjectBuilder | undefined => {
  const silent = part.text === "" && (part.opaque ?? []).length === 0 && !saysMore(part)
  if (!silent) return signed(to, { text: part.text }, part, index)
  if (part.citations !== undefined) note(to, "citation", part.at)
  return undefined
}

/** Finishes a part: its bytes, and what only this format knows. */
const signed = (
  to: ReplyEncodeContext,
  out: JsonObjectBuilder,
  part: ContentPart,
  index: number
): JsonObjectBuilder => {
  const [first, second] = part.opaque ?? []
  if (first !== undefined) out["thoughtSignature"] = encodeOpaque(first, index, signedText(part))
  if (second !== undefined) note(to, "foreign-opaque/second", part.at)
  return finishNode(to, out, part)
}

/** The bytes that came after the text that they cover, in a part of their own; `digest`: the text's. */
export const lateSignature = (
  to: ReplyEncodeContext,
  part: ContentPart,
  [first, second]: readonly OpaqueBytes[],
  index: number,
  digest: string
): JsonObjectBuilder => {
  if (second !== undefined) note(to, "foreign-opaque/second", part.at)
  const thoughtSignature = first === undefined ? undefined : sealOpaque(first, index, digest)
  return part.type === "reasoning" ? { text: "", thought: true, thoughtSignature } : { text: "", thoughtSignature }
}

/** Thinking that nothing signs is told as the client asked: in a part of its own, as text, or not at all. */
const encodeReplyThought = (
  to: ReplyEncodeContext,
  part: ReasoningPart,
  index: number
): JsonObjectBuilder | undefined => {
  const hasBytes = (part.opaque ?? []).length > 0
  if (part.id !== undefined) note(to, "bookkeeping/id", part.at)
  const { text: shown } = part
  if (hasBytes) return signed(to, encodeThought(part), part, index)
  if (shown === undefined || (shown === "" && !saysMore(part))) {
    return void note(to, "empty-part/thinking", part.at)
  }
  if (isUnshown(to)) return undefined
  return to.preferences.thinking === "field"
    ? finishNode(to, { text: shown, thought: true }, part)
    : { text: `<think>\n${shown}\n</think>\n` }
}

/** A call whose input is not a JSON object is never an empty one: it is left out. */
const encodeReplyCall = (
  to: ReplyEncodeContext,
  part: ToolCallPart,
  index: number,
  cut: boolean
): JsonObjectBuilder | undefined => {
  const input = inputObject(part)
  if (input === undefined) return void note(to, cut ? "broken-call/cut" : "broken-call", part.at)
  if (part.input.kind === "text") note(to, "input-text", part.at)
  if (lacksInput(part)) note(to, "empty-input", part.at)
  if (part.toolset !== undefined || part.caller !== undefined) note(to, "unknown-member", part.at)
  return signed(to, encodeCall(part, part.name, input), part, index)
}

const encodeReplyMedia = (to: ReplyEncodeContext, part: MediaPart, index: number): JsonObjectBuilder | undefined =>
  part.source.kind === "base64"
    ? signed(to, encodeInlineData(to, part, false, part.source.data), part, index)
    : void note(to, "answer-media", part.at)
