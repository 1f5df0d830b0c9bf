import { openCallId } from "../../core/chat/call-id.ts"
import { IssueReader } from "../../core/reading/issue-reader.ts"
import { eachObject } from "../../core/reading/wire-objects.ts"
import type { WireRequest, BodyEdit, WireNames } from "../../core/format.ts"
import { isArray, type Json, type JsonObject } from "../../core/json/json.ts"
import type { Translated } from "../../core/notes/note.ts"
import type { NoteSink } from "../../core/notes/note-writer.ts"
import { childPointer, type JsonPointer } from "../../core/json/pointer.ts"
import { isCarrier } from "./carriers.ts"
import { readThinking } from "./request/thinking.ts"
import { note } from "./rules.ts"
import { unshownOf } from "./unshown.ts"

/**
 * The spellings of this gateway that an upstream of the same format does not know, for a body whose bytes pass:
 * the wish for reasoning in the content, thinking without a stream, and the carriers that this library wrote, in fields
 * and in the ids of calls.
 */
export const edits = (call: WireRequest): Translated<readonly BodyEdit[]> => {
  const body = call.body.object
  if (body === undefined) return { value: [], notes: [] }
  const value: BodyEdit[] = []
  const to: NoteSink = { notes: [] }
  for (const key of call.names.thinkingToContent) {
    if (!Object.hasOwn(body, key)) continue
    value.push({ path: childPointer("", key) })
    note(to, "in-content", childPointer("", key))
  }
  turnOff(body, call.names, value, to)
  eachObject(body, "messages", "", (message, at) => {
    dropCarriers(message, at, value, to)
    settleIds(message, at, value)
  })
  return { value, notes: to.notes }
}

/** `enable_thinking` without a stream is off, where it is what decides. */
const turnOff = (body: JsonObject, names: WireNames, edits: BodyEdit[], to: NoteSink): void => {
  if (body["stream"] === true || body["enable_thinking"] !== true) return
  const { at, turnedOff } = readThinking(new IssueReader(), body, names)
  if (!turnedOff || at === undefined) return
  edits.push({ path: at, value: false })
  note(to, "thinking-unstreamed", at)
}

const dropCarriers = (message: JsonObject, at: JsonPointer, edits: BodyEdit[], to: NoteSink): void => {
  const details: Json | undefined = message["reasoning_details"]
  if (!isArray(details)) return
  const kept = details.filter((detail) => !isCarrier(detail))
  if (kept.length === details.length) return
  const path = childPointer(at, "reasoning_details")
  edits.push(kept.length === 0 ? { path } : { path, value: kept })
  if (unshownOf(message) === undefined) note(to, "carrier-foreign", path)
}

/** Calls and their results get their plain ids. */
const settleIds = (message: JsonObject, at: JsonPointer, edits: BodyEdit[]): void => {
  settleId(message, "tool_call_id", at, edits)
  eachObject(message, "tool_calls", at, (call, place) => settleId(call, "id", place, edits))
}

const settleId = (object: JsonObject, key: string, at: JsonPointer, edits: BodyEdit[]): void => {
  const said = object[key]
  const opened = typeof said === "string" ? openCallId(said) : undefined
  if (opened !== undefined) edits.push({ path: childPointer(at, key), value: opened.id })
}
