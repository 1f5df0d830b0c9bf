import * as Effect from "effect/Effect"
import type OpenAI from "openai"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { layerMemory } from "../../src/history.ts"
import { printEvents } from "../faults/frames.ts"
import { type KeepingGateway, keepingGateway, opened, translated } from "./rig.ts"

type Items = OpenAI.Responses.ResponseInputItem[]

/** How a client goes on from an answer: what it sends with the results of its calls. */
const loops: Readonly<
  Record<
    string,
    (sent: Items, answer: OpenAI.Responses.Response, results: Items) => { input: Items; previous_response_id?: string }
  >
> = {
  "its own history": (sent, { output }, results) => ({ input: [...sent, ...output.filter(isCall), ...results] }),
  "references to items": (sent, { output }, results) => ({
    input: [...sent, ...output.map(({ id = "" }) => ({ type: "item_reference", id }) as const), ...results]
  }),
  "the id of the answer": (_, { id }, results) => ({ input: results, previous_response_id: id })
}

const isCall = (item: OpenAI.Responses.ResponseOutputItem): item is OpenAI.Responses.ResponseFunctionToolCallItem =>
  item.type === "function_call"

/** The vendor's model calls `f` in each of its answers with the answer's number, always under the same id. */
const events = (n: number) => [
  { type: "message_start", message: { ...messageOf(n), content: [], stop_reason: null } },
  { type: "content_block_start", index: 0, content_block: { ...callOf(n), input: {} } },
  { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: `{"n":${n}}` } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 1 } },
  { type: "message_stop" }
]

const messageOf = (n: number) => ({
  id: `msg_${n}`,
  type: "message",
  role: "assistant",
  model: "m",
  usage: { input_tokens: 1, output_tokens: 1 }
})

const callOf = (n: number) => ({ type: "tool_use", id: "call_0", name: "f", input: { n } })

let count = 0
let gateway: KeepingGateway
let close: () => Promise<void>

beforeAll(async () => {
  const answering = ({ text }: { readonly text: string }) => {
    count++
    if (!text.includes('"stream":true'))
      return Response.json({ ...messageOf(count), content: [callOf(count)], stop_reason: "tool_use" })
    return new Response(printEvents(events(count)), { headers: { "content-type": "text/event-stream" } })
  }
  ;[gateway, close] = await opened(Effect.suspend(() => keepingGateway(layerMemory(), answering)))
})

afterAll(() => close())

const tools: OpenAI.Responses.Tool[] = [
  { type: "function", name: "f", parameters: { type: "object", properties: {} }, strict: false }
]

describe.each(["whole", "streamed"])("calls of one id in each answer, %s", (how) => {
  it.each(Object.keys(loops))("go on with %s, each result behind its own call", async (loop) => {
    count = 0
    const client = gateway.client()
    let sent: Items = [{ role: "user", content: "x" }]
    let asked: { input: Items; previous_response_id?: string } = { input: sent }
    const told = new Set<string>()
    for (let turn = 1; turn <= 4; turn++) {
      const request = { model: translated, tools, ...asked }
      const answer: OpenAI.Responses.Response =
        how === "whole"
          ? await client.responses.create(request)
          : await client.responses.stream(request).finalResponse()
      const results = answer.output
        .filter(isCall)
        .map(({ call_id }) => ({ type: "function_call_output", call_id, output: `r${turn}` }) as const)
      for (const { call_id } of results) told.add(call_id)
      asked = loops[loop]?.(sent, answer, results) ?? asked
      sent = asked.input
    }
    expect(told.size).toBe(4)
    const { messages }: { messages: { content: { id?: string; tool_use_id?: string }[] }[] } = JSON.parse(
      gateway.sent.at(-1)?.text ?? ""
    )
    const blocks = messages.slice(1).map(({ content: [block] }) => block)
    expect(blocks).toMatchObject([
      { type: "tool_use", input: { n: 1 } },
      { type: "tool_result", content: [{ text: "r1" }] },
      { type: "tool_use", input: { n: 2 } },
      { type: "tool_result", content: [{ text: "r2" }] },
      { type: "tool_use", input: { n: 3 } },
      { type: "tool_result", content: [{ text: "r3" }] }
    ])
    const ids = blocks.map((block) => block?.id ?? block?.tool_use_id)
    expect([new Set(ids).size, ids[1], ids[3], ids[5]]).toEqual([3, ids[0], ids[2], ids[4]])
  })
})
