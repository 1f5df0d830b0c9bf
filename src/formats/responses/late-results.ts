import type { ChatMessage, ContentPart } from "../../core/chat/chat.ts"

/**
 * Moves results to the turn of their calls: this API takes them anywhere behind those, and other vendors at once. The
 * same messages where all stand so.
 */
export const settleResults = (messages: readonly ChatMessage[]): readonly ChatMessage[] => {
  const late = messages.some(isAnswer) ? lateResults(messages) : undefined
  if (late === undefined || late.size === 0) return messages
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
  return isAnswer(messages.at(-1)) ? answersLast(settled) : settled
}

/** What an assistant said between the results that the conversation ends with stands before them, where its calls do. */
const answersLast = (settled: readonly ChatMessage[]): readonly ChatMessage[] => {
  const said = settled.slice(-1)
  const turn = settled.slice(0, -1).findLastIndex((message) => !isAnswer(message)) + 1
  if (said[0]?.role !== "assistant" || settled[turn - 1]?.role !== "assistant") return settled
  return [...settled.slice(0, turn), ...said, ...settled.slice(turn, -1)]
}

/** Whether a message is nothing but results. */
const isAnswer = (message: ChatMessage | undefined): boolean =>
  message?.role === "user" && message.parts.length > 0 && message.parts.every(({ type }) => type === "tool-result")

/**
 * The results behind which something else was said since their calls, by the place of the message with those. Of calls
 * with one id that wait only the last has a result: nobody knows which of two is whose.
 */
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
      places.delete(part.id)
      if (place === undefined || place === open) continue
      const before = late.get(place)
      if (before === undefined) late.set(place, [part])
      else before.push(part)
    }
  })
  return late
}
