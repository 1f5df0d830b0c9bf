import type { GatewayError } from "../../core/errors/error.ts"
import {
  copyText,
  eventValue,
  HeldCounter,
  itemWeight,
  TextBuffer,
  withoutEcho
} from "../../core/framing/stream-limits.ts"
import type { StreamFrame } from "../../core/framing/transducer.ts"
import {
  type JsonObjectBuilder,
  type JsonObject,
  JsonText,
  objectOr,
  putMember,
  stringifyJson
} from "../../core/json/json.ts"
import { parsedOrNull, closingQuote } from "../../core/json/value.ts"
import { memberText, scalarMembers, valuePlaces } from "../../core/json/pointer.ts"
import type { PassedStream, Passthrough } from "../../core/passthrough.ts"
import { errorMembers, failedMembers } from "./wire.ts"

/** The events that show the answer before anything is in it. */
const heads: ReadonlySet<string> = new Set(["response.created", "response.queued", "response.in_progress"])

/** The item of an event, by its place in the output. */
const placed = /"output_index"\s*:\s*(\d+)/

/** What stands before the number of an event that has one. */
const number = '"sequence_number"'

/** The number of an event. */
const numbered = /"sequence_number"\s*:\s*(\d+)/

/**
 * Remembers of a stream that passes what tells its client of a failure: the same answer has failed, with the next
 * numbers and the items so far. OpenAI's own says an `error` and then a `response.failed`, read in a recorded stream
 * (2026-11); `openai` 7.55 throws what the first says, Codex 0.169 reads the second alone, and both refuse an answer of
 * another id. More than `most` UTF-16 code units of items are not kept, and its failure tells none then.
 * An answer's last event may leave its items out, as 36 of 390 recorded streams do (2026-11).
 */
export const followStream = (
  typeOf: (frame: StreamFrame) => string,
  failed: Required<Passthrough>["failed"],
  most: number
): PassedStream => {
  const items = new Map<number, PassedItem>()
  const held = new HeldCounter(most)
  let head: string | undefined
  let lastNumbered = ""
  let told: ReadonlySet<string> = new Set()

  const remember = (type: string, data: string): void => {
    if (held.error !== undefined || !PassedItem.keeps(type)) return
    if (data.length > most) held.add(data.length)
    const place = data.length > most ? "" : placed.exec(data)?.[1]
    if (place === undefined) return
    if (held.error !== undefined) return items.clear()
    const item = items.get(Number(place)) ?? new PassedItem(held)
    items.set(Number(place), item)
    item.add(type, data)
    if (held.error !== undefined) items.clear()
  }
  const output = (status?: string): readonly JsonText[] =>
    [...items].toSorted(([one], [other]) => one - other).flatMap(([, item]) => item.soFar(status) ?? [])
  const next = (): number => {
    const last = numbered.exec(lastNumbered)?.[1]
    return last === undefined ? 0 : Number(last) + 1
  }
  return {
    passed: (frame) => {
      const type = typeOf(frame)
      const { data } = frame
      if (data.includes(number)) lastNumbered = data
      if (heads.has(type)) head = fitting(withoutEcho(data), most) ?? head
      else if (isFailure(type)) told = new Set([...told, type])
      else remember(type, data)
    },
    failed: (error) => {
      const response = head === undefined ? undefined : objectOr(objectOr(eventValue(head))?.["response"])
      if (response === undefined) return undefined
      if (told.has("response.failed")) return []
      const first = next()
      const failed = failedFrame(response, output(), error, told.has("error") ? first : first + 1)
      return told.has("error") ? [failed] : [errorFrame(error, first), failed]
    },
    follows: (frame) =>
      typeOf(frame) === "response.failed" &&
      failed(objectOr(objectOr(eventValue(frame.data))?.["response"]) ?? {})?.edits.length === 0,
    completed: (answer) => {
      const said = countUpTo(Math.max(items.size, 1), valuePlaces(memberText(answer, "output") ?? ""))
      if (held.error !== undefined) return said === 0 ? undefined : []
      if (said >= items.size) return []
      const isWhole = scalarMembers(answer)["status"] === "completed"
      const all = output(isWhole ? "completed" : "incomplete")
      return all.length > said ? [{ path: "/output", value: all }] : []
    }
  }
}

/** A text of its own where it is no longer than that. */
const fitting = (text: string, most: number): string | undefined => (text.length > most ? undefined : copyText(text))

/** How many there are, counted no further than to `most`. */
const countUpTo = (most: number, all: Iterable<unknown>): number => {
  let count = 0
  for (const _ of all) if (++count >= most) break
  return count
}

const isFailure = (type: string): boolean => type === "error" || type === "response.failed"

/** The members stand flat, as the documentation has them, and in `error`, as the vendor sends them. */
export const errorFrame = (error: GatewayError, number: number): StreamFrame => {
  const members = errorMembers(error)
  const { type: _, ...flat } = members
  const type = "error"
  return { event: type, data: stringifyJson({ type, sequence_number: number, ...flat, error: members }) }
}

