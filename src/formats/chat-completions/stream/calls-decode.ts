import type { ToolCallPart } from "../../../words/chat.ts"
import type { ChatEvent } from "../../../words/event.ts"
import { isArray, isObject, type Json, type JsonObject, JsonText } from "../../../words/json.ts"
import type { Draft } from "../draft.ts"
import { contentVendor, id as format } from "../wire.ts"
import { begin, extend } from "./begin.ts"
import type { CallRead, Choice, Reading } from "./reading.ts"

/** Reads the calls of a delta. */
export const readCallDeltas = (state: Reading, choice: Choice, delta: JsonObject, out: ChatEvent[]): void => {
  const calls = delta["tool_calls"]
  if (isArray(calls)) {
    calls.forEach((call, order) => {
      if (isObject(call)) readCallDelta(state, choice, call, order, out)
    })
  }
  const legacy = delta["function_call"]
  if (isObject(legacy)) readPiece(state, choice, "function_call", { function: legacy }, legacy, out)
}

const readCallDelta = (state: Reading, choice: Choice, call: JsonObject, order: number, out: ChatEvent[]): void => {
  const body = isObject(call["function"]) ? call["function"] : isObject(call["custom"]) ? call["custom"] : noMembers
  readPiece(state, choice, placeOf(choice, call, body, order), call, body, out)
}

const noMembers: JsonObject = {}

/** Where a piece belongs: to its index; without one to its id, else to the last call begun. */
const placeOf = (choice: Choice, call: JsonObject, body: JsonObject, order: number): number | string => {
  const { index } = call
  if (typeof index === "number") return index
  const id = textOf(call["id"])
  if (id !== undefined) return id
  if (textOf(body["name"]) !== undefined) return `new ${choice.calls.all.length} ${order}`
  return lastPlace(choice) ?? order
}

const lastPlace = (choice: Choice): number | string | undefined => [...choice.calls.byPlace.keys()].at(-1)

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined

/** A piece of a call. The same place with another id, or with a second name behind an id, is a new call. */
const readPiece = (
  state: Reading,
  choice: Choice,
  place: number | string,
  call: JsonObject,
  body: JsonObject,
  out: ChatEvent[]
): void => {
  const id = textOf(call["id"])
  const before = choice.calls.byPlace.get(place)
  const other =
    before !== undefined &&
    id !== undefined &&
    before.id !== undefined &&
    id !== before.id &&
    textOf(body["name"]) !== undefined
  const known = before === undefined || other ? beginCall(state, choice, place, call, body, out) : before
  const piece = body["arguments"] ?? body["input"]
  const text = typeof piece === "string" ? piece : isObject(piece) ? JsonText.of(piece).text : ""
  if (text !== "") extend(choice, known.part, { type: "input", text }, out)
  readSignature(choice, known, call, out)
}

const beginCall = (
  state: Reading,
  choice: Choice,
  place: number | string,
  call: JsonObject,
  body: JsonObject,
  out: ChatEvent[]
): CallRead => {
  const custom = isObject(call["custom"])
  const said = textOf(body["name"]) ?? ""
  const name = state.undo.names.get(said) ?? said
  const value: Draft<ToolCallPart> = {
    type: "tool-call",
    name,
    of: custom ? "custom" : "function",
    runBy: "client",
    input: custom ? { kind: "text", text: "" } : { kind: "json", json: JsonText.source("") }
  }
  const id = textOf(call["id"])
  if (id !== undefined) value.id = id
  if (place === "function_call") value.native = { format, kind: "legacy" }
  const begun: CallRead = { part: begin(choice, value, out), id, name }
  choice.calls.byPlace.delete(place)
  choice.calls.byPlace.set(place, begun)
  choice.calls.all.push(begun)
  return begun
}

const readSignature = (choice: Choice, { part }: CallRead, call: JsonObject, out: ChatEvent[]): void => {
  const extra = call["extra_content"]
  const google = isObject(extra) ? extra["google"] : undefined
  const data = isObject(google) ? google["thought_signature"] : undefined
  if (typeof data !== "string") return
  const opaque = { vendor: contentVendor, kind: "signature", data } as const
  extend(choice, part, { type: "opaque", opaque }, out)
}
