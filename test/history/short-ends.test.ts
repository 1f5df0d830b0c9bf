import * as Effect from "effect/Effect"
import type OpenAI from "openai"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { layerMemory } from "../../src/history.ts"
import { type KeepingGateway, keepingGateway, opened, passing, translated } from "./rig.ts"

const known = {
  thought: { id: "rs_t1", type: "reasoning", summary: [], encrypted_content: "gAAAA" },
  message: {
    id: "msg_t1",
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: "Hello1", annotations: [] }]
  },
  call: { id: "fc_t1", type: "function_call", status: "completed", call_id: "call_t1", name: "f", arguments: "{}" }
}
const all = [known.thought, known.message, known.call]

/** What a vendor streams. */
interface Script {
  /** The items of its last event. */
  readonly ending: readonly object[]
  readonly type?: string
  /** The items that no `output_item.done` tells. */
  readonly undone?: readonly object[]
  /** All that is told; absent: a thought, a message and a call. */
  readonly items?: readonly object[]
}

let script: Script = { ending: [] }
let streams = 0

const response = (status: string, output: readonly object[]) => ({
  id: `resp_${streams}`,
  object: "response",
  created_at: 1,
  status,
  model: passing,
  store: false,
  output,
  usage: null
})

const streamed = ({ ending, type = "response.completed", undone = [], items = all }: Script): string => {
  const told = items.flatMap((item, at) => {
    const begun = { ...item, ...("status" in item ? { status: "in_progress" } : {}) }
    const added = { type: "response.output_item.added", output_index: at, item: begun }
    return undone.includes(item) ? [added] : [added, { type: "response.output_item.done", output_index: at, item }]
  })
  return [
    { type: "response.created", response: response("in_progress", []) },
    ...told,
    { type, response: response(type.replace("response.", ""), ending) }
  ]
    .map((event, at) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`)
    .join("")
}

let gateway: KeepingGateway
let close: () => Promise<void>

beforeAll(async () => {
  ;[gateway, close] = await opened(
    Effect.suspend(() =>
      keepingGateway(layerMemory(), ({ path, text }) =>
        !path.endsWith("/responses")
          ? undefined
          : text.includes('"stream":true')
            ? new Response(streamed(script), { headers: { "content-type": "text/event-stream" } })
            : Response.json(response("completed", all))
      )
    )
  )
})

afterAll(() => close())

/** Streams an answer, and gives it as its last event said it. */
const stream = async (
  of: Script
): Promise<{ readonly id: string; readonly told: readonly unknown[]; readonly stored: unknown }> => {
  script = of
  streams++
  const events = await gateway.client().responses.create({ model: passing, input: "x", stream: true })
  let last: OpenAI.Responses.Response | undefined
  for await (const event of events) if ("response" in event) last = event.response
  return { id: last?.id ?? "", told: last?.output ?? [], stored: Object(last)["store"] }
}

const keptOf = async (id: string): Promise<unknown> => (await gateway.client().responses.retrieve(id)).output

const result = { type: "function_call_output", call_id: "call_t1", output: "4" } as const

describe("an answer whose last event leaves out what was told before", () => {
  it.each<[string, Script]>([
    ["without any item", { ending: [] }],
    ["with some", { ending: [known.thought] }],
    ["of one that was cut short", { ending: [], type: "response.incomplete" }],
    ["of one that failed", { ending: [], type: "response.failed" }],
    ["with one that no event says is done", { ending: [], undone: [known.call] }]
  ])("is kept with all of it: %s", async (_, of) => {
    const { id, told } = await stream(of)
    expect(told).toEqual(of.ending)
    expect(await keptOf(id)).toEqual(all)
  })

  it("is gone on from with all of it, at its vendor and at another", async () => {
    for (const model of [passing, translated]) {
      const { id } = await stream({ ending: [] })
      await gateway.client().responses.create({ model, input: [result], previous_response_id: id })
      const { text } = gateway.sent.at(-1) ?? { text: "" }
      expect(text).toContain("Hello1")
      expect(text).toContain("call_t1")
    }
  })

  it("is not kept where it was more than is remembered, and says so", async () => {
    const text = "x".repeat(2_200_000)
    const long = { ...known.message, content: [{ type: "output_text", text, annotations: [] }] }
    const whole = await stream({ items: [long], ending: [long] })
    expect([whole.stored, await keptOf(whole.id)]).toEqual([true, [long]])
    const { id, stored } = await stream({ items: [long], ending: [] })
    expect(stored).toBe(false)
    expect((await gateway.fetch(`/v1/responses/${id}`)).status).toBe(404)
  })

  it("has items that can be named", async () => {
    await stream({ ending: [] })
    const input = [
      { role: "user", content: "x" },
      { type: "item_reference", id: "msg_t1" }
    ] as const
    await gateway.client().responses.create({ model: passing, input: [...input] })
    expect(JSON.parse(gateway.sent.at(-1)?.text ?? "").input).toEqual([input[0], known.message])
  })
})

it("an item is as the last event says it, where that leaves none out", async () => {
  const ending = all.map((item) => ({ ...item, id: `${item.id}_last` }))
  const { id } = await stream({ ending })
  expect(await keptOf(id)).toEqual(ending)
})
