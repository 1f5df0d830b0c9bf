import { TextBuffer } from "../../core/framing/stream-limits.ts"
import { closingQuote, ValueEnd } from "../../core/json/value.ts"
import { UniqueIds, plainId, idAt, identifierSpelling, spellId } from "../../core/chat/call-id.ts"
import type { ToolCallPart, ToolResultPart } from "../../core/chat/chat.ts"
import { OpenCalls, inputObject, lacksInput, freeTextIn } from "../../core/chat/tool-calls.ts"
import {
  type JsonObjectBuilder,
  type MutableDraft,
  setDefined,
  type JsonTemplate,
  JsonText
} from "../../core/json/json.ts"
import type { NoteSink } from "../../core/notes/note.ts"
import type { ObjectReader } from "../../core/reading/object-reader.ts"
import {
  finishDecoded,
  kindOf,
  note,
  type PartDecoder,
  restore,
  type EncodeContext,
  noteField,
  finishCacheable,
  encodeToolName
} from "./context.ts"
import { maxCallIdLength, vendorToolKind } from "./wire.ts"
import { nameIn } from "../../core/json/pointer.ts"

const noInput = JsonText.source("{}")

/**
 * Reads a call that the client answers, or one of a tool that the vendor runs. In answers, what the request's encoding
 * renamed or stood in for is undone.
 */
export const decodeToolCall: PartDecoder = ({ reply }, block, type) => {
  const sent = block.needed("name")
  if (sent === undefined) return undefined
  const { at } = block
  const client = type === "tool_use"
  const properties = client ? reply?.properties?.get(sent) : undefined
  const json = properties === undefined ? decodeInput(block) : renameMembers(decodeInput(block), properties)
  const mcp = type === "mcp_tool_use"
  if (client && reply?.output?.tool === sent)
    return { type: "text", at, text: unwrapOutput(json, reply.output.wrapped) }
  const custom = client && reply?.customTools.includes(sent) === true
  const part: MutableDraft<ToolCallPart> = {
    type: "tool-call",
    at,
    name: (client ? reply?.names.get(sent) : undefined) ?? sent,
    of: custom ? "custom" : client ? "function" : mcp ? "mcp" : vendorToolKind(sent),
    runBy: client ? "client" : "provider",
    input: custom ? freeTextIn(json) : { kind: "json", json }
  }
  const id = client && reply === undefined ? block.needed("id") : block.string("id")
  setDefined(part, "id", reply === undefined || id === undefined ? id : plainId(id))
  if (client) setDefined(part, "toolset", block.string("toolset_name"))
  if (mcp) setDefined(part, "server", block.string("server_name"))
  else setDefined(part, "caller", decodeCaller(block, client))
  return finishDecoded(block, part, client ? undefined : type)
}

/** Reads who made a call; of a client's call it goes without saying that it was the model itself. */
const decodeCaller = (block: ObjectReader, client: boolean): JsonText | undefined => {
  const caller = block.json("caller")
  return client && caller?.object?.["type"] === "direct" ? undefined : caller
}

/** Reads a call's input. Imitators write the JSON text of it as a string, or nothing. */
const decodeInput = (block: ObjectReader): JsonText => {
  const json = block.json("input") ?? noInput
  const value = json.value
  if (typeof value !== "string") return json
  return value.trim() === "" ? noInput : JsonText.source(value)
}

/** The answer's text in the input of the tool that stood in for a schema. */
export const unwrapOutput = (json: JsonText, wrapped: boolean): string => {
  const object = wrapped ? json.object : undefined
  return object !== undefined && Object.hasOwn(object, "value") ? JsonText.member(object, "value").text : json.text
}

/** A call that the client answers, under an id; one whose input is no object is refused. */
export const encodeToolCall = (to: EncodeContext, part: ToolCallPart, id: string): JsonObjectBuilder | undefined => {
  const input = inputObject(part)
  if (input === undefined) return void noteField(to, "call-input", part, "input")
  if (lacksInput(part)) noteField(to, "empty-input", part, "input")
  const name = encodeToolName(to, part.name, part)
  return finishCacheable(to, toolUseBlock(part, id, name, withSentNames(to, name, input)), part)
}

/** The input of an earlier call, its members named as the tool's properties are sent. */
const withSentNames = (to: EncodeContext, name: string, input: JsonTemplate): JsonTemplate => {
  const properties = to.properties.get(name)
  if (properties === undefined) return input
  return renameMembers(JsonText.tree(input), new Map([...properties].map(([sent, own]) => [own, sent]))).printable
}

/** A call that the client answers, with its input as a JSON object. */
export const toolUseBlock = (
  { caller, toolset }: ToolCallPart,
  id: string,
  name: string,
  input: JsonTemplate
): JsonObjectBuilder => ({ type: "tool_use", id, name, input, caller: caller?.printable, toolset_name: toolset })

/** A call or a result of a tool of the vendor's own, as it was read; undefined where another vendor made it. */
export const encodeProviderPart = (part: ToolCallPart | ToolResultPart): JsonObjectBuilder | undefined => {
  const kind = kindOf(part)
  if (kind === undefined) return undefined
  return restore(part.type === "tool-call" ? providerCall(part, kind) : providerResult(part, kind), part)
}

/** The same, with a note where another vendor made it. */
export const encodeProviderPartOrNote = (
  to: NoteSink,
  part: ToolCallPart | ToolResultPart
): JsonObjectBuilder | undefined => encodeProviderPart(part) ?? void note(to, "provider-call", part.at)

