import type { ToolCallPart } from "../../../words/chat.ts"
import type { Asked } from "../../../words/format.ts"
import type { Note } from "../../../words/note.ts"
import { note } from "../rules.ts"

/** A call in the words of an answer. */
export interface WrittenCall {
  readonly id: string
  readonly type: "function" | "custom"
  readonly name: string
  readonly arguments: string
}

/** The id that an upstream gave a call; an empty one is none. */
export const idOf = (call: ToolCallPart): string | undefined => (call.id === "" ? undefined : call.id)

/** Whether a call goes out as one of a custom tool: only clients that declared it can read that. */
export const isCustom = (call: ToolCallPart, asked: Asked): boolean =>
  call.input.kind === "text" && asked.customTools.includes(call.name)

/** The id of the call at a place of an answer, where its upstream gives none. */
export const callId = (answer: string, index: number): string => `call_${answer}_${index}`

/** A call for an answer. No input is the empty object; free text for a client without that tool stands in a member. */
export const writeCall = (call: ToolCallPart, asked: Asked, notes: Note[], fallback: string): WrittenCall => {
  const id = idOf(call) ?? fallback
  if (idOf(call) === undefined && !asked.legacyTools) note(notes, "call-id", call)
  const { input, name } = call
  switch (input.kind) {
    case "json":
      if (input.json.text === "") note(notes, "call-empty", call)
      return { id, type: "function", name, arguments: input.json.text === "" ? "{}" : input.json.text }
    case "text":
      if (isCustom(call, asked)) return { id, type: "custom", name, arguments: input.text }
      note(notes, "custom-call", call)
      return { id, type: "function", name, arguments: JSON.stringify({ input: input.text }) }
    case "code":
      note(notes, "code-call", call)
      return { id, type: "function", name, arguments: JSON.stringify({ code: input.code, language: input.language }) }
  }
}
