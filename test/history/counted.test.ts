import * as Layer from "effect/Layer"
import OpenAI from "openai"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { TokenCounts } from "../../src/endpoints/counting.ts"
import { Credentials } from "../../src/credentials/credentials.ts"
import { responseInputTokens, responses } from "../../src/endpoints.ts"
import * as Claude from "../../src/families/claude.ts"
import * as Families from "../../src/families/families.ts"
import { Gateway, type RunningGateway } from "../../src/gateway/gateway.ts"
import { layerMemory, type ResponseStore } from "../../src/history.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"

const said = "Rain in Brno, wind from the north-west, and no end of it."
let called = 0

const vendor = (): Promise<Response> => {
  called++
  return Promise.resolve(
    Response.json({
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude-sonnet-4-5",
      content: [{ type: "text", text: said }],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 3, output_tokens: 4 }
    })
  )
}

const gatewayWith = (store: Layer.Layer<ResponseStore> | Layer.Layer<never>): RunningGateway =>
  Gateway.make(
    Gateway.layer(responses, responseInputTokens).pipe(
      Layer.provide(store),
      Layer.provide(TokenCounts.layer()),
      Layer.provide(Families.of(Claude.layer({ key: "k" })).pipe(Layer.provide(layerFetch(vendor)))),
      Layer.provide(Credentials.keys({ key: "one", name: "one" }, { key: "two", name: "two" }))
    )
  )

const kept = gatewayWith(layerMemory())
const unkept = gatewayWith(Layer.empty)

const client = (key = "one", gateway = kept) =>
  new OpenAI({
    apiKey: key,
    baseURL: "http://gateway.test/v1",
    maxRetries: 0,
    fetch: (url, init) => gateway.fetch(new Request(url, init))
  })

const model = "claude-sonnet-4-5"
const asked = "What is the weather like in the towns of Moravia today?"
let id = ""
let item = ""

const count = async (body: object, ...who: Parameters<typeof client>): Promise<number> =>
  (await client(...who).responses.inputTokens.count({ model, ...body })).input_tokens

beforeAll(async () => {
  const answer = await client().responses.create({ model, input: asked })
  id = answer.id
  item = answer.output[0]?.id ?? ""
})

afterAll(async () => {
  await kept.dispose()
  await unkept.dispose()
})

describe("the input tokens of a request that goes on from an answer", () => {
  it("are those of the whole conversation", async () => {
    const whole = [
      { role: "user", content: asked },
      { role: "assistant", content: said },
      { role: "user", content: "And tomorrow?" }
    ]
    expect(await count({ input: "And tomorrow?", previous_response_id: id })).toBe(await count({ input: whole }))
  })

  it("are those of an item that is named, too", async () => {
    const ask = { role: "user", content: "And tomorrow?" }
    expect(await count({ input: [{ type: "item_reference", id: item }, ask] })).toBe(
      await count({ input: [{ role: "assistant", content: said }, ask] })
    )
  })

  it.each([
    ["an answer", () => ({ input: "a", previous_response_id: id }), 400, "previous_response_id"],
    ["an item", () => ({ input: [{ type: "item_reference", id: item }] }), 404, "input"]
  ])("are told nobody else: %s of another's is not there", async (_, body, status, param) => {
    await expect(count(body(), "two")).rejects.toMatchObject({ status, param })
  })

  it("are not told where nothing is kept, and what to do is said", async () => {
    await expect(count({ input: "a", previous_response_id: id }, "one", unkept)).rejects.toMatchObject({
      status: 400,
      param: "previous_response_id"
    })
  })

  it("are not told where the vendor alone holds the rest", async () => {
    await expect(count({ input: "a", conversation: "conv_1" })).rejects.toMatchObject({
      status: 400,
      param: "conversation"
    })
  })

  it("are counted without a call", async () => {
    const before = called
    await count({ input: "And tomorrow?", previous_response_id: id })
    expect(called).toBe(before)
  })
})
