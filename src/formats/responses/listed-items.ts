import { isObject, type Json, type JsonObject, type JsonTemplate, JsonText, putMember } from "../../core/json/json.ts"
import { memberText } from "../../core/json/pointer.ts"
import { parsedOrNull } from "../../core/json/value.ts"
import type { ConversationLink, HistoryFormat } from "../../core/history.ts"

/** An item of a conversation as it is listed: its text as it is kept, and the id that it has in the list alone. */
interface ListedItem {
  readonly id: string
  readonly text: string
}

/** So many UTF-16 code units of items are looked at before others have their turn. */
const mostInTurn = 512 * 1024

/** The longest id of an item that can be asked for; those of the API have 64 characters at most. */
const longestId = 256

/**
 * The items of a conversation, oldest first, each with an id that no other has and by which it can be referred to: that
 * under which an answer told it, unless it has none, or one that an item before it has; then, and where a client sent it,
 * one that its place makes. What is no object is no item.
 */
export function* listedItems(links: readonly ConversationLink[]): Generator<void, readonly ListedItem[], void> {
  const listed: ListedItem[] = []
  const told = new Set<string>()
  let left = mostInTurn
  for (const { response, input, output } of links)
    for (const [index, text] of [...input, ...output].entries()) {
      if (!/^\s*\{/.test(text)) continue
      const own = index < input.length ? undefined : stringIn(text, "id")
      const id = isOwn(own) && !told.has(own) ? own : madeId(text, response, index)
      told.add(id)
      listed.push({ id, text })
      if ((left -= text.length) > 0) continue
      left = mostInTurn
      yield
    }
  return listed
}

const isOwn = (id: string | undefined): id is string => id !== undefined && id !== "" && id.length <= longestId

const stringIn = (text: string, name: string): string | undefined => {
  const value = parsedOrNull(memberText(text, name) ?? "")
  return typeof value === "string" ? value : undefined
}

/** What ids of items begin with, by their type. */
const prefixes: ReadonlyMap<string | undefined, string> = new Map([
  [undefined, "msg"],
  ["message", "msg"],
  ["reasoning", "rs"],
  ["function_call", "fc"],
  ["custom_tool_call", "ctc"]
])

/** The id that the place of an item makes: nothing else has it, since it names the response that the item came with. */
const madeId = (text: string, response: string, index: number): string =>
  `${prefixes.get(stringIn(text, "type")) ?? "item"}_${response}_${index}`

/** The response and the place of an item in it, as {@link madeId} says them. */
export const listedPlace: HistoryFormat["listedPlace"] = (id) => {
  const [, response, index] = /^[a-z]{2,4}_(\w.*)_(\d{1,6})$/s.exec(id) ?? []
  return response === undefined ? undefined : { response, index: Number(index) }
}

/** Kinds of items that say how far they are. */
const withStatus: ReadonlySet<Json | undefined> = new Set(["message", "function_call", "function_call_output"])

/**
 * An item as the API lists it. What a client may leave out is there.
 *
 * @see https://github.com/openai/openai-node `ResponseItem` of openai 7.57.0 (read 2026-11)
 */
export const listedItem = ({ id, text }: ListedItem): JsonTemplate => {
  const source = JsonText.source(text)
  return isObject(source.object) ? listed(source.object, id) : source
}

const listed = (object: JsonObject, id: string): JsonTemplate => {
  const type = object["type"] ?? "message"
  const item: { [key: string]: JsonTemplate } = { id, type }
  if (withStatus.has(type)) item["status"] = object["status"] ?? "completed"
  for (const key of Object.keys(object))
    if (!Object.hasOwn(item, key)) putMember(item, key, JsonText.member(object, key))
  const { role, content } = object
  if (type === "message" && typeof content === "string") item["content"] = [partOf(role, content)]
  return item
}

const partOf = (role: Json | undefined, text: string): JsonTemplate =>
  role === "assistant" ? { type: "output_text", text, annotations: [] } : { type: "input_text", text }
