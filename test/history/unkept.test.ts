import * as Effect from "effect/Effect"
import type OpenAI from "openai"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type KeepingGateway, keepingGateway, opened, type OpenStore, passing, storeKinds, translated } from "./rig.ts"

/** A text that is nowhere else, made here so that no file of the tests holds it. */
const canary = ["un", "kept", "canary"].join("-")

/** Each way in which a request of a client ends that wants nothing kept. */
const ends: Readonly<Record<string, (client: OpenAI, model: string) => Promise<unknown>>> = {
  whole: (client, model) => client.responses.create({ model, input: canary, store: false }),
  streamed: (client, model) => client.responses.stream({ model, input: canary, store: false }).finalResponse(),
  "refused by its vendor": (client, model) =>
    client.responses.create({ model: `${model}-error-500`, input: canary, store: false }),
  "refused in a stream": (client, model) =>
    client.responses.stream({ model: `${model}-error-mid`, input: canary, store: false }).finalResponse(),
  cut: (client, model) =>
    client.responses.stream({ model: `${model}-cut`, input: canary, store: false }).finalResponse(),
  left: async (client, model) => {
    const stream = await client.responses.create({ model, input: canary, store: false, stream: true })
    for await (const _ of stream) break
  },
  "with a call": (client, model) =>
    client.responses.create({
      model,
      input: `${canary} [call look {"at": "${canary}"}]`,
      store: false,
      tools: [{ type: "function", name: "look", parameters: { type: "object", properties: {} }, strict: false }]
    }),
  "that cannot be read": (client, model) =>
    client.post("/responses", { body: { model, input: [{ role: canary }], store: false } }),
  counted: (client, model) => client.responses.inputTokens.count({ model, input: canary })
}

const settled = (call: Promise<unknown>): Promise<unknown> => call.catch(() => undefined)

describe.each(storeKinds)("what is asked with `store: false` is written nowhere in $name", ({ open }) => {
  let store: OpenStore
  let gateway: KeepingGateway
  let close: () => Promise<void>

  beforeAll(async () => {
    const made = await opened(
      Effect.gen(function* () {
        const store = yield* open
        return { store, gateway: yield* keepingGateway(store.layer()) }
      })
    )
    ;[{ store, gateway }, close] = made
  })

  afterAll(() => close())

  const cases = [passing, translated].flatMap((model) =>
    Object.entries(ends).map(([end, ask]) => ({ model, end, ask }))
  )

  it.each(cases)("$model, $end: the store's bytes are those from before", async ({ model, ask }) => {
    await settled(gateway.client().responses.create({ model, input: "before" }))
    const before = await store.contents()
    expect(before).toContain("before")
    await settled(ask(gateway.client(), model))
    expect(await store.contents()).toBe(before)
  })

  it.each([passing, translated])("%s, where it goes on from what is kept: nothing of it is there", async (model) => {
    const first = await gateway.client().responses.create({ model, input: "kept" })
    const [item] = first.output
    await gateway.client().responses.create({ model, input: canary, store: false, previous_response_id: first.id })
    await gateway.client().responses.create({
      model,
      store: false,
      input: [
        { role: "user", content: "kept" },
        { type: "item_reference", id: item?.id ?? "" },
        { role: "user", content: canary }
      ]
    })
    expect(gateway.sent.at(-1)?.text).toContain(canary)
    expect(await store.contents()).not.toContain(canary)
  })
})
