import type { MediaPart } from "../../../words/chat/chat.ts"
import type { Delta } from "../../../words/events/event.ts"
import type { Frame } from "../../../words/framing/framing.ts"
import type { Printing } from "./printing.ts"

/** The beginning of a sound: its id, and whatever of it is known already. */
export const audioStart = (state: Printing, candidate: number, part: MediaPart): readonly Frame[] => {
  const data = part.source.kind === "base64" && part.source.data !== "" ? part.source.data : undefined
  const audio = { id: part.id, data, transcript: part.transcript, expires_at: part.expires }
  return [state.chunks.delta(candidate, { audio })]
}

/** More of a sound: its bytes or its transcript. */
export const audioDelta = (
  state: Printing,
  candidate: number,
  delta: Extract<Delta, { type: "data" | "transcript" }>
): readonly Frame[] => [
  state.chunks.delta(candidate, { audio: delta.type === "data" ? { data: delta.data } : { transcript: delta.text } })
]
