import type { Part } from "../../../words/chat.ts"
import type { ChatEvent } from "../../../words/event.ts"
import type { Choice } from "./reading.ts"

/** Begins a part, and gives its index. */
export const begin = (choice: Choice, value: Part, out: ChatEvent[]): number => {
  const part = choice.parts++
  out.push({ type: "part", candidate: choice.index, part, value })
  return part
}
