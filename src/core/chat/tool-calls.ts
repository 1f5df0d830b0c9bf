import { JsonText, type JsonTemplate, type JsonObjectBuilder } from "../json/json.ts"
import type { JsonPointer } from "../json/pointer.ts"
import type { ChatMessage, ChatRequest } from "./chat.ts"
import type { ContentPart, ToolCallPart, ToolInput, ToolResultPart, TextPart } from "./node.ts"
import { parsedOrNull } from "../json/value.ts"

/** Whether a part is a call that the client has to answer. */
export const isClientCall = (part: ContentPart | undefined): part is ToolCallPart =>
  part?.type === "tool-call" && part.runBy === "client"

/** Whether a call has no input at all, which formats with JSON objects say as an empty one. */
export const lacksInput = ({ input }: ToolCallPart): boolean =>
  input.kind === "json" && input.json.text === "" && !input.unfinished

/**
 * A call's input as a JSON object, free text as its member `input`; undefined where it is no object, and of a text that
 * broke off, which an object would say as a whole one. An empty input is an empty object, unless it broke off there.
 */
export const inputObject = (call: ToolCallPart): JsonTemplate | undefined => {
  const { input } = call
  switch (input.kind) {
    case "json":
      return lacksInput(call) ? {} : input.json.object === undefined ? undefined : input.json.printable
    case "text":
      return input.unfinished === true ? undefined : { input: input.text }
    case "code":
      return undefined
  }
}

/** Whether a part is a client's call whose input is no JSON object. */
export const isBrokenCall = (part: ContentPart): boolean => isClientCall(part) && inputObject(part) === undefined

/** The text of a call's input, as the model wrote it. */
export const inputText = (input: ToolInput): string => {
  switch (input.kind) {
    case "json":
      return input.json.text
    case "text":
      return input.text
    case "code":
      return input.code
  }
}

/** Calls in their order; those before `next` were looked at. */
interface Line {
  readonly calls: ToolCallPart[]
  next: number
}

/** What puts calls into lines: the name of a call's line, or none. */
type Sorting = (call: ToolCallPart) => string | undefined

const together: Sorting = () => ""

const byName: Sorting = ({ name }) => name

const withoutId: Sorting = ({ id, name }) => (id === undefined ? name : undefined)

/** Calls that wait for an answer, in their order. Each is found in a time that does not grow with how many wait. */
export class OpenCalls {
  /** By their ids; those without one by themselves. */
  readonly #open = new Map<string | ToolCallPart, ToolCallPart>()
  /** The calls in lines, since an answer first needed them so. */
  readonly #lines = new Map<Sorting, Map<string, Line>>()

  constructor(calls: readonly ToolCallPart[] = []) {
    for (const call of calls) this.add(call)
  }

  /** The calls that wait. */
  get all(): Iterable<ToolCallPart> {
    return this.#open.values()
  }

