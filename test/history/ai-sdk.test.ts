import { createServer } from "node:http"
import { createOpenAI } from "@ai-sdk/openai"
import { generateText, stepCountIs, streamText, tool } from "ai"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, expect, it } from "vitest"
import * as z from "zod"
import { Credentials } from "../../src/credentials/credentials.ts"
import { responses } from "../../src/endpoints.ts"
import * as Claude from "../../src/families/claude.ts"
import * as Families from "../../src/families/families.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { layerMemory } from "../../src/history.ts"
import { toNodeHandler } from "../../src/hosts/node.ts"
import { layerUndici } from "../../src/upstream/undici.ts"
import { closed, listen } from "../faults/loopback.ts"

interface Block {
  readonly type: string
  readonly signature?: string
  readonly [key: string]: unknown
}

interface Body {
  readonly stream?: boolean
  readonly messages: readonly { readonly role: string; readonly content: readonly Block[] }[]
}

const sent: Body[] = []

/** What the model says first: a thought, which it must be given back as it was, and a call. */
const first: readonly Block[] = [
  { type: "thinking", thinking: "Which city?", signature: "c2lnbmVk" },
  { type: "tool_use", id: "toolu_1", name: "weather", input: { city: "Oslo" } }
]

const last: readonly Block[] = [{ type: "text", text: "It rains." }]

const blocksAt = (index: number, block: Block): readonly object[] => {
  const { thinking, signature, input, text, ...head } = block
  const empty = {
    ...head,
    ...(thinking === undefined ? {} : { thinking: "" }),
    ...(input !== undefined && { input: {} }),
    ...(text === undefined ? {} : { text: "" })
  }
  const delta = (it: object) => ({ type: "content_block_delta", index, delta: it })
  return [
    { type: "content_block_start", index, content_block: empty },
    ...(thinking !== undefined
      ? [delta({ type: "thinking_delta", thinking }), delta({ type: "signature_delta", signature })]
      : []),
    ...(input === undefined ? [] : [delta({ type: "input_json_delta", partial_json: JSON.stringify(input) })]),
    ...(text !== undefined ? [delta({ type: "text_delta", text })] : []),
    { type: "content_block_stop", index }
  ]
}

const vendor = createServer((request, answer) => {
  void (async () => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body: Body = JSON.parse(Buffer.concat(pieces).toString())
    sent.push(body)
    const isLast = JSON.stringify(body.messages).includes("tool_result")
    const content = isLast ? last : first
    const stop_reason = isLast ? "end_turn" : "tool_use"
    const head = { id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-4-5", stop_sequence: null }
    const usage = { input_tokens: 1, output_tokens: 1 }
    if (body.stream !== true) {
      answer.writeHead(200, { "content-type": "application/json" })
      return answer.end(JSON.stringify({ ...head, content, stop_reason, usage }))
    }
    const events = [
      { type: "message_start", message: { ...head, content: [], stop_reason: null, usage } },
      ...content.flatMap((block, index) => blocksAt(index, block)),
      { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
      { type: "message_stop" }
    ]
    answer.writeHead(200, { "content-type": "text/event-stream" })
    return answer.end(
      events
        .map((event) => `event: ${"type" in event ? String(event.type) : ""}\ndata: ${JSON.stringify(event)}\n\n`)
        .join("")
    )
  })()
})

const closing: (() => Promise<unknown>)[] = []
let url = ""

beforeAll(async () => {
  const vendorUrl = `http://127.0.0.1:${await listen(vendor)}`
  const gateway = Gateway.make(
    Gateway.layer(responses).pipe(
      Layer.provide(layerMemory()),
      Layer.provide(Families.of(Claude.layer({ key: "k", url: vendorUrl })).pipe(Layer.provide(layerUndici()))),
      Layer.provide(Credentials.keys("one"))
    )
  )
  await gateway.ready
  const server = createServer(toNodeHandler(gateway))
  url = `http://127.0.0.1:${await listen(server)}/v1`
  closing.push(
    () => closed(server),
    () => gateway.dispose({ grace: 0 }),
    () => closed(vendor)
  )
})

afterAll(async () => {
  for (const close of closing) await close()
})

const settings = (store: boolean | undefined) => ({
  model: createOpenAI({ apiKey: "one", baseURL: url })("claude-sonnet-4-5"),
  prompt: "Weather?",
  stopWhen: stepCountIs(3),
  tools: { weather: tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => `rain in ${city}` }) },
  providerOptions: {
    openai: { reasoningSummary: "auto", forceReasoning: true, ...(store === undefined ? {} : { store }) }
  }
})

/** What the vendor was sent of its own turn, with the loop's second request. */
const ownTurn = () => sent.at(-1)?.messages.find(({ role }) => role === "assistant")?.content

it.each([
  ["keeps nothing itself", undefined],
  ["sends everything itself", false]
])("the AI SDK's tool loop, whose client %s, gives the model back what it thought", async (_, store) => {
  expect((await generateText(settings(store))).text).toBe("It rains.")
  expect(ownTurn()).toEqual(first)
})

it.each([
  ["keeps nothing itself", undefined],
  ["sends everything itself", false]
])("the same in a stream: %s", async (_, store) => {
  expect(await streamText(settings(store)).text).toBe("It rains.")
  expect(ownTurn()).toEqual(first)
})
