import type { ToolInput, ToolCallPart } from "../../../core/chat/chat.ts"
import { isArray, isObject, type Json, type JsonObject, JsonText } from "../../../core/json/json.ts"
import { weightOf } from "../../../core/framing/held.ts"
import { ObjectReader } from "../../../core/reading/object-reader.ts"
import { IssueReader } from "../../../core/reading/issue-reader.ts"
import { inputText } from "../call-input.ts"
import { asDeclared, isNoId, isNoInput, readBarePiece, readCallPiece, saysCall } from "../calls.ts"
import { asSaid } from "../native.ts"
import type { CallRead, Choice } from "./reading.ts"

/** Reads the calls of a delta, each as if it were whole: what is said of one later goes on with it. */
export const readCallDeltas = (choice: Choice, calls: Json | undefined, legacy: Json | undefined): void => {
  const reader = new IssueReader()
  const members = (object: JsonObject): ObjectReader => new ObjectReader(reader, object, "", asSaid)
  const pieces = isObject(calls) ? [calls] : isArray(calls) ? calls : []
  pieces.forEach((object, order) => {
    if (!isObject(object) || goesOn(choice, object)) return
    const call = readCallPiece(members(object))
    const among = pieces.length > 1 ? order : undefined
    readPiece(choice, placeOf(choice, object["index"], call, among), call)
  })
  if (saysCall(legacy)) readPiece(choice, "function_call", readBarePiece(members(legacy)))
}

/** Most pieces only go on with the arguments of a call that is known by its index: those are told without a table. */
const goesOn = (choice: Choice, { index, id, function: body, extra_content: extra }: JsonObject): boolean => {
  const known = typeof index === "number" && typeof id !== "string" ? choice.callsByPlace.get(index) : undefined
  const text = isObject(body) && !body["name"] ? body["arguments"] : undefined
  if (known?.said !== true || typeof text !== "string" || extra !== undefined) return false
  if (text !== "") choice.extend(known.part, { type: "input", text })
  return true
}

/** Where a piece belongs: to its index; without one to its id; one of several to the call of its order; else to the last. */
const placeOf = (choice: Choice, index: Json | undefined, { id, name }: ToolCallPart, order = -1): number | string => {
  if (typeof index === "number") return index
  if (id !== undefined && !isNoId(id)) return id
  if (name !== "") return `new ${choice.calls.length}`
  return choice.calls.at(order)?.place ?? order
}

/** A piece of a call. The same place with a name and another id, or with another name behind an input, is a new call. */
const readPiece = (choice: Choice, place: number | string, call: ToolCallPart): void => {
  const before = choice.callsByPlace.get(place)
  const other = before !== undefined && call.name !== "" && (isOtherId(call, before) || isOtherName(call, before))
  const known = other ? undefined : before
  const begun = known ?? beginCall(choice, place, call)
  const { part } = begun
  const text = inputText(call.input)
  if (text !== "" && (begun.said || !isNoInput(call))) {
    begun.said = true
    choice.extend(part, { type: "input", text })
  }
  if (known !== undefined) for (const opaque of call.opaque ?? []) choice.extend(part, { type: "opaque", opaque })
}

const isOtherId = ({ id }: ToolCallPart, before: CallRead): boolean =>
  before.id !== undefined && !isNoId(id) && id !== before.id

const isOtherName = ({ name }: ToolCallPart, { said, name: known }: CallRead): boolean => said && name !== known

const beginCall = (choice: Choice, place: number | string, call: ToolCallPart): CallRead => {
  const part = choice.begin({ ...asDeclared(call, choice.stream.undo), input: nothingOf(call.input) })
  const begun: CallRead = { part, place, id: call.id, name: call.name, said: false }
  choice.stream.held.add(weightOf([place, call.id, call.name]))
  choice.callsByPlace.set(place, begun)
  choice.calls.push(begun)
  return begun
}

/** The beginning of an input, which pieces extend. */
const nothingOf = ({ kind }: ToolInput): ToolInput =>
  kind === "text" ? { kind, text: "" } : { kind: "json", json: JsonText.source("") }
