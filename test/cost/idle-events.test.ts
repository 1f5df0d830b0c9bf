import { expect, it } from "vitest"
import { passStream } from "../../src/exchange/pass-stream.ts"
import { answerLimits } from "../../src/exchange/policies.ts"
import { chatCompletions } from "../../src/formats/chat-completions/index.ts"
import { passthrough as chatPassing } from "../../src/formats/chat-completions/passthrough.ts"
import { generateContent } from "../../src/formats/generate-content/index.ts"
import { passthrough as contentPassing } from "../../src/formats/generate-content/passthrough.ts"
import { messages } from "../../src/formats/messages/index.ts"
import { passthrough as messagesPassing } from "../../src/formats/messages/passthrough.ts"
import { responses } from "../../src/formats/responses/index.ts"
import { passthrough as responsesPassing } from "../../src/formats/responses/passthrough.ts"
import { defaultReplyPreferences } from "../../src/core/format.ts"
import { noSecrets } from "../../src/core/secrets/redactor.ts"

const passing = [
  [chatCompletions, chatPassing],
  [messages, messagesPassing],
  [generateContent, contentPassing],
  [responses, responsesPassing]
] as const

const streams = {
  "empty events": "data:\n\n".repeat(20_000),
  "events that are no JSON": "data: x\n\n".repeat(20_000),
  "lists in lists": `data: ${"[".repeat(2_000_000)}\n\n`,
  "lists in lists of an object": `data: {"a":${"[".repeat(2_000_000)}\n\n`
}

/** The least time of this thread that the stream took in three tries, in microseconds. */
const costOf = ([format, passthrough]: (typeof passing)[number], stream: string): number => {
  const defaults = { id: "stamp", created: 1, model: "m", requestId: "r" }
  const client = { format, passing: passthrough, defaults, limits: answerLimits, hide: () => [], secrets: noSecrets }
  const bytes = new TextEncoder().encode(stream)
  const tries = [1, 2, 3].map(() => {
    const machine = passStream(client, format, defaultReplyPreferences, false)
    const before = process.threadCpuUsage()
    for (let at = 0; at < bytes.length; at += 16_384) machine.push(bytes.subarray(at, at + 16_384))
    machine.end("clean")
    return process.threadCpuUsage(before).user
  })
  return Math.min(...tries)
}

it.each(Object.entries(streams))("%s cost no format much more than another", (_, stream) => {
  const costs = passing.map((format) => costOf(format, stream))
  expect(Math.max(...costs)).toBeLessThan(10 * Math.max(8_000, Math.min(...costs)))
})
