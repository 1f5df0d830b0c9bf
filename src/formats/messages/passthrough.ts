import { carryingMark, openCallId } from "../../core/chat/call-id.ts"
import { isSealed, type OpaqueEnvelope, textDigest, unsealEnvelope } from "../../core/chat/envelope.ts"
import { saysError } from "../../core/chat/codec.ts"
import type { BodyEdit, WireRequest } from "../../core/format.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../core/json/json.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { parsedOrNull } from "../../core/json/value.ts"
import { gatewayMembers } from "../../core/naming/gateways.ts"
import { compileNaming, modelMembers, unreadLists } from "../../core/naming/naming.ts"
import { eventValue } from "../../core/framing/stream-limits.ts"
import type { StreamFrame } from "../../core/framing/transducer.ts"
import type { Translated, TranslationNote } from "../../core/notes/note.ts"
import { hasError, quotesError, type Passthrough } from "../../core/passthrough.ts"
import { eachObject } from "../../core/reading/issue-reader.ts"
import { isMadeCitation } from "./citations.ts"
import { rules } from "./rules.ts"
import { usageIn } from "./response-end.ts"
import { ownVendor } from "./wire.ts"

const reference = "https://platform.claude.com/docs/en/api/messages/create"
const fallbacks = "https://platform.claude.com/docs/en/build-with-claude/refusals-and-fallback"

/** How bodies of this format decide which model works; tools may also be defined inside the conversation. */
export const naming = /* @__PURE__ */ compileNaming({
  members: [
    ...modelMembers(
      reference,
      "/model",
      "/tools/*/model",
      "/messages/*/content/*/tool/definition/model",
      "/messages/*/content/*/tool_changes/*/tool/definition/model"
    ),
    { path: "/fallbacks", decides: "choice", prefix: "default", source: fallbacks },
    ...modelMembers(fallbacks, "/fallbacks/*", "/fallbacks/*/model"),
    ...gatewayMembers
  ],
  known:
    "billing_policy cache_control compaction container context_management diagnostics fallback_credit_token inference_geo max_tokens mcp_servers messages metadata output_config output_format service_tier speed stop_sequences stream system temperature thinking thread tool_choice tools top_k top_p user_profile_id workspace_id".split(
      " "
    )
})

/**
 * What nobody need read of a body of this format: nothing in its messages is thought, cited, or cached as its vendor does
 * not know it, no budget wants the calls' thinking, and no servers are there, whose header depends on the tools.
 */
const unread = /* @__PURE__ */ unreadLists(naming, {
  lists: { messages: '[{"role":"user","content":"-"}]', tools: '[{"name":"-","input_schema":{"type":"object"}}]' },
  members: ["/messages/**/thinking", "/messages/**/signature", "/messages/**/citations"],
  begins: ["persistent", "redacted_thinking"],
  holds: [carryingMark, "budget_tokens"],
  beside: ["mcp_servers"]
})

/** What is found while a body is looked through. */
interface EditSearch {
  readonly model: string
  readonly edits: BodyEdit[]
  readonly notes: TranslationNote[]
}

/**
 * This format's own spellings that its vendor does not know, as changes to bytes that pass: the cache kind `persistent`,
 * thinking that the vendor did not sign, ids that carry bytes, and citations that a translation made. Where the calls that
 * are answered have no thinking, it is turned off, which would want theirs.
 */
const edits = (call: WireRequest): Translated<readonly BodyEdit[]> => {
  const search: EditSearch = { model: call.model, edits: [], notes: [] }
  const body = call.body.object
  if (body !== undefined) {
    cacheEdit(search, body, "")
    for (const key of ["tools", "system"]) eachObject(body, key, "", (item, at) => cacheEdit(search, item, at))
    eachObject(body, "messages", "", (message, at) => messageEdits(search, message, at))
    thinkingOff(search, body)
  }
  return { value: search.edits, notes: search.notes }
}

/**
 * Turns thinking with a budget off where the calls that are answered stand without any: the vendor wants their turn to begin
 * with it. An edit took it, or a model made them that did not think.
 *
 * @see https://github.com/n8n-io/n8n/issues/22550 status and sentence of Opus 4.5 (2025-12)
 * @see https://github.com/anomalyco/opencode/issues/3077 the same of Sonnet 4.5 (read 2026-11)
 * @see https://platform.claude.com/docs/en/build-with-claude/thinking-tool-workflows a loop of calls is one turn (read 2026-11)
 */
const thinkingOff = (search: EditSearch, { thinking, messages }: JsonObject): void => {
  if (!isObject(thinking) || thinking["type"] !== "enabled" || !isArray(messages)) return
  const begin = messages.findLastIndex((it) => memberOf(it, "role") === "user" && !answers(it)) + 1
  const blocks = messages.slice(begin).flatMap(blocksIn)
  const kinds = new Set(blocks.map((block) => (isForeign(block, search.model) ? "" : memberOf(block, "type"))))
  if (!kinds.has("tool_use") || kinds.has("thinking") || kinds.has("redacted_thinking")) return
  search.edits.push({ path: "/thinking", value: { type: "disabled" } })
  search.notes.push(rules.note("thinking/off", "/thinking", { detail: "The open calls came without their thinking." }))
}

