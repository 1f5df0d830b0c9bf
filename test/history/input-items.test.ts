import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe } from "vitest"
import { inTurns, Offload, type Offloading } from "../../src/exchange/offload.ts"
import { layerMemory, ResponseStore } from "../../src/history.ts"
import { built, type KeepingGateway, keepingGateway, translated as model } from "./rig.ts"

/** A gateway over a store with one response in it, whose request had these items. */
const listing = (items: readonly unknown[]) =>
  Effect.gen(function* () {
    const store = yield* built(layerMemory())
    const input = items.map((item) => JSON.stringify(item))
    yield* store.put("one", { id: "resp_1", input, answer: '{"id":"resp_1","status":"completed","output":[]}' })
    return yield* keepingGateway(Layer.succeed(ResponseStore)(store))
  })

interface Query {
  readonly order: "asc" | "desc"
  readonly limit?: number
}

/** What the SDK gives who asks for all items; of pages without an end so much as shows that. */
const allOf = async (gateway: KeepingGateway, response: string, query: Query): Promise<readonly unknown[]> => {
  const all: unknown[] = []
  for await (const item of gateway.client().responses.inputItems.list(response, query))
    if (all.push(item) > 50) throw new Error("It never ends.")
  return all
}

const said = (content: unknown): string => JSON.stringify(content).replace(/^.*?(item \d).*$/, "$1")

const message = (at: number, more: object) => ({ role: "user", content: `item ${at}`, ...more })

/** Seven items whose ids are what each list says. */
const strange: Readonly<Record<string, readonly unknown[]>> = {
  "the same": ["msg_a", "msg_a", "msg_a", "msg_a", "msg_a", "msg_a", "msg_a"],
  "repeated further on": ["msg_a", "msg_b", "msg_c", "msg_a", "msg_b", "msg_c", "msg_a"],
  null: [null, null, null, null, null, null, null],
  "left out here and there": ["msg_a", undefined, null, "msg_a", undefined, "msg_b", null],
  "no texts, or nothing": ["", 7, {}, [], false, "", "x".repeat(20_000)]
}

describe("the SDK reads each item once, and comes to an end, where ids are", () => {
  it.live.each(
    Object.keys(strange).flatMap((name) =>
      (["asc", "desc"] as const).flatMap((order) => [1, 2, 3, 7].map((limit) => [name, order, limit] as const))
    )
  )("%s: %s, by %i", ([name, order, limit]) =>
    Effect.gen(function* () {
      const items = (strange[name] ?? []).map((id, at) => message(at, { id }))
      const gateway = yield* listing(items)
      const all = yield* Effect.promise(() => allOf(gateway, "resp_1", { order, limit }))
      const places = all.map((item) => said(item))
      const told = ["item 0", "item 1", "item 2", "item 3", "item 4", "item 5", "item 6"]
      expect(places).toEqual(order === "asc" ? told : told.toReversed())
    })
  )
})

const pageOf = (gateway: KeepingGateway, query: string) =>
  Effect.promise(async () => {
    const answer = await gateway.fetch(`/v1/responses/resp_1/input_items${query}`)
    return Object(await answer.json())
  })

it.live("a page says its first and last id, and whether others follow", () =>
  Effect.gen(function* () {
    const gateway = yield* listing([message(0, { id: "a" }), message(1, {}), message(2, { id: "a" })])
    const first = yield* pageOf(gateway, "?limit=2&order=asc")
    expect([first.first_id, first.last_id, first.has_more]).toEqual([first.data[0].id, first.data[1].id, true])
    const last = yield* pageOf(gateway, `?limit=2&order=asc&after=${first.last_id}`)
    expect([last.first_id, last.last_id, last.has_more]).toEqual([last.data[0].id, last.data[0].id, false])
    const none = yield* pageOf(gateway, `?order=asc&after=${last.last_id}`)
    expect(none).toEqual({ object: "list", data: [], first_id: null, last_id: null, has_more: false })
  })
)

