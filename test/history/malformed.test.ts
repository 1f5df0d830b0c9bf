import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import OpenAI from "openai"
import EarlierOpenAI from "openai-previous"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { layerMemory } from "../../src/history.ts"
import { type KeepingGateway, keepingGateway, opened, passing, translated } from "./rig.ts"

let gateway: KeepingGateway
let unkept: KeepingGateway
let close: (() => Promise<void>)[] = []

beforeAll(async () => {
  const [kept, end] = await opened(Effect.suspend(() => keepingGateway(layerMemory())))
  const [none, over] = await opened(keepingGateway(Layer.empty))
  ;[gateway, unkept, close] = [kept, none, [end, over]]
})

afterAll(async () => {
  for (const end of close) await end()
})

/** Each major of the SDK, sending a body as it is. */
const majors = { newest: OpenAI, earlier: EarlierOpenAI }

/** What is told of a body that is sent, and that nothing of it went upstream. */
const told = async (
  body: unknown,
  Client: typeof OpenAI | typeof EarlierOpenAI = OpenAI,
  to = gateway,
  key = "one"
) => {
  const before = to.sent.length
  const client = new Client({
    apiKey: key,
    baseURL: "http://gateway.test/v1",
    maxRetries: 0,
    fetch: async (_url: unknown, init?: RequestInit) =>
      to.fetch("/v1/responses", { method: "POST", key, body: String(init?.body) })
  })
  const why: unknown = await client.post("/responses", { body: Object(body) }).then(
    () => undefined,
    (thrown: unknown) => thrown
  )
  expect(to.sent.slice(before)).toEqual([])
  if (!(why instanceof OpenAI.APIError || why instanceof EarlierOpenAI.APIError)) throw new Error("It was taken.")
  const { message, param, code, type } = why
  return { status: why.status, type, param, code, message }
}

const user = { role: "user", content: "x" }
const after = (...items: unknown[]) => ({ input: [user, ...items] })
const part = (it: unknown) => ({ input: [{ role: "user", content: [it] }] })
const call = { type: "function_call", call_id: "c", name: "f", arguments: "{}" }
const tool = (it: object) => ({ tools: [{ type: "function", name: "f", parameters: {}, strict: false, ...it }] })

/** Bodies that are none of the API's, and the place that is named. */
const shapes: readonly (readonly [name: string, body: object, param: string])[] = [
  ["no input", { input: undefined }, "input"],
  ["an input that is null", { input: null }, "input"],
  ["an input that is a number", { input: 1 }, "input"],
  ["an input that is an object", { input: user }, "input"],
  ["an input without items", { input: [] }, "input"],
  ["an item that is a text", { input: ["x"] }, "input[0]"],
  ["an item that is null", after(null), "input[1]"],
  ["an item that is a list", after([]), "input[1]"],
  ["an item whose type is a number", after({ type: 1 }), "input[1].type"],
  ["a message without content", { input: [{ role: "user" }] }, "input[0].content"],
  ["a message whose content is a number", { input: [{ role: "user", content: 7 }] }, "input[0].content"],
  ["a message of nobody's", { input: [{ role: "robot", content: "x" }] }, "input[0].role"],
  ["a message whose role is a number", { input: [{ role: 1, content: "x" }] }, "input[0].role"],
  ["a part that is a text", part("x"), "input[0].content[0]"],
  ["a part that is null", part(null), "input[0].content[0]"],
  ["a text that is a number", part({ type: "input_text", text: 1 }), "input[0].content[0].text"],
  ["a picture whose address is a number", part({ type: "input_image", image_url: 1 }), "input[0].content[0].image_url"],
  ["a call without a name", after({ ...call, name: undefined }), "input[1].name"],
  ["a call without an id", after({ ...call, call_id: undefined }), "input[1].call_id"],
  ["a call whose name is a number", after({ ...call, name: 1 }), "input[1].name"],
  [
    "a result without the id of its call",
    after(call, { type: "function_call_output", output: "x" }),
    "input[2].call_id"
  ],
  ["a reference without an id", after({ type: "item_reference" }), "input[1].id"],
  ["instructions that are a number", { instructions: 1 }, "instructions"],
  ["a limit that is a text", { max_output_tokens: "many" }, "max_output_tokens"],
  ["a limit that is no integer", { max_output_tokens: 16.5 }, "max_output_tokens"],
  ["a temperature that is a text", { temperature: "hot" }, "temperature"],
  ["a temperature above 2", { temperature: 3 }, "temperature"],
  ["a top_p below 0", { top_p: -1 }, "top_p"],
  ["a stream that is a text", { stream: "yes" }, "stream"],
  ["a store that is a number", { store: 1 }, "store"],
  ["a metadata that is a list", { metadata: ["a"] }, "metadata"],
  ["an include that is a text", { include: "all" }, "include"],
  ["reasoning that is a text", { reasoning: "high" }, "reasoning"],
  ["an effort that is a number", { reasoning: { effort: 3 } }, "reasoning.effort"],
  ["a text that is a text", { text: "json" }, "text"],
  ["a format that is a text", { text: { format: "json" } }, "text.format"],
  ["tools that are an object", { tools: {} }, "tools"],
  ["a tool that is a text", { tools: ["f"] }, "tools[0]"],
  ["a tool without a type", tool({ type: undefined }), "tools[0].type"],
  ["a tool without a name", tool({ name: undefined }), "tools[0].name"],
  ["a tool whose parameters are a text", tool({ parameters: "none" }), "tools[0].parameters"],
  ["a choice that is a number", { ...tool({}), tool_choice: 1 }, "tool_choice"],
  ["an answer before it that is a number", { previous_response_id: 1 }, "previous_response_id"]
]

