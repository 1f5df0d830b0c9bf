import type { ChatEvent } from "./event.ts"

/** The most UTF-16 code units of text that one of the events says which {@link cutEvent} gives. */
export const mostText = 256 * 1024

/**
 * An event as those that say the same one after another: of a long text each a piece, so that none takes long to write.
 * A character is never cut. What is whole or nothing, such as a medium, stays.
 */
export function* cutEvent(event: ChatEvent): Generator<ChatEvent, void, void> {
  const text = textOf(event)
  if (text === undefined || text.length <= mostText) return yield event
  const [first = "", ...more] = piecesOf(text)
  yield withText(event, first)
  for (const piece of more) yield withText(deltaOf(event), piece)
}

/** An event that goes on where one says how a part begins; any other is its own. */
const deltaOf = (event: ChatEvent): ChatEvent => {
  if (event.type !== "part") return event
  const { candidate, part } = event
  return { type: "delta", candidate, part, delta: { type: "text", text: "" } }
}

const textOf = (event: ChatEvent): string | undefined => {
  if (event.type === "delta") return "text" in event.delta ? event.delta.text : undefined
  return event.type === "part" && "text" in event.value ? event.value.text : undefined
}

const withText = (event: ChatEvent, text: string): ChatEvent => {
  if (event.type === "delta" && "text" in event.delta) return { ...event, delta: { ...event.delta, text } }
  return event.type === "part" && "text" in event.value ? { ...event, value: { ...event.value, text } } : event
}

function* piecesOf(text: string): Generator<string, void, void> {
  for (let from = 0; from < text.length;) {
    const end = endOfPiece(text, from + mostText)
    yield text.slice(from, end)
    from = end
  }
}

/** Where a piece ends that may end at a place: before a pair of surrogates that stands there. */
const endOfPiece = (text: string, at: number): number => {
  const last = text.charCodeAt(at - 1)
  return at < text.length && last >= 0xd800 && last <= 0xdbff ? at - 1 : at
}