const failedFrame = (
  response: JsonObject,
  output: readonly JsonText[],
  error: GatewayError,
  number: number
): StreamFrame => {
  const type = "response.failed"
  const out: JsonObjectBuilder = {}
  for (const key of Object.keys(response)) putMember(out, key, JsonText.member(response, key))
  const failed = { ...out, status: "failed", error: failedMembers(error), output }
  return { event: type, data: stringifyJson({ type, sequence_number: number, response: failed }) }
}

/** The lists of an item whose parts come one by one. */
type PartList = "content" | "summary"

/** The deltas of events: the member that each says more of, of the item or of a part in one of its lists. */
const deltas: ReadonlyMap<string, readonly [member: string, list?: PartList]> = new Map<string, [string, PartList?]>([
  ["response.output_text.delta", ["text", "content"]],
  ["response.refusal.delta", ["refusal", "content"]],
  ["response.reasoning_text.delta", ["text", "content"]],
  ["response.reasoning_summary_text.delta", ["text", "summary"]],
  ["response.function_call_arguments.delta", ["arguments"]],
  ["response.custom_tool_call_input.delta", ["input"]],
  ["response.mcp_call_arguments.delta", ["arguments"]],
  ["response.code_interpreter_call_code.delta", ["code"]]
])

/** The events that say a part as it begins and as it ends. */
const parts: ReadonlyMap<string, PartList> = new Map([
  ["response.content_part.added", "content"],
  ["response.content_part.done", "content"],
  ["response.reasoning_summary_part.added", "summary"],
  ["response.reasoning_summary_part.done", "summary"]
])

/** The part of an item that an event speaks of. */
const inner = /"(?:content|summary)_index"\s*:\s*(\d+)/

/** What a delta says begins behind this. */
const saying = /"delta"\s*:\s*"/

/** What holds a text that comes in pieces: an item, or a part of one. */
interface Growing {
  /** The last event that said all of it. */
  frame: string | undefined
  /** The member that grows. */
  member: string
  /** What was said of that, as it stands between the quotes of JSON. */
  readonly text: TextBuffer
}

const growing = (): Growing => ({ frame: undefined, member: "text", text: new TextBuffer() })

/** An item of a stream that passes. Nothing of it is read before somebody asks what it is. */
class PassedItem {
  readonly #held: HeldCounter
  readonly #own = growing()
  readonly #lists = { content: new Map<number, Growing>(), summary: new Map<number, Growing>() }
  #weight = 0
  #isWhole = false

  /** Whether anything is kept of events of a type. */
  static keeps(type: string): boolean {
    return deltas.has(type) || parts.has(type) || type.startsWith("response.output_item.")
  }

  /** `held`: counts what is kept of it. */
  constructor(held: HeldCounter) {
    this.#held = held
  }

  /** Looks at an event about it. */
  add(type: string, data: string): void {
    if (this.#isWhole) return
    const [member, among] = deltas.get(type) ?? []
    const list = parts.get(type)
    if (member !== undefined) this.#grow(among === undefined ? this.#own : this.#part(among, data), member, data)
    else if (list !== undefined) this.#keep(this.#part(list, data), data)
    else if (type === "response.output_item.added") this.#keep(this.#own, data)
    else if (type === "response.output_item.done") this.#end(data)
  }

  /** The item as it ended, or as far as it came, which is its `status` then; undefined where it never began. */
  soFar(status = "incomplete"): JsonText | undefined {
    const item = memberIn(this.#own, "item")
    if (item === undefined || this.#isWhole) return item && JsonText.of(item)
    const out = withText(item, this.#own)
    if (item["status"] !== undefined) out["status"] = status
    for (const list of ["content", "summary"] as const) {
      const said = [...this.#lists[list]].toSorted(([one], [other]) => one - other)
      if (said.length > 0) out[list] = said.map(([, part]) => withText(memberIn(part, "part") ?? {}, part))
    }
    return JsonText.tree(out)
  }

  #part(list: PartList, data: string): Growing {
    const index = Number(inner.exec(data)?.[1] ?? 0)
    const known = this.#lists[list].get(index) ?? growing()
    this.#lists[list].set(index, known)
    return known
  }

  #grow(to: Growing, member: string, data: string): void {
    const found = saying.exec(data)
    if (found === null) return
    const from = found.index + found[0].length
    const piece = data.slice(from, closingQuote(data, from))
    to.member = member
    to.text.add(piece)
    this.#count(piece.length)
  }

  #keep(to: Growing, data: string): void {
    to.frame = copyText(data)
    this.#count(itemWeight + data.length)
  }

  #end(data: string): void {
    this.#held.release(this.#weight)
    this.#weight = 0
    this.#lists.content.clear()
    this.#lists.summary.clear()
    this.#isWhole = true
    this.#keep(this.#own, data)
  }

  #count(units: number): void {
    this.#weight += units
    this.#held.add(units)
  }
}

const memberIn = ({ frame }: Growing, member: string): JsonObject | undefined =>
  frame === undefined ? undefined : objectOr(objectOr(eventValue(frame))?.[member])

/** An object with what was said of its member that grows. */
const withText = (object: JsonObject, { member, text }: Growing): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  for (const key of Object.keys(object)) putMember(out, key, JsonText.member(object, key))
  if (text.length > 0) out[member] = parsedOrNull(`"${text.text}"`)
  return out
}
