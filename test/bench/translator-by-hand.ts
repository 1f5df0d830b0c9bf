import { streamToChat, streamToMessages } from "./by-hand-stream.ts"
import { requestToChat, requestToMessages } from "./by-hand.ts"
import type { Direction } from "./bodies.ts"
import type { Translator } from "./translator.ts"

const request = ({ to }: Direction, text: string): string =>
  to === "messages" ? requestToMessages(text) : requestToChat(text)

const stream = ({ to }: Direction, pieces: readonly Uint8Array[]): readonly string[] =>
  pieces.map(to === "messages" ? streamToMessages() : streamToChat())

/** The translator written by hand, for orientation. */
export const translator: Translator = {
  name: "by hand",
  takes: ({ from, to }) => [from, to].every((id) => id === "chat-completions" || id === "messages"),
  show: request,
  request: (direction, text) => request(direction, text).length,
  stream: (direction, pieces) => stream(direction, pieces).reduce((length, text) => length + text.length, 0),
  showStream: (direction, pieces) => stream(direction, pieces).join("")
}
