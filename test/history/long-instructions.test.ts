import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { emptyReplyContext } from "../../src/core/format.ts"
import { responses } from "../../src/formats.ts"
import { layerMemory } from "../../src/history.ts"
import { printEvents } from "../faults/frames.ts"
import { type KeepingGateway, keepingGateway, opened, passing } from "./rig.ts"

/** More than an event of a stream may otherwise have in one text, much of it escaped. */
const instructions = 'Say "a".\n'.repeat(300_000)

const item = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "a", annotations: [] }]
}

const response = (status: string, output: readonly object[]) => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  status,
  instructions,
  model: passing,
  store: true,
  output,
  usage: null
})

const events = [
  { type: "response.created", response: response("in_progress", []) },
  { type: "response.in_progress", response: response("in_progress", []) },
  { type: "response.output_item.added", output_index: 0, item: { ...item, status: "in_progress", content: [] } },
  { type: "response.output_item.done", output_index: 0, item },
  { type: "response.completed", response: response("completed", [item]) }
].map((event, at) => ({ ...event, sequence_number: at }))

let told = events

const streamed = (): string => printEvents(told)

let gateway: KeepingGateway
let close: () => Promise<void>

beforeAll(async () => {
  const answering = () => new Response(streamed(), { headers: { "content-type": "text/event-stream" } })
  ;[gateway, close] = await opened(Effect.suspend(() => keepingGateway(layerMemory(), answering)))
})

afterAll(() => close())

const asked = async (): Promise<string> => {
  const body = JSON.stringify({ model: passing, input: "x", instructions, stream: true })
  return (await gateway.fetch("/v1/responses", { method: "POST", body })).text()
}

it("a stream passes whose vendor repeats long instructions, and its answer is kept with them", async () => {
  told = events
  expect((await asked()) === streamed()).toBe(true)
  const kept = await gateway.client().responses.retrieve("resp_1")
  expect(kept.instructions === instructions).toBe(true)
  expect(kept.output).toEqual([item])
})

it("one that breaks off then is told as the same answer, which failed", async () => {
  told = events.slice(0, 3)
  const said = await asked()
  const [, data = "{}"] = /^event: response\.failed\ndata: (.*)$/m.exec(said) ?? []
  expect(JSON.parse(data)).toMatchObject({
    response: { id: "resp_1", status: "failed", instructions: null, output: [{ id: "msg_1" }] }
  })
})

it("a stream that is translated is read to its end", () => {
  const read = responses.decodeStream(emptyReplyContext)
  const said = events.flatMap((event) => read.push({ event: event.type, data: JSON.stringify(event) }))
  expect(said.map(({ type }) => type)).not.toContain("error")
  expect(said.at(-1)).toMatchObject({ type: "end" })
})
