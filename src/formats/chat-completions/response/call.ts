import type { ToolCallPart } from "../../../core/chat/chat.ts"
import { carriedId, type PartAt } from "../../../core/chat/carried-calls.ts"
import type { ReplyPreferences } from "../../../core/format.ts"
import type { NoteSink } from "../../../core/notes/note-writer.ts"
import { note } from "../rules.ts"
import { ownVendor } from "../wire.ts"

/** An answer that is being written: what its client asked for. */
export interface Answering extends NoteSink {
  readonly asked: ReplyPreferences
}

/** The id that an upstream gave a call; an empty one is none. */
const ownId = (call: ToolCallPart): string | undefined => (call.id === "" ? undefined : call.id)

/** Where a call stands: in which answer, as which of its calls, and among which parts. */
export interface CallPlace {
  readonly answer: string
  readonly index: number
  readonly part: number
  readonly partAt: PartAt
}

/** The id of a call, which carries the bytes that it needs; one is made where its upstream gave none. */
export const callId = (call: ToolCallPart, { answer, index, part, partAt }: CallPlace): string =>
  carriedId(ownId(call) ?? `call_${answer}_${index}`, call, part, partAt, ownVendor)

/** Whether a call goes out as one of a custom tool: only clients that declared it can read that. */
export const isCustom = (call: ToolCallPart, asked: ReplyPreferences): boolean =>
  call.input.kind === "text" && asked.customTools.includes(call.name)

/** Notes what a call does not say of itself; the old spelling needs no id. */
export const noteCall = (call: ToolCallPart, to: Answering): void => {
  for (const field of ["caller", "toolset"] as const) {
    if (call[field] !== undefined) note(to, "call-caller", call, field)
  }
  if (ownId(call) === undefined && !to.asked.legacyTools) note(to, "call-id", call)
}

/** Notes how a call's input was changed. `said`: it has any. */
export const noteInput = (call: ToolCallPart, said: boolean, to: Answering): void => {
  if (call.input.kind === "json") {
    if (!said) note(to, "call-empty", call)
  } else if (!isCustom(call, to.asked)) note(to, call.input.kind === "text" ? "custom-call" : "code-call", call)
}
