import type { Input, ToolCallPart } from "../../../words/chat/chat.ts"
import type { ChatEvent } from "../../../words/events/event.ts"
import { isArray, isObject, type Json, type JsonObject, JsonText } from "../../../words/json/json.ts"
import { Members } from "../../../words/reading/members.ts"
import { Reader } from "../../../words/reading/reader.ts"
import { inputText } from "../call-input.ts"
import { asDeclared, isNoInput, readBarePiece, readCallPiece } from "../calls.ts"
import { asSaid } from "../native.ts"
import { begin, extend } from "./begin.ts"
import type { CallRead, Choice, Reading } from "./reading.ts"

/** Reads the calls of a delta, each as if it were whole: what is said of one later goes on with it. */
export const readCallDeltas = (state: Reading, choice: Choice, delta: JsonObject, out: ChatEvent[]): void => {
  const { tool_calls: calls, function_call: legacy } = delta
  const reader = new Reader()
  if (isArray(calls)) {
    calls.forEach((object, order) => {
      if (!isObject(object) || goesOn(choice, object, out)) return
      const call = readCallPiece(new Members(reader, object, "", asSaid))
      const among = calls.length > 1 ? order : undefined
      readPiece(state, choice, placeOf(choice, object["index"], call, among), call, out)
    })
  }
  if (!isObject(legacy)) return
  const call = readBarePiece(new Members(reader, legacy, "", asSaid))
  readPiece(state, choice, "function_call", call, out)
}

/** Most pieces only go on with the arguments of a call that is known by its index: those are told without a table. */
const goesOn = (
  choice: Choice,
  { index, id, function: body, extra_content: extra }: JsonObject,
  out: ChatEvent[]
): boolean => {
  const known = typeof index === "number" && typeof id !== "string" ? choice.calls.byPlace.get(index) : undefined
  const text = isObject(body) ? body["arguments"] : undefined
  if (known?.said !== true || typeof text !== "string" || extra !== undefined) return false
  if (text !== "") extend(choice, known.part, { type: "input", text }, out)
  return true
}

/** Where a piece belongs: to its index; without one to its id; one of several to the call of its order; else to the last. */
const placeOf = (choice: Choice, index: Json | undefined, call: ToolCallPart, order = -1): number | string => {
  if (typeof index === "number") return index
  if (call.id !== undefined && call.id !== "") return call.id
  if (call.name !== "") return `new ${choice.calls.all.length}`
  return [...choice.calls.byPlace.keys()].at(order) ?? order
}

/** A piece of a call. The same place with another id, or with a second name behind an id, is a new call. */
const readPiece = (
  state: Reading,
  choice: Choice,
  place: number | string,
  call: ToolCallPart,
  out: ChatEvent[]
): void => {
  const before = choice.calls.byPlace.get(place)
  const other = before?.id !== undefined && (call.id ?? "") !== "" && call.id !== before.id && call.name !== ""
  const known = other ? undefined : before
  const begun = known ?? beginCall(state, choice, place, call, out)
  const { part } = begun
  const text = inputText(call.input)
  if (text !== "" && (begun.said || !isNoInput(call))) {
    begun.said = true
    extend(choice, part, { type: "input", text }, out)
  }
  if (known === undefined) return
  for (const opaque of call.opaque ?? []) extend(choice, part, { type: "opaque", opaque }, out)
}

const beginCall = (
  { undo }: Reading,
  choice: Choice,
  place: number | string,
  call: ToolCallPart,
  out: ChatEvent[]
): CallRead => {
  const part = begin(choice, { ...asDeclared(call, undo), input: nothingOf(call.input) }, out)
  const begun: CallRead = { part, id: call.id, name: call.name, said: false }
  choice.calls.byPlace.delete(place)
  choice.calls.byPlace.set(place, begun)
  choice.calls.all.push(begun)
  return begun
}

/** The beginning of an input, which pieces extend. */
const nothingOf = ({ kind }: Input): Input =>
  kind === "text" ? { kind, text: "" } : { kind: "json", json: JsonText.source("") }