describe.each(Object.entries(majors))("a malformed request, through the %s major of the SDK", (_, Client) => {
  const cases = shapes.flatMap(([name, body, param]) =>
    [passing, translated].map((model) => ({ name, model, body, param }))
  )

  it.each(cases)("$name, for $model, is a 400 at $param, and goes nowhere", async ({ model, body, param }) => {
    expect(await told({ model, input: "x", ...body }, Client)).toMatchObject({
      status: 400,
      type: "invalid_request_error",
      param,
      code: null
    })
  })
})

describe("a word that the vendor does not have", () => {
  it.each([
    [{ truncation: "middle" }, "truncation"],
    [{ include: ["reasoning.encrypted_content", "all"] }, "include[1]"],
    [{ reasoning: { summary: "long" } }, "reasoning.summary"],
    [{ text: { verbosity: "loud" } }, "text.verbosity"],
    [{ metadata: { a: 1 } }, "metadata.a"]
  ])("is refused where the request is translated, as its vendor cannot: %j", async (said, param) => {
    expect(await told({ model: translated, input: "x", ...said })).toMatchObject({ status: 400, param })
  })

  it("is its vendor's to refuse where the bytes pass: it may be new", async () => {
    const before = gateway.sent.length
    await gateway.fetch("/v1/responses", {
      method: "POST",
      body: JSON.stringify({ model: passing, input: "x", truncation: "middle" })
    })
    expect(gateway.sent.slice(before).map(({ path }) => path)).toEqual(["/v1/responses"])
  })
})

describe("what only its vendor could hold", () => {
  it.each([
    ["background", { background: true }, "stream: true"],
    ["conversation", { conversation: "conv_1" }, "previous_response_id"],
    ["conversation", { conversation: { id: "conv_1" } }, "previous_response_id"],
    ["prompt", { prompt: { id: "pmpt_1" } }, "instructions"]
  ])("is refused with what to do instead: %s", async (param, said, instead) => {
    for (const model of [passing, translated])
      for (const to of [gateway, unkept]) {
        const { message, ...rest } = await told({ model, input: "x", ...said }, OpenAI, to)
        expect(rest).toMatchObject({ status: 400, type: "invalid_request_error", param })
        expect(message).toContain(instead)
      }
  })

  it.each([
    ["previous_response_id", { previous_response_id: "resp_1" }],
    ["input", { input: [{ type: "item_reference", id: "msg_1" }] }]
  ])("and is not kept here is refused with what to do instead: %s", async (param, said) => {
    for (const model of [passing, translated]) {
      const { message, ...rest } = await told({ model, input: "x", ...said }, OpenAI, unkept)
      expect(rest).toMatchObject({ status: 400, param })
      expect(message).toContain("`store: false` and the whole history")
    }
  })
})

describe("a history that is too long", () => {
  it("has more than a hundred responses: what to do is said", async () => {
    let last: string | undefined
    for (let turn = 0; turn < 101; turn++) {
      const previous = last === undefined ? {} : { previous_response_id: last }
      last = (await gateway.client().responses.create({ model: passing, input: "x", ...previous })).id
    }
    const { message, ...rest } = await told({ model: passing, input: "x", previous_response_id: last })
    expect(rest).toMatchObject({ status: 400, type: "invalid_request_error", param: "previous_response_id" })
    expect(message).toMatch(/^400 The conversation is longer than 100 responses\. Leave `previous_response_id` out/)
  })

  it("has more than eight million characters: what to do is said", async () => {
    const input = "x".repeat(3 * 1024 * 1024)
    let last: string | undefined
    for (let turn = 0; turn < 3; turn++) {
      const previous = last === undefined ? {} : { previous_response_id: last }
      last = (await gateway.client("two").responses.create({ model: translated, input, ...previous })).id
    }
    const asked = { model: translated, input: "x", previous_response_id: last }
    const { message, ...rest } = await told(asked, OpenAI, gateway, "two")
    expect(rest).toMatchObject({ status: 400, param: "previous_response_id" })
    expect(message).toMatch(/^400 The conversation is longer than 8388608 characters\./)
  })
})

describe("a model that does not reason", () => {
  it("is not asked for sealed thoughts, which it refuses", async () => {
    const answer = await unkept.client().responses.create({ model: "gpt-4o", input: "x" })
    expect(answer.status).toBe("completed")
    expect(JSON.parse(unkept.sent.at(-1)?.text ?? "")).toEqual({ model: "gpt-4o", input: "x", store: false })
  })
})
