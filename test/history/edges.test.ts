import * as Effect from "effect/Effect"
import OpenAI from "openai"
import { afterAll, beforeAll, expect, it } from "vitest"
import { layerMemory } from "../../src/history.ts"
import { type KeepingGateway, keepingGateway, opened, passing, translated } from "./rig.ts"

let gateway: KeepingGateway
let close: () => Promise<void>

beforeAll(async () => {
  ;[gateway, close] = await opened(Effect.suspend(() => keepingGateway(layerMemory())))
})

afterAll(() => close())

it.each([passing, translated])("a response whose client left before its end is nowhere: %s", async (model) => {
  const client = gateway.client()
  let id = ""
  for await (const event of await client.responses.create({ model, input: "x ".repeat(2000), stream: true })) {
    if (event.type !== "response.created") continue
    id = event.response.id
    break
  }
  expect(id).toMatch(/^resp_/)
  await expect(client.responses.retrieve(id)).rejects.toThrow(OpenAI.NotFoundError)
})

it.each([passing, translated])("a response goes on from another without an input of its own: %s", async (model) => {
  const client = gateway.client()
  const first = await client.responses.create({ model, input: "the first question" })
  const second = await client.responses.create({ model, previous_response_id: first.id })
  expect(second.previous_response_id).toBe(first.id)
  const sent = gateway.sent.at(-1)?.text ?? ""
  expect(sent).toContain("the first question")
  expect(sent).toContain(first.output_text)
  expect((await client.responses.inputItems.list(second.id)).data).toHaveLength(2)
})

it.each([true, false])(
  "thoughts of a translated answer come sealed without being asked for: store %s",
  async (store) => {
    const { output } = await gateway
      .client()
      .responses.create({ model: translated, input: "x", reasoning: { effort: "high" }, store })
    expect(output.find(({ type }) => type === "reasoning")).toMatchObject({ encrypted_content: expect.any(String) })
  }
)
