import { expect, it } from "vitest"
import type { ChatClient } from "../../src/exchange/chat-exchange.ts"
import { passStream } from "../../src/exchange/pass-stream.ts"
import { answerLimits } from "../../src/exchange/policies.ts"
import { translateStream } from "../../src/exchange/translate-stream.ts"
import { chatCompletions } from "../../src/formats/chat-completions/index.ts"
import { passthrough as chatPassing } from "../../src/formats/chat-completions/passthrough.ts"
import { generateContent } from "../../src/formats/generate-content/index.ts"
import { passthrough as contentPassing } from "../../src/formats/generate-content/passthrough.ts"
import { messages } from "../../src/formats/messages/index.ts"
import { passthrough as messagesPassing } from "../../src/formats/messages/passthrough.ts"
import { responses } from "../../src/formats/responses/index.ts"
import { passthrough as responsesPassing } from "../../src/formats/responses/passthrough.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../src/core/format.ts"
import { noSecrets } from "../../src/core/secrets/redactor.ts"
import { list } from "./list.ts"

// An event of some hundred kilobytes may hold thousands of parts, each of which is several events for its client: so
// many bytes of prose are read at once, but not those.

const clients = {
  chatCompletions: [chatCompletions, chatPassing],
  messages: [messages, messagesPassing],
  generateContent: [generateContent, contentPassing],
  responses: [responses, responsesPassing]
} as const
type Name = keyof typeof clients

const clientOf = (name: Name): ChatClient => ({
  format: clients[name][0],
  passing: clients[name][1],
  defaults: { id: "stamp", created: 1, model: "m", requestId: "r" },
  limits: answerLimits,
  hide: () => [],
  secrets: noSecrets
})

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The most that is told at once: 64 Ki, and what one more part says. */
const most = 64 * 1024 + 1024

const calls = 1500
const parts = list(calls, (at) => ({ functionCall: { id: `call_${at}`, name: "f", args: { at } } }))
const dense = `data: ${JSON.stringify({ candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }] })}\n\n`

it.each(["chatCompletions", "messages", "responses"] as const)(
  "an event of many calls is told %s in steps, none of which says much",
  (name) => {
    const machine = translateStream(clientOf(name), generateContent, emptyReplyContext, defaultReplyPreferences)
    const take = (out: readonly Uint8Array[]): string => out.map((bytes) => decoder.decode(bytes)).join("")
    let told = take(machine.push(encoder.encode(dense)))
    const steps: number[] = []
    while (machine.waits()) {
      const said = take(machine.push(new Uint8Array(0)))
      steps.push(said.length)
      told += said
    }
    told += take(machine.end("clean"))
    while (machine.waits()) told += take(machine.push(new Uint8Array(0)))
    // It is read, looked over, and then said.
    expect(steps.slice(0, 2)).toEqual([0, 0])
    expect(Math.max(...steps)).toBeLessThan(most)
    expect([machine.failure(), told.includes(`call_${calls - 1}`)]).toEqual([undefined, true])
  }
)

it("the last event of an answer with many items passes without being read for them", () => {
  let read = 0
  const decodeStream: typeof responses.decodeStream = (...args) => {
    const decode = responses.decodeStream(...args)
    return { ...decode, push: (frame) => ((read += frame.data.length), decode.push(frame)) }
  }
  const client = clientOf("responses")
  const machine = passStream(client, { ...responses, decodeStream }, defaultReplyPreferences, false)
  const item = (at: number): object => ({
    type: "function_call",
    id: `fc_${at}`,
    call_id: `call_${at}`,
    name: "f",
    arguments: "{}",
    status: "completed"
  })
  const response = { id: "resp_1", object: "response", model: "m", status: "completed", output: list(3000, item) }
  const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3 }
  const data = JSON.stringify({ type: "response.completed", response: { ...response, usage } })
  machine.push(encoder.encode(`event: response.completed\ndata: ${data}\n\n`))
  while (machine.waits()) machine.push(new Uint8Array(0))
  expect(machine.usage()).toMatchObject({ input: 1, text: 2 })
  expect([data.length > 256 * 1024, read < 1024]).toEqual([true, true])
})
