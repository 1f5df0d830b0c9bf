import type { ToolCallPart } from "../../../words/chat.ts"
import type { Asked } from "../../../words/format.ts"
import type { Note } from "../../../words/note.ts"
import { note } from "../rules.ts"

/** The id that an upstream gave a call; an empty one is none. */
const ownId = (call: ToolCallPart): string | undefined => (call.id === "" ? undefined : call.id)

/** The id of the call at a place of an answer; one is made where its upstream gave none. */
export const callId = (call: ToolCallPart, answer: string, index: number): string =>
  ownId(call) ?? `call_${answer}_${index}`

/** Whether a call goes out as one of a custom tool: only clients that declared it can read that. */
export const isCustom = (call: ToolCallPart, asked: Asked): boolean =>
  call.input.kind === "text" && asked.customTools.includes(call.name)

/** Notes what a call does not say of itself; the old spelling needs no id. */
export const noteCall = (call: ToolCallPart, asked: Asked, notes: Note[]): void => {
  for (const field of ["caller", "toolset"] as const) {
    if (call[field] !== undefined) note(notes, "call-caller", call, field)
  }
  if (ownId(call) === undefined && !asked.legacyTools) note(notes, "call-id", call)
}

/** Notes how a call's input was changed. `said`: it has any. */
export const noteInput = (call: ToolCallPart, asked: Asked, said: boolean, notes: Note[]): void => {
  if (call.input.kind === "json") {
    if (!said) note(notes, "call-empty", call)
  } else if (!isCustom(call, asked)) note(notes, call.input.kind === "text" ? "custom-call" : "code-call", call)
}
