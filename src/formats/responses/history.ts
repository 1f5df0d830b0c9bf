import type {
  HistoryFormat,
  KeepableAnswer,
  NamedHistory,
  RecalledHistory,
  RecalledRequest
} from "../../core/history.ts"
import { appendAll } from "../../core/collections.ts"
import { isSealed } from "../../core/chat/envelope.ts"
import type { NoteSink } from "../../core/notes/note.ts"
import { note } from "./rules.ts"
import { listedPlace } from "./listed-items.ts"
import { nobodysId, sealedThoughts } from "./wire.ts"
import { memberEdit } from "../../core/passthrough.ts"
import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type JsonTemplate,
  JsonText,
  putMember,
  spelledMembers,
  spliceJson,
  stringifyJson
} from "../../core/json/json.ts"
import { beyondBounds, withoutEcho } from "../../core/framing/stream-limits.ts"
import { hasName, memberText, scalarMembers, childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { parsedOrNull } from "../../core/json/value.ts"

/** What only the vendor holds, and what to do without it. */
const refusals: readonly (readonly [member: string, applies: (value: Json) => boolean, message: string])[] = [
  [
    "conversation",
    (value) => value !== null,
    "`conversation` is not supported. Use `previous_response_id`, or send all items."
  ],
  ["prompt", (value) => value !== null, "`prompt` is not supported. Send its text as `instructions`."],
  ["background", (value) => value === true, "`background: true` is not supported. Use `stream: true`."]
]

const refused: HistoryFormat["refused"] = ({ object = {} }) => {
  for (const [member, applies, message] of refusals)
    if (applies(object[member] ?? null)) return { pointer: childPointer("", member), message }
  return undefined
}

const itemsIn = ({ object }: JsonText): readonly Json[] => {
  const input = object?.["input"]
  return isArray(input) ? input : []
}

/** What an item says of itself beside what it holds. */
const heads: ReadonlySet<string> = new Set(["type", "id", "status"])

const isNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === "" || (isArray(value) && value.length === 0)

/** The members of which one at least makes an item whole, whatever else it says; of other types any member does. */
const holding: ReadonlyMap<Json | undefined, readonly string[]> = new Map([
  ["item_reference", []],
  ["message", ["role", "content"]],
  ["reasoning", ["encrypted_content"]],
  ["compaction", ["encrypted_content"]],
  ["image_generation_call", ["result"]],
  ["code_interpreter_call", ["outputs"]],
  ["web_search_call", ["action"]],
  ["file_search_call", ["results"]],
  ["mcp_call", ["output", "error"]],
  ["mcp_list_tools", ["tools", "error"]]
])

/** Calls that say what was asked: whoever sends an answer's items back without having had the results included has no more. */
const asked: ReadonlySet<Json | undefined> = new Set([
  "web_search_call",
  "file_search_call",
  "code_interpreter_call",
  "mcp_call",
  "mcp_list_tools"
])

/** How far a picture is that its vendor has not, so that its item is all that there is of it. */
const undrawn: ReadonlySet<Json | undefined> = new Set(["in_progress", "generating", "incomplete", "failed"])

/**
 * Whether an item without its result is to be sent as it is where nothing is known of it.
 *
 * @see https://github.com/openai/openai-node `ResponseOutputItem` of openai 7.57.0: what may be null there (read 2026-11)
 */
const isCall = (item: JsonObject): boolean =>
  asked.has(item["type"]) || (item["type"] === "image_generation_call" && undrawn.has(item["status"]))

/**
 * The id of an item that stands for what is kept under it: a reference, or one that is not whole, in whose place the
 * vendor puts what it keeps itself, for all of its callers alike.
 *
 * @see https://community.openai.com/t/1358313 thoughts and pictures that are sent back by their ids alone (read 2026-11)
 * @see https://github.com/langchain-ai/langchain/pull/38372 a summary beside the id makes no difference (read 2026-11)
 */
const referenceIn = (item: Json): string | undefined => {
  if (!isObject(item)) return undefined
  const { id, role, content } = item
  if (typeof id !== "string" || isPrinted(item)) return undefined
  const type = item["type"] ?? (isNothing(role) && isNothing(content) ? "item_reference" : "message")
  const held = holding.get(type) ?? Object.keys(item).filter((key) => !heads.has(key))
  return held.every((key) => isNothing(item[key])) ? id : undefined
}

/** What a command of the client's own printed, which may be nothing. */
const isPrinted = ({ type, output }: JsonObject): boolean =>
  type === "local_shell_call_output" && typeof output === "string"

const isThought = (item: Json): item is JsonObject => isObject(item) && item["type"] === "reasoning"

/** What a client says itself of an item that is not known: a thought in full, or a call. */
const isSaid = (item: JsonObject): boolean => (isThought(item) ? !isNothing(item["content"]) : isCall(item))

/** Such an item under an id that nobody has: its vendor finds nothing there. */
const renamed = (item: JsonObject, id: string): string => {
  const { type } = item
  return stringifyJson({ ...spelledMembers(item), id: nobodysId(typeof type === "string" ? type : "", id) })
}

const named: HistoryFormat["named"] = (body): NamedHistory | undefined => {
  const previous = body.object?.["previous_response_id"]
  const [items, thoughts, calls]: [string[], string[], string[]] = [[], [], []]
  const input = itemsIn(body)
  for (const item of input) {
    const id = referenceIn(item)
    if (id !== undefined && isObject(item)) (isThought(item) ? thoughts : isCall(item) ? calls : items).push(id)
  }
  appendAll(items, approvedIn(input))
  const compared = comparedIn(body)
  if (typeof previous !== "string" && compared === undefined && items.length + thoughts.length + calls.length === 0)
    return undefined
  return {
    ...(typeof previous === "string" ? { previous } : {}),
    ...(compared === undefined ? {} : { compared }),
    items,
    thoughts,
    calls
  }
}

/** The ids of the vendor's questions that are answered without being repeated: it alone holds them. */
const approvedIn = (input: readonly Json[]): readonly string[] => {
  const repeated = new Set(input.map((item) => (isObject(item) && item["type"] === asking ? item["id"] : undefined)))
  return input.flatMap((item) => {
    if (!isObject(item) || item["type"] !== "mcp_approval_response") return []
    const id = item["approval_request_id"]
    return typeof id !== "string" || repeated.has(id) ? [] : [id]
  })
}

const asking = "mcp_approval_request"

/** @see https://platform.openai.com/docs/guides/prompt-caching which response a cache's use is diagnosed against (SDK 7.57) */
const comparedIn = ({ object }: JsonText): NamedHistory["compared"] => {
  const options = object?.["prompt_cache_options"]
  const id = isObject(options) ? options["comparison_response_id"] : undefined
  return typeof id === "string" ? { id, at: "/prompt_cache_options/comparison_response_id" } : undefined
}

/** The items of a request, each as it was spelled; a text is one message. */
const ownItems = (body: JsonText): readonly string[] => {
  const input = body.object?.["input"]
  if (typeof input === "string") return [stringifyJson({ type: "message", role: "user", content: input })]
  return itemsIn(body).map((item) => JsonText.of(item).text)
}

const recall = (body: JsonText, { before, withheld = false, items }: RecalledHistory): RecalledRequest => {
  if (before.length + items.size === 0 && !withheld) return { body, place: (at) => at, notes: [] }
  const object = body.object ?? {}
  const to: NoteSink = { notes: [] }
  if (withheld) note(to, "foreign-opaque/previous", "/previous_response_id")
  const own: string[] = []
  const places: number[] = []
  for (const [index, item] of itemsIn(body).entries()) {
    const id = referenceIn(item) ?? ""
    const kept = items.get(id) ?? JsonText.of(item).text
    const text = kept === "" && isObject(item) && isSaid(item) ? renamed(item, id) : kept
    if (text === "") note(to, "foreign-opaque/unknown", childPointer("/input", index))
    else places[own.push(text) - 1] = index
  }
  const isText = typeof object["input"] === "string"
  const input = [...before, ...(isText ? ownItems(body) : own)].map((text) => JsonText.source(text))
  const whole: { [key: string]: JsonTemplate } = {}
  for (const key of Object.keys(object))
    if (key !== "previous_response_id") putMember(whole, key, key === "input" ? input : JsonText.member(object, key))
  if (object["input"] === undefined) whole["input"] = input
  const place = (at: JsonPointer): JsonPointer => placeOf(at, before.length, isText, places)
  return { body: JsonText.source(spliceJson(whole)), place, notes: to.notes }
}

/**
 * Where the client said what stands at a place of its request with the history put in. `places`: where it said the
 * items that are left of its own.
 */
const placeOf = (at: JsonPointer, before: number, isText: boolean, places: readonly number[]): JsonPointer => {
  const [, index, rest = ""] = /^\/input\/(\d+)(\/.*)?$/s.exec(at) ?? []
  if (index === undefined) return at
  if (Number(index) < before) return "/previous_response_id"
  const own = Number(index) - before
  return isText ? "/input" : `/input/${places[own] ?? own}${rest}`
}

/** How answers end that are kept: one that failed has what was said of it, and why. */
const ended: ReadonlySet<string> = new Set(["completed", "incomplete", "failed", "cancelled"])

const answer: HistoryFormat["answer"] = ({ id, status, store }): KeepableAnswer | undefined => {
  if (typeof id !== "string" || typeof status !== "string" || !ended.has(status)) return undefined
  return { id, atVendor: store !== false }
}

const edits: HistoryFormat["edits"] = (head, isStored, previous) => [
  ...memberEdit(head, "store", isStored),
  ...(previous === undefined || !isStored ? [] : memberEdit(head, "previous_response_id", previous))
]

/** The events of a stream that tell its answer: the first ones, and the last. */
const telling: ReadonlySet<Json | undefined> = new Set(
  ["created", "queued", "in_progress", ...ended].map((status) => `response.${status}`)
)

/** Whether data may be of such an event, at a glance. */
const mayTell = /"response\.(?:created|queued|in_progress|completed|incomplete|failed|cancelled)"/

/** Nothing is left with the vendor, and what it thought comes along sealed. An `include` that is no list is left as it is. */
const unkept: HistoryFormat["unkept"] = ({ object }) => {
  if (object === undefined || object["store"] === false) return []
  const included = object["include"] ?? []
  const asks = !isArray(included) || included.includes(sealedThoughts)
  return [
    ...memberEdit(object, "store", false),
    ...(asks ? [] : memberEdit(object, "include", [...included, sealedThoughts]))
  ]
}

/** How clients of the Responses API go on from answers that were kept for them. */
export const history: HistoryFormat = {
  refused,
  named,
  unkept,
  recall,
  items: (body) => (body.object?.["store"] === false ? undefined : ownItems(body)),
  answer,
  edits,
  listedPlace,
  isSealedThought: (item) => {
    if (parsedOrNull(memberText(item, "type") ?? "null") !== "reasoning") return false
    const { encrypted_content: bytes, content } = JsonText.source(item).object ?? {}
    return typeof bytes === "string" && bytes !== "" ? !isSealed(bytes) : isNothing(content)
  },
  told: (data, isOwn = false) => {
    if (!hasName(data, mayTell) || (!isOwn && beyondBounds(withoutEcho(data)) !== undefined)) return undefined
    const answer = memberText(data, "response")
    return telling.has(scalarMembers(data)["type"]) && answer?.startsWith("{") === true
      ? { answer, at: "/response" }
      : undefined
  }
}