  /** A call waits; false where another of its id does. */
  add(call: ToolCallPart): boolean {
    const key = call.id ?? call
    if (this.#open.has(key)) return false
    this.#open.set(key, call)
    for (const [sorting, lines] of this.#lines) enter(lines, sorting, call)
    return true
  }

  /** No call waits any longer. */
  clear(): void {
    if (this.#open.size > 0) this.#open.clear()
    if (this.#lines.size > 0) this.#lines.clear()
  }

  /**
   * The call that a result answers, which waits no longer: the one of its id; else, where ids are missing, the first of
   * its name, and without a name the first of all.
   */
  take({ id, name }: ToolResultPart): ToolCallPart | undefined {
    const own = id === undefined ? undefined : this.#open.get(id)
    const call = own ?? (name === undefined && id !== undefined ? undefined : this.#first(id, name))
    if (call !== undefined) this.#open.delete(call.id ?? call)
    return call
  }

  #first(id: string | undefined, name: string | undefined): ToolCallPart | undefined {
    if (this.#open.size === 0) return undefined
    const line = this.#sorted(name === undefined ? together : id === undefined ? byName : withoutId).get(name ?? "")
    if (line === undefined) return undefined
    for (; line.next < line.calls.length; line.next++) {
      const call = line.calls[line.next]
      if (call !== undefined && this.#open.get(call.id ?? call) === call) return call
    }
    return undefined
  }

  #sorted(sorting: Sorting): ReadonlyMap<string, Line> {
    const known = this.#lines.get(sorting)
    if (known !== undefined) return known
    const lines = new Map<string, Line>()
    for (const call of this.#open.values()) enter(lines, sorting, call)
    this.#lines.set(sorting, lines)
    return lines
  }
}

const enter = (lines: Map<string, Line>, sorting: Sorting, call: ToolCallPart): void => {
  const name = sorting(call)
  const line = name === undefined ? undefined : lines.get(name)
  if (line !== undefined) line.calls.push(call)
  else if (name !== undefined) lines.set(name, { calls: [call], next: 0 })
}

/** A call of a conversation that broke off: left out for want of a result, or sent with its input as free text. */
interface BrokenCall {
  readonly rule: "broken-off" | "broken-input"
  readonly path: JsonPointer
}

/** A request as vendors take it who want a result for each call, and an object as its input. */
interface SettledCalls {
  readonly request: ChatRequest
  readonly broken: readonly BrokenCall[]
}

/** Whether a call's input will do, of those that did not break off where they came from. */
type InputCheck = (input: JsonText) => boolean

const isObjectText: InputCheck = (input) => input.isObject

/** Where inputs are written as objects: one that can be read without loss. */
export const isReadableObject: InputCheck = (input) => input.object !== undefined

/**
 * Leaves out calls that broke off and have no result, with the thoughts that led to them alone; of those that have one,
 * an input that is no object is sent as the text that it is, in the member `input`. The same request where there is none.
 */
export const settleBrokenCalls = (request: ChatRequest, isInput = isObjectText): SettledCalls => {
  const isBroken = brokenBy(isInput)
  const { messages } = request
  if (!messages.some(({ parts }) => parts.some(isBroken))) return { request, broken: [] }
  const lost = brokenOff(messages, isBroken)
  const broken: BrokenCall[] = []
  const settled = messages.flatMap((message) => settle(message, lost, broken, isBroken))
  return { request: { ...request, messages: settled }, broken }
}

/** The calls of a conversation that broke off and have no result, and the thoughts that led to them alone. */
export const brokenOff = (
  messages: readonly ChatMessage[],
  isBroken: IsBroken = brokenBy(isObjectText)
): ReadonlySet<ContentPart> => {
  if (!messages.some(({ parts }) => parts.some(isBroken))) return new Set()
  const lost: ContentPart[] = []
  const answered = new Set<string | undefined>()
  for (const { parts } of messages.toReversed()) {
    let isLost = false
    for (const part of parts.toReversed()) {
      if (part.type === "tool-result") answered.add(part.id)
      if (part.type !== "reasoning") isLost = isClientCall(part) && !answered.delete(part.id) && isBroken(part)
      if (isLost) lost.push(part)
    }
  }
  return new Set(lost.toReversed())
}

type IsBroken = (part: ContentPart) => part is ToolCallPart

const brokenBy =
  (isInput: InputCheck): IsBroken =>
  (part): part is ToolCallPart => {
    if (!isClientCall(part) || part.input.kind === "code") return false
    return (
      part.input.unfinished === true || (part.input.kind === "json" && !lacksInput(part) && !isInput(part.input.json))
    )
  }

const settle = (
  message: ChatMessage,
  lost: ReadonlySet<ContentPart>,
  broken: BrokenCall[],
  isBroken: IsBroken
): readonly ChatMessage[] => {
  if (!message.parts.some(isBroken)) return [message]
  const parts = message.parts.flatMap((part) => {
    if (!lost.has(part)) return [isBroken(part) ? withObject(part, broken) : part]
    if (part.type === "tool-call") broken.push({ rule: "broken-off", path: part.at ?? "" })
    return []
  })
  return parts.length === 0 ? [] : [{ ...message, parts }]
}

const withObject = (call: ToolCallPart, broken: BrokenCall[]): ToolCallPart => {
  if (inputObject(call) !== undefined) return call
  broken.push({ rule: "broken-input", path: call.at ?? "" })
  return { ...call, input: { kind: "json", json: JsonText.tree({ input: inputText(call.input) }) } }
}

const opening = "<tool_error>"

const closing = "</tool_error>"

/** A result's texts in the wrapping that says that the call failed, for formats that have no member for it. */
export const wrapError = (parts: readonly ContentPart[]): readonly ContentPart[] => {
  const first = parts.findIndex(isText)
  const last = parts.findLastIndex(isText)
  if (first < 0) return [{ type: "text", text: opening + closing }, ...parts]
  return parts.map((part, index) => {
    if (part.type !== "text") return part
    const text = (index === first ? opening : "") + part.text + (index === last ? closing : "")
    return { ...part, text }
  })
}

/** The texts without that wrapping; undefined where they have none. */
export const unwrapError = (parts: readonly ContentPart[]): readonly ContentPart[] | undefined => {
  const first = parts.findIndex(isText)
  const last = parts.findLastIndex(isText)
  const head = parts[first]
  const tail = parts[last]
  if (head?.type !== "text" || tail?.type !== "text") return undefined
  if (!head.text.startsWith(opening) || !tail.text.endsWith(closing)) return undefined
  if (first === last && head.text.length < opening.length + closing.length) return undefined
  if (first === last && head.text.length === opening.length + closing.length && parts.length === 1) return []
  return parts.map((part, index) => {
    if (part.type !== "text") return part
    const from = index === first ? opening.length : 0
    return { ...part, text: part.text.slice(from, index === last ? part.text.length - closing.length : undefined) }
  })
}

const isText = (part: ContentPart): part is TextPart => part.type === "text"

/** The schema of a tool that takes free text, where it is sent as a function. */
export const freeTextSchema: JsonObjectBuilder = {
  type: "object",
  properties: { input: { type: "string" } },
  required: ["input"]
}

type FreeText = Extract<ToolInput, { readonly kind: "text" }>

/** How the arguments of such a function begin, without spaces. */
const freeTextOpening = '{"input":"'

const begun = /^\s*\{\s*"input"\s*:\s*"/

/**
 * The free text in the arguments of such a function. Of arguments that break off it is as much as they say: what is left
 * of an escape sequence is left off. A text that is no such arguments at all is what the model wrote instead.
 */
export const freeTextIn = (json: JsonText): FreeText => {
  const { object, text: written } = json
  const input = object?.["input"]
  if (typeof input === "string") return { kind: "text", text: input }
  if (object !== undefined && Object.keys(object).length === 0) return { kind: "text", text: "" }
  const head = object === undefined ? begun.exec(written)?.[0] : undefined
  if (head !== undefined) return { kind: "text", text: stringSoFar(written.slice(head.length)), unfinished: true }
  const bare = written.length > 4 * freeTextOpening.length ? written : written.replace(/\s/g, "")
  return bare !== "" && freeTextOpening.startsWith(bare)
    ? { kind: "text", text: "", unfinished: true }
    : { kind: "text", text: written }
}

/** What a JSON string says as far as it came, without its first quotation mark. */
const stringSoFar = (written: string): string => {
  let end = 0
  while (end < written.length && written[end] !== '"') {
    const next = written[end] === "\\" ? end + (written[end + 1] === "u" ? 6 : 2) : end + 1
    if (next > written.length) break
    end = next
  }
  const said = parsedOrNull(`"${written.slice(0, end)}"`)
  return typeof said === "string" ? said.replace(/[\uD800-\uDBFF]$/, "") : written.slice(0, end)
}
