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
import type { Works, SizedWork } from "./measure.ts"

const passing = [
  [chatCompletions, chatPassing],
  [messages, messagesPassing],
  [generateContent, contentPassing],
  [responses, responsesPassing]
] as const

/** Streams of events that say nothing. */
export const streams: Readonly<Record<string, (size: number) => string>> = {
  "empty events": (size) => "data:\n\n".repeat(size),
  "events that are no JSON": (size) => "data: x\n\n".repeat(size),
  "lists in lists": (size) => `data: ${"[".repeat(size * 100)}\n\n`,
  "lists in lists of an object": (size) => `data: {"a":${"[".repeat(size * 100)}\n\n`
}

/** A stream that a client of a format is sent by an upstream of it. */
const passed = ([format, passthrough]: (typeof passing)[number], stream: (size: number) => string): SizedWork => [
  100,
  (size) => {
    const defaults = { id: "stamp", created: 1, model: "m", requestId: "r" }
    const client = { format, passing: passthrough, defaults, limits: answerLimits, hide: () => [], secrets: noSecrets }
    const bytes = new TextEncoder().encode(stream(size))
    return () => {
      const machine = passStream(client, format, defaultReplyPreferences, false)
      for (let at = 0; at < bytes.length; at += 16_384) machine.push(bytes.subarray(at, at + 16_384))
      machine.end("clean")
    }
  }
]

/** Such streams in each format. */
export const works: Works = Object.fromEntries(
  Object.entries(streams).flatMap(([name, stream]) =>
    passing.map((format): [string, SizedWork] => [`${format[0].id}: ${name}`, passed(format, stream)])
  )
)

/** The formats. */
export const formats = passing.map(([{ id }]) => id)
