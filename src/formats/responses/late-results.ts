import type { ChatMessage, ContentPart } from "../../core/chat/chat.ts"

/**
 * Moves results to the turn of their calls: this API takes them anywhere behind those, and other vendors at once. The
 * same messages where all stand so.
 */
export const settleResults = (messages: readonly ChatMessage[]): readonly ChatMessage[] => {
  const late = lateResults(messages)
  if (late.size === 0) return messages
  const moved = new Set([...late.values()].flat())
  const settled: ChatMessage[] = []
  let waiting: readonly ContentPart[] = []
  const settle = (): void => {
    if (waiting.length > 0) settled.push({ role: "user", parts: waiting })
    waiting = []
  }
  messages.forEach((message, index) => {
    const parts = message.parts.filter((part) => !moved.has(part))
    if (parts.length === 0 && message.parts.length > 0) return
    if (!isAnswer(message)) settle()
    settled.push(parts.length === message.parts.length ? message : { ...message, parts })
    waiting = late.get(index) ?? waiting
  })
  settle()
  return settled
}

/** Whether a message is nothing but results. */
const isAnswer = ({ role, parts }: ChatMessage): boolean =>
  role === "user" && parts.length > 0 && parts.every(({ type }) => type === "tool-result")

/** The results behind which something else was said since their calls, by the place of the message with those. */
const lateResults = (messages: readonly ChatMessage[]): ReadonlyMap<number, readonly ContentPart[]> => {
  const late = new Map<number, ContentPart[]>()
  const places = new Map<string, number>()
  let open: number | undefined
  messages.forEach((message, index) => {
    if (message.role === "assistant") open = index
    else if (!isAnswer(message)) open = undefined
    for (const part of message.parts) {
      if (part.type === "tool-call" && part.id !== undefined) places.set(part.id, index)
      if (part.type !== "tool-result" || part.runBy !== "client" || part.id === undefined) continue
      const place = places.get(part.id)
      if (place === undefined || place === open) continue
      const waiting = late.get(place)
      if (waiting === undefined) late.set(place, [part])
      else waiting.push(part)
    }
  })
  return late
}
