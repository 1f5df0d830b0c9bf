import { openCallId } from "../../core/chat/call-id.ts"
import { eachObject } from "../../core/reading/wire-objects.ts"
import { textDigest, type OpaqueEnvelope, isSealed, unsealEnvelope as openEnvelope } from "../../core/chat/envelope.ts"
import type { WireRequest, BodyEdit } from "../../core/format.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../core/json/json.ts"
import type { TranslationNote, Translated } from "../../core/notes/note.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { isMade } from "./citations.ts"
import { rules } from "./rules.ts"
import { ownVendor } from "./wire.ts"

/** What is found while a body is looked through. */
interface Found {
  readonly model: string
  readonly edits: BodyEdit[]
  readonly notes: TranslationNote[]
}

/**
 * This format's own spellings that its vendor does not know, as changes to bytes that pass: the cache kind `persistent`,
 * thinking that the vendor did not sign, ids that carry bytes, and citations that a translation made.
 */
export const edits = (call: WireRequest): Translated<readonly BodyEdit[]> => {
  const found: Found = { model: call.model, edits: [], notes: [] }
  const body = call.body.object
  if (body !== undefined) {
    cacheEdit(found, body, "")
    for (const key of ["tools", "system"]) eachObject(body, key, "", (item, at) => cacheEdit(found, item, at))
    eachObject(body, "messages", "", (message, at) => messageEdits(found, message, at))
  }
  return { value: found.edits, notes: found.notes }
}

const cacheEdit = (found: Found, object: JsonObject, at: JsonPointer): void => {
  const control = object["cache_control"]
  if (!isObject(control) || control["type"] !== "persistent") return
  const path = childPointer(at, "cache_control")
  found.edits.push({ path, value: { type: "ephemeral", ttl: "1h" } })
  found.notes.push(rules.note("cache-hour", path))
}

const messageEdits = (found: Found, message: JsonObject, at: JsonPointer): void => {
  const content = message["content"]
  if (!isArray(content)) return
  if (content.length > 0 && content.every((block) => isForeign(block, found.model))) {
    found.edits.push({ path: at })
    found.notes.push(rules.note("reasoning", childPointer(at, "content")))
    return
  }
  eachObject(message, "content", at, (block, place) => {
    if (isForeign(block, found.model)) {
      found.edits.push({ path: place })
      found.notes.push(rules.note("reasoning", place))
    } else blockEdits(found, block, place)
  })
}

const blockEdits = (found: Found, block: JsonObject, at: JsonPointer): void => {
  cacheEdit(found, block, at)
  switch (block["type"]) {
    case "text":
      return citationEdits(found, block, at)
    case "thinking":
      return thinkingEdit(found, block, childPointer(at, "signature"))
    case "redacted_thinking":
      return thinkingEdit(found, block, childPointer(at, "data"))
    case "tool_use":
      return idEdit(found, block, "id", at)
    case "tool_result":
      idEdit(found, block, "tool_use_id", at)
      return insideEdits(found, block, at)
    default:
      insideEdits(found, block, at)
      if (isObject(block["source"])) insideEdits(found, block["source"], childPointer(at, "source"))
  }
}

/** The same for the blocks inside one. */
const insideEdits = (found: Found, block: JsonObject, at: JsonPointer): void =>
  eachObject(block, "content", at, (inner, path) => blockEdits(found, inner, path))

/** The bytes of a thinking block. */
const bytesOf = (block: JsonObject): string | undefined => {
  const bytes =
    block["type"] === "thinking"
      ? (block["signature"] ?? "")
      : block["type"] === "redacted_thinking"
        ? block["data"]
        : undefined
  return typeof bytes === "string" ? bytes : undefined
}

/** Whether a block is thinking that nobody signed, or whose envelope is not to be believed: it comes from the client. */
const isForeign = (block: Json, model: string): boolean => {
  if (!isObject(block)) return false
  const bytes = bytesOf(block)
  if (bytes === undefined) return false
  return bytes === "" || (isSealed(bytes) && !isSound(openEnvelope(bytes), block["thinking"], model))
}

const isSound = (envelope: OpaqueEnvelope | undefined, text: Json | undefined, model: string): boolean =>
  envelope !== undefined &&
  envelope.opaque.vendor === ownVendor &&
  (envelope.opaque.model ?? model) === model &&
  (typeof text !== "string" || envelope.digest === textDigest(text))

/** The vendor's own bytes in an envelope go back to their native place. */
const thinkingEdit = (found: Found, block: JsonObject, path: JsonPointer): void => {
  const bytes = bytesOf(block)
  const envelope = bytes === undefined ? undefined : openEnvelope(bytes)
  if (envelope !== undefined) found.edits.push({ path, value: envelope.opaque.data })
}

/** A call and its result get their plain id. */
const idEdit = (found: Found, block: JsonObject, key: "id" | "tool_use_id", at: JsonPointer): void => {
  const said = block[key]
  const opened = typeof said === "string" ? openCallId(said) : undefined
  if (opened !== undefined) found.edits.push({ path: childPointer(at, key), value: opened.id })
}

const citationEdits = (found: Found, block: JsonObject, at: JsonPointer): void => {
  const citations = block["citations"]
  if (!isArray(citations)) return
  const path = childPointer(at, "citations")
  const made = citations.map(isMade)
  if (!made.some(Boolean)) return
  found.notes.push(rules.note("citation", path))
  if (made.every(Boolean)) found.edits.push({ path })
  else made.forEach((is, index) => is && found.edits.push({ path: childPointer(path, index) }))
}