/** Whether a message answers calls. */
const answers = (message: Json): boolean => blocksIn(message).some((block) => memberOf(block, "type") === "tool_result")

/** The blocks of a message. */
const blocksIn = (message: Json): readonly Json[] => {
  const content = memberOf(message, "content")
  return isArray(content) ? content : []
}

const memberOf = (value: Json, name: string): Json | undefined => (isObject(value) ? value[name] : undefined)

const cacheEdit = (search: EditSearch, object: JsonObject, at: JsonPointer): void => {
  const control = object["cache_control"]
  if (!isObject(control) || control["type"] !== "persistent") return
  const path = childPointer(at, "cache_control")
  search.edits.push({ path, value: { type: "ephemeral", ttl: "1h" } })
  search.notes.push(rules.note("spelling/cache", path))
}

const messageEdits = (search: EditSearch, message: JsonObject, at: JsonPointer): void => {
  const content = message["content"]
  if (!isArray(content)) return
  if (content.length > 0 && content.every((block) => isForeign(block, search.model))) {
    search.edits.push({ path: at })
    search.notes.push(rules.note("unsigned-thinking", childPointer(at, "content")))
    return
  }
  eachObject(message, "content", at, (block, place) => {
    if (isForeign(block, search.model)) {
      search.edits.push({ path: place })
      search.notes.push(rules.note("unsigned-thinking", place))
    } else blockEdits(search, block, place)
  })
}

const blockEdits = (search: EditSearch, block: JsonObject, at: JsonPointer): void => {
  cacheEdit(search, block, at)
  switch (block["type"]) {
    case "text":
      return citationEdits(search, block, at)
    case "thinking":
      return thinkingEdit(search, block, childPointer(at, "signature"))
    case "redacted_thinking":
      return thinkingEdit(search, block, childPointer(at, "data"))
    case "tool_use":
      return idEdit(search, block, "id", at)
    case "tool_result":
      idEdit(search, block, "tool_use_id", at)
      return insideEdits(search, block, at)
    default:
      insideEdits(search, block, at)
      if (isObject(block["source"])) insideEdits(search, block["source"], childPointer(at, "source"))
  }
}

/** The same for the blocks inside one. */
const insideEdits = (search: EditSearch, block: JsonObject, at: JsonPointer): void =>
  eachObject(block, "content", at, (inner, path) => blockEdits(search, inner, path))

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
  return bytes === "" || (isSealed(bytes) && !isSound(unsealEnvelope(bytes), block["thinking"], model))
}

const isSound = (envelope: OpaqueEnvelope | undefined, text: Json | undefined, model: string): boolean =>
  envelope !== undefined &&
  envelope.opaque.vendor === ownVendor &&
  (envelope.opaque.model ?? model) === model &&
  (typeof text !== "string" || envelope.digest === textDigest(text))

/** The vendor's own bytes in an envelope go back to their native place. */
const thinkingEdit = (search: EditSearch, block: JsonObject, path: JsonPointer): void => {
  const bytes = bytesOf(block)
  const envelope = bytes === undefined ? undefined : unsealEnvelope(bytes)
  if (envelope !== undefined) search.edits.push({ path, value: envelope.opaque.data })
}

/** A call and its result get their plain id. */
const idEdit = (search: EditSearch, block: JsonObject, key: "id" | "tool_use_id", at: JsonPointer): void => {
  const value = block[key]
  const opened = typeof value === "string" ? openCallId(value) : undefined
  if (opened !== undefined) search.edits.push({ path: childPointer(at, key), value: opened.id })
}

const citationEdits = (search: EditSearch, block: JsonObject, at: JsonPointer): void => {
  const citations = block["citations"]
  if (!isArray(citations)) return
  const path = childPointer(at, "citations")
  const made = citations.map(isMadeCitation)
  if (!made.some(Boolean)) return
  search.notes.push(rules.note("citation", path))
  if (made.every(Boolean)) search.edits.push({ path })
  else made.forEach((is, index) => is && search.edits.push({ path: childPointer(path, index) }))
}

const isUnread = ({ event }: StreamFrame): boolean => event === "content_block_delta" || event === "ping"

/** Whether data of an event may tell an error instead, at a glance: in the texts of answers such quotes are escaped. */
const mayFail = /"error"/

/** What is looked at where bytes of this format pass: every event but deltas of content and pings, unless these may tell an error. */
export const passthrough: Passthrough = {
  naming,
  unread,
  edits,
  usage: usageIn,
  answers: ({ content, error }) => isArray(content) && !saysError(error),
  tells: (frame) => !isUnread(frame) || mayFail.test(frame.data),
  ends: ({ event, data }) => event === "message_stop" && !mayFail.test(data) && isObject(eventValue(data)),
  fails: (frame) =>
    frame.event === "error" ? isObject(parsedOrNull(frame.data)) : frame.event === undefined && hasError(frame),
  quotes: quotesError
}