const providerCall = (part: ToolCallPart, kind: string): JsonObjectBuilder => {
  const { id, name, server, caller } = part
  return { type: kind, id, name, input: inputObject(part) ?? {}, server_name: server, caller: caller?.printable }
}

const providerResult = (part: ToolResultPart, kind: string): JsonObjectBuilder => {
  const content = part.output.kind === "json" ? part.output.json.printable : undefined
  return { type: kind, tool_use_id: part.id, content, is_error: part.error }
}

/** Whether a JSON text is one whole JSON object; an empty one stands for an object without members. */
const isWholeInput = (text: string): boolean => text === "" || JsonText.source(text).object !== undefined

/** The input of a call as it comes. It is parsed once, however often is asked whether it is whole. */
export class CallInput {
  readonly #text = new TextBuffer()
  readonly #end = new ValueEnd()
  /** Whether the value that ended is an object; undefined as long as none did. */
  #isObject: boolean | undefined

  /** In UTF-16 code units. */
  get length(): number {
    return this.#text.length
  }

  add(text: string): void {
    this.#end.add(text)
    this.#text.add(text)
  }

  /** Whether it is a whole JSON object. */
  get isFinished(): boolean {
    return this.#end.isClosed && (this.#isObject ??= isWholeInput(this.#text.text))
  }

  /** Whether it is a whole JSON object, or nothing. */
  get isWhole(): boolean {
    return this.length === 0 || this.isFinished
  }
}

const spelling = identifierSpelling(maxCallIdLength)

/**
 * A call's id as the endpoint takes it.
 *
 * @see https://github.com/CommandCodeAI/command-code/issues/323 what it says of others, with which a session goes on (2026-05)
 */
export const spelledId = (id: string): string => spellId(id, spelling)

/**
 * The ids of a conversation's calls as they are written. One that an earlier turn has used is told apart, and a missing
 * one depends on its place: a turn's ids never change when turns are added.
 */
export class CallIds {
  readonly #unique = new UniqueIds([], spelledId)
  readonly #open = new OpenCalls()
  readonly #ids = new Map<ToolCallPart, string>()

  /** An assistant's turn begins: earlier calls wait no longer. */
  turn(): void {
    this.#open.clear()
    this.#ids.clear()
  }

  /** The id for a call, the `index`th of the turn `turn`. */
  ofCall(call: ToolCallPart, turn: number, index: number): string {
    const id = spelledId(this.#unique.of(call.id ?? idAt(turn, index)))
    this.#open.add(call)
    this.#ids.set(call, id)
    return id
  }

  /** The id of the call that a result answers; undefined where no call is open. `guessed` where only order tells. */
  ofResult(result: ToolResultPart): { readonly id: string; readonly guessed: boolean } | undefined {
    const call = this.#open.take(result)
    const id = call && this.#ids.get(call)
    return id === undefined ? undefined : { id, guessed: result.id === undefined && result.name === undefined }
  }
}

const quote = 34

const backslash = 92

const openList = 91

const openObject = 123

/**
 * Gives members at the top of a JSON object other names while its text comes in pieces, wherever it is cut. All else of
 * it passes as it is spelled.
 */
export class MemberRenamer {
  readonly #names: ReadonlyMap<string, string>
  /** The most characters of such a name, each an escape, before its last quote. */
  readonly #longest: number
  #depth = 0
  #inString = false
  #escaped = false
  /** Whether a string that begins here is the name of a member at the top. */
  #atName = false

  /** What came of a name that was cut. */
  rest = ""

  /** `names`: the new name of a member by its old one. */
  constructor(names: ReadonlyMap<string, string>) {
    this.#names = names
    this.#longest = 1 + 6 * Math.max(...[...names.keys()].map(({ length }) => length))
  }

  /** What can be said of a text with its next piece. */
  push(piece: string): string {
    const text = this.rest + piece
    this.rest = ""
    let out = ""
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      const end = this.#atName && code === quote ? closingQuote(text, at + 1) : -1
      if (end === text.length && end - at <= this.#longest) {
        this.rest = text.slice(at)
        return out + text.slice(from, at)
      }
      if (end >= 0) this.#atName = false
      if (end < 0 || end === text.length) {
        this.#see(code)
        continue
      }
      const name = this.#names.get(nameIn(text.slice(at, end + 1)))
      if (name !== undefined) {
        out += text.slice(from, at) + JSON.stringify(name)
        from = end + 1
      }
      at = end
    }
    return out + text.slice(from)
  }

  #see(code: number): void {
    if (this.#escaped) this.#escaped = false
    else if (this.#inString) {
      if (code === backslash) this.#escaped = true
      else if (code === quote) this.#inString = false
    } else if (code === quote) this.#inString = true
    else if (code === openObject || code === openList) this.#open(code)
    else if (code === 125 || code === 93) this.#depth--
    else if (code === 44) this.#atName = this.#depth === 1
  }

  /** In a list at the top nothing has a name. */
  #open(code: number): void {
    this.#depth += code === openList && this.#depth === 0 ? Infinity : 1
    this.#atName = this.#depth === 1
  }
}

/** A JSON text with the other names of members at its top. */
export const renameMembers = (json: JsonText, names: ReadonlyMap<string, string>): JsonText => {
  const renamer = new MemberRenamer(names)
  return JsonText.source(renamer.push(json.text) + renamer.rest)
}
