import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Stream from "effect/Stream"
import type OpenAI from "openai"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { keptHistory } from "../../src/exchange/history.ts"
import { responses } from "../../src/formats.ts"
import { history } from "../../src/formats/responses/history.ts"
import { layerMemory } from "../../src/history.ts"
import { memoryTexts } from "../../src/history/memory.ts"
import { keptIn } from "../../src/history/store-from-texts.ts"
import { textLimits } from "../../src/history/store.ts"
import { list } from "../cost/list.ts"
import { printEvents } from "../faults/frames.ts"
import { type KeepingGateway, keepingGateway, opened, translated } from "./rig.ts"

/** How a stream of Claude's says a block whose deltas are these. */
const streamOf = (block: object, deltas: readonly object[], reason: string): string =>
  printEvents([
    {
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        stop_reason: null,
        usage: { input_tokens: 1, output_tokens: 1 }
      }
    },
    { type: "content_block_start", index: 0, content_block: block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index: 0, delta })),
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: reason }, usage: { output_tokens: 1 } },
    { type: "message_stop" }
  ])

const piece = "0123456789é日😀".repeat(1000)

const text = { type: "text", text: "" }
const call = { type: "tool_use", id: "call_0", name: "f", input: {} }

const textOf = (pieces: number): string =>
  streamOf(
    text,
    list(pieces, () => ({ type: "text_delta", text: piece })),
    "end_turn"
  )

const inputOf = (pieces: number): string =>
  streamOf(
    call,
    [
      { type: "input_json_delta", partial_json: '{"x":"' },
      ...list(pieces, () => ({ type: "input_json_delta", partial_json: piece })),
      { type: "input_json_delta", partial_json: '"}' }
    ],
    "tool_use"
  )

let said = ""
let gateway: KeepingGateway
let close: () => Promise<void>

beforeAll(async () => {
  const answering = () => new Response(said, { headers: { "content-type": "text/event-stream" } })
  ;[gateway, close] = await opened(Effect.suspend(() => keepingGateway(layerMemory(), answering)))
})

afterAll(() => close())

/** The first and the last answer that a stream tells. */
const told = async (asked: Partial<OpenAI.Responses.ResponseCreateParamsStreaming>) => {
  const stream = await gateway.client().responses.create({ model: translated, input: "x", ...asked, stream: true })
  const answers: (OpenAI.Responses.Response & { store?: boolean })[] = []
  for await (const event of stream) if ("response" in event) answers.push(event.response)
  return { first: answers[0], last: answers.at(-1) }
}

describe("the answer of a stream that is translated is kept, however long it is", () => {
  it.each([
    ["a text of 28 thousand characters", textOf(2)],
    ["a text of 280 thousand", textOf(20)],
    ["a text of 1.4 million", textOf(100)],
    ["a call of 280 thousand", inputOf(20)]
  ])("%s", async (_, stream) => {
    said = stream
    const { first, last } = await told({})
    expect([first?.store, last?.store, last?.status]).toEqual([true, true, "completed"])
    const kept = await gateway.client().responses.retrieve(last?.id ?? "")
    expect(kept.output).toEqual(last?.output)
    expect(JSON.stringify(kept.output)).toContain(piece + piece)
  })

  it("and is gone on from", async () => {
    said = textOf(20)
    const { last } = await told({})
    await told({ previous_response_id: last?.id ?? "" })
    expect(gateway.sent.at(-1)?.text).toContain(piece + piece)
  })

  it("behind a first event that repeats long instructions, which says that it will be", async () => {
    said = textOf(1)
    const { first, last } = await told({ instructions: piece.repeat(20) })
    expect([first?.store, last?.store, last?.instructions === piece.repeat(20)]).toEqual([true, true, true])
  })

  it("where the client wants it to be; else every event says that it is not", async () => {
    said = textOf(20)
    const { first, last } = await told({ store: false })
    expect([first?.store, last?.store]).toEqual([false, false])
    const kept = gateway.client().responses.retrieve(last?.id ?? "")
    await expect(kept).rejects.toMatchObject({ status: 404 })
  })
})

/** An answer with more values than an event of a vendor's may have. */
const many = { id: "resp_1", status: "completed", store: false, output: [{ x: list(110_000, () => 1) }] }

const lastEvent = `event: response.completed\ndata: ${JSON.stringify({ type: "response.completed", response: many })}\n\n`

/** What is told and kept of a stream that ends so, and what the log says. */
const keptOf = (from: { readonly completed?: () => [] }) =>
  Effect.gen(function* () {
    const store = keptIn(memoryTexts(textLimits()))
    const lines: string[] = []
    const request = { input: [], issuer: "openai", model: "m" }
    const keeper = keptHistory("responses", history).keeper(store, responses, "one", request, Effect.succeed)
    const bytes = Stream.make(new TextEncoder().encode(lastEvent))
    const ending = { ended: () => true, failure: () => undefined, ...from }
    yield* Effect.provide(
      Stream.runDrain(keeper?.stream(bytes, ending) ?? Stream.empty),
      Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
    )
    return [(yield* store.get("one", "resp_1")) !== undefined, lines]
  })

describe("an answer of very many values", () => {
  it("is kept where it is translated", async () => {
    expect(await Effect.runPromise(keptOf({}))).toEqual([true, []])
  })

  it("is not looked into where it passes, and the log says that it is not kept", async () => {
    expect(await Effect.runPromise(keptOf({ completed: () => [] }))).toEqual([
      false,
      ["A response is not kept: it is larger than what is read of a stream that passes."]
    ])
  })
})