it.live("what is null of an item is told as what is left out", () =>
  Effect.gen(function* () {
    const gateway = yield* listing([{ id: null, type: null, status: null, role: "user", content: "x" }])
    const { data } = yield* pageOf(gateway, "")
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^msg_/),
        type: "message",
        status: "completed",
        role: "user",
        content: [{ type: "input_text", text: "x" }]
      }
    ])
  })
)

it.live("an id that a client gave an item of its own is not told, since nothing is kept under it", () =>
  Effect.gen(function* () {
    const gateway = yield* listing([message(0, { id: "msg_mine" })])
    const { data } = yield* pageOf(gateway, "")
    expect(data[0].id).toBe("msg_resp_1_0")
  })
)

it.live("an answer's item has the id that its client was told, unless that is longer than what a query holds", () =>
  Effect.gen(function* () {
    const store = yield* built(layerMemory())
    const output = ["msg_mine", "x".repeat(257), "x".repeat(256), "", "msg_mine"].map((id, at) => message(at, { id }))
    yield* store.put("one", { id: "resp_0", input: [], answer: JSON.stringify({ id: "resp_0", output }) })
    yield* store.put("one", { id: "resp_1", previous: "resp_0", input: [], answer: '{"id":"resp_1","output":[]}' })
    const gateway = yield* keepingGateway(Layer.succeed(ResponseStore)(store))
    const { data } = yield* pageOf(gateway, "?order=asc")
    const ids = data.map((item: object) => Object(item).id)
    expect(ids).toEqual(["msg_mine", "msg_resp_0_1", "x".repeat(256), "msg_resp_0_3", "msg_resp_0_4"])
  })
)

it.live("what is no object is no item, and fills no page", () =>
  Effect.gen(function* () {
    const gateway = yield* listing([1, "x", message(2, {}), null, message(4, {})])
    const { data, has_more } = yield* pageOf(gateway, "?limit=2")
    expect([data.length, has_more]).toEqual([2, false])
  })
)

it.live("an item has the same id in the lists of all responses that go on from its own", () =>
  Effect.gen(function* () {
    const gateway = yield* keepingGateway(layerMemory())
    const create = (input: string, previous_response_id: string | null) =>
      Effect.promise(() => gateway.client().responses.create({ model, input, previous_response_id }))
    const list = (id: string) =>
      Effect.promise(() => allOf(gateway, id, { order: "asc" })).pipe(
        Effect.map((items) => items.map((item) => Object(item).id))
      )
    const first = yield* create("a", null)
    const second = yield* create("b", first.id)
    const [before, after] = [yield* list(first.id), yield* list(second.id)]
    expect(after.slice(0, 2)).toEqual([...before, first.output[0]?.id])
    expect(new Set(after).size).toBe(3)
  })
)

it.live.each([
  ["long", "word ".repeat(40_000), ["response-input-items/list"]],
  ["short", "word", []]
] as const)("a list is made where the gateway does %s work", ([, content, expected]) =>
  Effect.gen(function* () {
    const store = yield* built(layerMemory())
    const input = [JSON.stringify({ role: "user", content })]
    yield* store.put("one", { id: "resp_1", input, answer: '{"id":"resp_1","output":[]}' })
    const jobs: string[] = []
    const offloading: Offloading = {
      run: (job, given, services) => {
        jobs.push(job.name)
        return inTurns(job.run(given, services))
      }
    }
    const services = Layer.merge(Layer.succeed(ResponseStore)(store), Layer.succeed(Offload)(offloading))
    const gateway = yield* keepingGateway(services)
    const { data } = yield* pageOf(gateway, "")
    expect(data[0].content[0].text).toBe(content)
    expect(jobs).toEqual(expected)
  })
)

it.live("items of a request reach the store in bytes, which cross to it from another thread without being copied", () =>
  Effect.gen(function* () {
    const store = yield* built(layerMemory())
    const given: unknown[] = []
    const open = Layer.succeed(ResponseStore)({
      ...store,
      put: (owner, response) => Effect.suspend(() => (given.push(...response.input), store.put(owner, response)))
    })
    const gateway = yield* keepingGateway(open)
    yield* Effect.promise(() => gateway.client().responses.create({ model, input: "said" }))
    expect(given).toEqual([new TextEncoder().encode('{"type":"message","role":"user","content":"said"}')])
  })
)
