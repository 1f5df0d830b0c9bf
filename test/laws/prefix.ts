import { describe, expect } from "vitest"
import type { WirePiece } from "../../src/core/framing/transducer.ts"
import { encode } from "./calling.ts"
import { law } from "./law.ts"
import type { Subject } from "./subjects.ts"

/** What the formats call the list of messages. */
const lists = ["messages", "contents", "input"]

/** The text of a body's messages, without the closing bracket. */
const messagesOf = (body: string): string => {
  const read: unknown = JSON.parse(body)
  const members = typeof read === "object" && read !== null ? Object.entries(read) : []
  const messages: unknown = members.find(([key]) => lists.includes(key))?.[1] ?? []
  return JSON.stringify(messages).slice(0, -1)
}

/** What is sent of a conversation does not change when it grows: caches and signatures are bound to it. */
export const isPrefixStable = ({ format, target, common }: Subject<WirePiece>): void => {
  describe(`a longer conversation in ${format.id}`, () => {
    law(
      "begins with the shorter one, byte for byte",
      (c) => ({ request: common(c), shorter: c.below(8) }),
      ({ request, shorter }) => {
        const ends = request.messages.flatMap((message, index) =>
          message.role === "assistant" && !message.parts.some((part) => part.type === "tool-call") ? [index] : []
        )
        const end = ends[shorter % Math.max(1, ends.length)]
        const next = end === undefined ? undefined : request.messages[end + 1]
        if (end === undefined || next === undefined || next.role !== "user") return
        const prefix = encode(format, { ...request, messages: request.messages.slice(0, end + 1) }, target)
        const whole = encode(format, request, target)
        expect(messagesOf(whole?.body ?? "{}").startsWith(messagesOf(prefix?.body ?? "{}"))).toBe(true)
      }
    )
  })
}
