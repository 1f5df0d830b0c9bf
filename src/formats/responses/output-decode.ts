import { type Carrier, hiddenThoughtIn, isSealed, unsealEnvelope } from "../../core/chat/envelope.ts"
import type { ContentPart } from "../../core/chat/chat.ts"
import type { NativeExtras, VendorId } from "../../core/chat/node.ts"
import type { ReplyContext } from "../../core/format.ts"
import {
  type MutableDraft,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  JsonText,
  spelledMembers
} from "../../core/json/json.ts"
import { childPointer } from "../../core/json/pointer.ts"
import type { NoteSink } from "../../core/notes/note.ts"
import { ObjectReader } from "../../core/reading/object-reader.ts"
import { asAnswered, consume } from "./context.ts"
import { decodeOpaque } from "./opaque.ts"
import { decodePart } from "./parts.ts"
import { asDeclared, asEnded, callTypes, decodeToolCall } from "./tool-calls.ts"
import { id, ownVendor } from "./wire.ts"

/** What an item of an answer says: parts, or bytes of a part beside it. */
interface DecodedItem {
  readonly parts: readonly ContentPart[]
  readonly carrier?: Omit<Carrier, "before">
}

/** Reads an item of an answer's `output`. What the request's encoding renamed is undone. */
export const decodeOutputItem = (from: ObjectReader, to: NoteSink, reply: ReplyContext): DecodedItem => {
  const { at, object } = from
  const type = itemType(object)
  if (type === "message") return { parts: decodeMessageItem(from) }
  if (callTypes.has(type)) return { parts: [asEnded(asDeclared(decodeToolCall(from, type), reply), object)] }
  if (type === "reasoning") {
    const read = decodeOpaque(from, to, reply.vendor ?? ownVendor)
    return "part" in read ? { parts: [read.part] } : { parts: [], carrier: { envelope: read.envelope, at } }
  }
  const whole = type === "compaction" ? compactionOf(object, reply) : pictureOf(object, type)
  return { parts: [{ at, ...(whole ?? { type: "unknown", format: id, kind: type, body: JsonText.of(object) }) }] }
}

/** The type of an item; one that says none is a message. */
export const itemType = ({ type }: JsonObject): string => (typeof type === "string" ? type : "message")

/** The parts of a message; the first keeps what the item says besides them. */
const decodeMessageItem = (from: ObjectReader): readonly ContentPart[] => {
  const parts = contentItems(from.object["content"]).map(([item, index]) =>
    decodePart(from.with(item, childPointer(from.below("content"), index)), "model")
  )
  const [first, ...more] = parts
  return first === undefined ? parts : [beginningMessage(first, from.object), ...more]
}

const contentItems = (content: Json | undefined): readonly (readonly [JsonObject, number])[] =>
  isArray(content) ? content.flatMap((item, index) => (isObject(item) ? [[item, index] as const] : [])) : []

/** A part with which a message begins: it keeps what the message says besides its content. */
const beginningMessage = (part: ContentPart, message: JsonObject): ContentPart => {
  const marked: MutableDraft<ContentPart> = { ...part }
  consume(marked, "message", without(message, "content"))
  return marked
}

/** An object without one of its members. */
const without = (object: JsonObject, member: string): JsonText => {
  const { [member]: _, ...rest } = spelledMembers(object)
  return JsonText.tree(rest)
}

const nativeItem = (item: JsonText, kind: string): NativeExtras => ({
  format: id,
  kind,
  consumed: new Map([["item", item]])
})

type Undone = Extract<ContentPart, { type: "media" | "compaction" }>

/** A summary that stands for turns before: ours in words, the vendor's in its bytes. */
const compactionOf = (object: JsonObject, { vendor = ownVendor }: { readonly vendor?: VendorId }): Undone => {
  const data = typeof object["encrypted_content"] === "string" ? object["encrypted_content"] : ""
  const opened = isSealed(data) ? unsealEnvelope(data) : undefined
  const text = opened && hiddenThoughtIn(opened.opaque)
  const native = nativeItem(JsonText.of(object), "compaction")
  return text === undefined
    ? { type: "compaction", opaque: [opened?.opaque ?? { vendor, kind: "encrypted", data }], native }
    : { type: "compaction", text, native }
}

/** The picture that a model made, whose bytes are its source alone; undefined where there is none. */
const pictureOf = (object: JsonObject, type: string): Undone | undefined => {
  const { result, output_format: format } = object
  if (type !== "image_generation_call" || typeof result !== "string" || result === "") return undefined
  const mime = `image/${typeof format === "string" ? format : "png"}`
  return {
    type: "media",
    media: "image",
    mime,
    source: { kind: "base64", data: result },
    native: nativeItem(without(object, "result"), type)
  }
}

/** The reader of an item of an answer, or of a piece of one that stands nowhere. */
export const itemReader = (reader: ObjectReader["reader"], item: JsonObject, at = ""): ObjectReader =>
  new ObjectReader(reader, item, at, asAnswered)
