import type { Part } from "../../../words/chat/chat.ts"
import type { ChatEvent, Delta } from "../../../words/events/event.ts"
import type { Choice } from "./reading.ts"

/** Begins a part, and gives its index. */
export const begin = (choice: Choice, value: Part, out: ChatEvent[]): number => {
  const part = choice.parts++
  out.push({ type: "part", candidate: choice.index, part, value })
  return part
}

/** Says more of a part. */
export const extend = (choice: Choice, part: number, delta: Delta, out: ChatEvent[]): void => {
  out.push({ type: "delta", candidate: choice.index, part, delta })
}

/** Ends a part. */
export const end = (choice: Choice, part: number, out: ChatEvent[]): void => {
  out.push({ type: "part-end", candidate: choice.index, part })
}
