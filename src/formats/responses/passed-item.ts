import { copyText, type HeldCounter, itemWeight, TextBuffer } from "../../core/framing/held.ts"
import type { JsonObjectBuilder } from "../../core/json/builder.ts"
import { type JsonObject, JsonText, objectOr, putMember } from "../../core/json/json.ts"
import { closingQuote } from "../../core/json/scan.ts"
import { parsedOrNull, readOrNull } from "../../core/json/value.ts"

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
export class PassedItem {
  readonly #held: HeldCounter
  readonly #own = growing()
  readonly #lists = { content: new Map<number, Growing>(), summary: new Map<number, Growing>() }
  #weight = 0
  #isWhole = false

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
  frame === undefined ? undefined : objectOr(objectOr(readOrNull(frame))?.[member])

/** An object with what was said of its member that grows. */
const withText = (object: JsonObject, { member, text }: Growing): JsonObjectBuilder => {
  const out: JsonObjectBuilder = {}
  for (const key of Object.keys(object)) putMember(out, key, JsonText.member(object, key))
  if (text.length > 0) out[member] = parsedOrNull(`"${text.text}"`)
  return out
}
