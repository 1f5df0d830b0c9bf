import { expect, it } from "vitest"
import { passStream } from "../../src/exchange/pass-stream.ts"
import { responses } from "../../src/formats/responses/index.ts"
import { defaultReplyPreferences } from "../../src/core/format.ts"
import { list } from "./list.ts"
import { clientOf, machineOf, stepsAfter, stepsAtEnd } from "./machines.ts"

// An event of some hundred kilobytes may hold thousands of parts, each of which is several events for its client: so
// many bytes of prose are read at once, but not those.

const encoder = new TextEncoder()

/** The most that is told at once: 64 Ki, and what one more part says. */
const most = 64 * 1024 + 1024

const calls = 1500
const parts = list(calls, (at) => ({ functionCall: { id: `call_${at}`, name: "f", args: { at } } }))
const dense = `data: ${JSON.stringify({ candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }] })}\n\n`

it.each(["chatCompletions", "messages", "responses"] as const)(
  "an event of many calls is told %s in steps, none of which says much",
  (name) => {
    const machine = machineOf(name, "generateContent")
    const steps = stepsAfter(machine, encoder.encode(dense))
    const told = [...steps, ...stepsAtEnd(machine)].join("")
    const lengths = steps.map(({ length }) => length)
    // Its lines are read; then it is walked over, read, decoded, looked over, and said.
    expect(lengths.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
    expect(Math.max(...lengths)).toBeLessThan(most)
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
