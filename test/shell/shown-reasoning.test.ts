import { describe, expect, it } from "vitest"
import { body, faultCase, head, lastChunk, post } from "../faults/index.ts"
import type { Scripted } from "../faults/index.ts"
import { letIn, served } from "./rig.ts"

const event = (delta: string): string =>
  `id: 7\ndata: { "choices":[{"index":0,"delta":${delta},"finish_reason":null}], "new":1.0}\n\n`

const tail = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'

const streamOf = (deltas: readonly string[], cut: number): Scripted => ({
  steps: [
    head(200, { headers: [["content-type", "text/event-stream"]] }),
    body(deltas.map(event).join("") + tail, { cut }),
    lastChunk()
  ]
})

/** What a client of chat completions reads of a stream that passes. */
const told = async (deltas: readonly string[], more: object = {}, cut = 100_000): Promise<string> => {
  let text = ""
  const gateway = served({ model: { takesStreamUsage: false } })
  await faultCase({ answers: [streamOf(deltas, cut)], gateway }, async ({ raw }) => {
    const client = await raw()
    const asked = { model: "chat-model", stream: true, messages: [{ role: "user", content: "hi" }], ...more }
    await client.send(post("/v1/chat/completions", JSON.stringify(asked), { headers: letIn }))
    text = (await client.response(1)).text
  })
  return text
}

const cases: readonly (readonly [name: string, came: string, goes: string])[] = [
  ["under its newer name", '{"reasoning": "H\\u006dm"}', '{"reasoning": "H\\u006dm","reasoning_content":"Hmm"}'],
  ["beside a null", '{"reasoning_content":null,"reasoning":"a"}', '{"reasoning_content":"a","reasoning":"a"}'],
  ["under both names", '{"reasoning":"a","reasoning_content":"a"}', '{"reasoning":"a","reasoning_content":"a"}'],
  ["under its older name", '{"reasoning_content":"a"}', '{"reasoning_content":"a"}'],
  [
    "of nobody",
    '{"reasoning":null,"content":"$& the \\"reasoning\\""}',
    '{"reasoning":null,"content":"$& the \\"reasoning\\""}'
  ]
]

describe("reasoning in a stream of chat completions that passes", () => {
  it.each(cases)("stands in reasoning_content: %s", async (_, came, goes) =>
    expect(await told(['{"role":"assistant"}', came])).toBe(event('{"role":"assistant"}') + event(goes) + tail)
  )

  it.each([1, 7])("does so in pieces of %i bytes", async (cut) => {
    const deltas = cases.map(([, came]) => came)
    expect(await told(deltas, {}, cut)).toBe(cases.map(([, , goes]) => event(goes)).join("") + tail)
  })

  it("is not shown to a client that wants it hidden", async () => {
    const hide = { extra_body: { google: { thinking_config: { include_thoughts: false } } } }
    const deltas = ['{"reasoning":"a","reasoning_content":"a"}', '{"reasoning_content":"b"}', '{"content":"c"}']
    expect(await told(deltas, hide)).toBe(event("{}") + event("{}") + event('{"content":"c"}') + tail)
  })
})
