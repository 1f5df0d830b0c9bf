import { DatabaseSync } from "node:sqlite"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type OpenAI from "openai"
import { createClient } from "redis"
import { describe } from "vitest"
import { layerRedis } from "../../src/history-redis.ts"
import { layerSqlite } from "../../src/history-sqlite.ts"
import { ResponseStore } from "../../src/history.ts"
import { memoryTexts } from "../../src/history/memory.ts"
import { keptIn } from "../../src/history/store-from-texts.ts"
import { textLimits } from "../../src/history/store.ts"
import { list } from "../cost/list.ts"
import { redisServer } from "../tasks/redis/server.ts"
import { folder } from "../tasks/sqlite/files.ts"
import { runs } from "../laws/runs.ts"
import { responseOf } from "./conformance.ts"
import { built, keepingGateway, translated as model } from "./rig.ts"

const MiB = 1024 * 1024

/** How many turns there are: 10, and 200 where each law is tried more often. */
const most = runs > 100 ? 200 : 10

/** A megabyte that a client sends with every turn, in as many items. */
const documents = (items: number): readonly string[] =>
  list(items, (at) => `${at} `.repeat(Math.ceil(MiB / items / (`${at}`.length + 1))))

/** A store in memory, and the bytes of all texts that it ever was given, each name once. */
const counting = () => {
  const rows = memoryTexts(textLimits())
  const sizes = new Map<string, number>()
  const store = keptIn({
    ...rows,
    put: (owner, texts, now) => {
      for (const { name, text } of texts) sizes.set(name, Buffer.byteLength(text))
      return rows.put(owner, texts, now)
    }
  })
  return { store, bytes: () => [...sizes.values()].reduce((sum, size) => sum + size, 0) }
}

describe("a conversation whose client sends a megabyte with every turn", () => {
  it.live.each([1, 16, 2000])("of %i items is kept once, whatever the turns add", (items) =>
    Effect.gen(function* () {
      const { store, bytes } = counting()
      const gateway = yield* keepingGateway(Layer.succeed(ResponseStore, store))
      const input: OpenAI.Responses.ResponseInputItem[] = documents(items).map((content) => ({ role: "user", content }))
      let sent = 0
      for (let turn = 0; turn < most; turn++) {
        const { output } = yield* Effect.promise(() => gateway.client().responses.create({ model, input }))
        sent += JSON.stringify(input).length
        input.push(...output.flatMap((it) => (it.type === "message" ? [it] : [])), { role: "user", content: `${turn}` })
      }
      expect(sent).toBeGreaterThan(most * MiB)
      expect(bytes()).toBeLessThan(1.5 * MiB + most * 20_000)
    })
  )

  it.live("that goes on from its answers is kept once", () =>
    Effect.gen(function* () {
      const { store, bytes } = counting()
      const gateway = yield* keepingGateway(Layer.succeed(ResponseStore, store))
      const create = (input: string, previous_response_id: string | null) =>
        Effect.promise(() => gateway.client().responses.create({ model, input, previous_response_id }))
      let { id } = yield* create("-".repeat(MiB), null)
      for (let turn = 1; turn <= Math.min(most, 100); turn++) ({ id } = yield* create(`${turn}`, id))
      expect(gateway.sent.at(-1)?.text).toContain("-".repeat(MiB))
      expect(bytes()).toBeLessThan(1.5 * MiB)
    })
  )
})

it.live("a history of 8 MiB is gone on from, and one that is longer is refused, with what to do", () =>
  Effect.gen(function* () {
    const gateway = yield* keepingGateway(Layer.succeed(ResponseStore, counting().store))
    const ask = (length: number, previous_response_id: string | null) =>
      gateway.client().responses.create({ model, input: "-".repeat(length), previous_response_id })
    const first = yield* Effect.promise(() => ask(5 * MiB, null))
    const second = yield* Effect.promise(() => ask(2.9 * MiB, first.id))
    const third = yield* Effect.promise(() => ask(MiB / 2, second.id))
    expect(gateway.sent.at(-1)?.text.length).toBeGreaterThan(8 * MiB)
    const before = gateway.sent.length
    yield* Effect.promise(() =>
      expect(ask(1, third.id)).rejects.toMatchObject({
        status: 400,
        param: "previous_response_id",
        message: expect.stringContaining("send what is still needed of it as `input`")
      })
    )
    expect(gateway.sent).toHaveLength(before)
  })
)

/** What a store has after as many turns that each send a megabyte. */
const turns = (store: ResponseStore["Service"], count: number) =>
  Effect.gen(function* () {
    const input = documents(4).map((content) => JSON.stringify({ role: "user", content }))
    for (let turn = 0; turn < count; turn++) {
      yield* store.put("one", responseOf(`r${turn}`, "said", { input }))
      input.push(`{"role":"user","content":"${turn}"}`)
    }
    expect((yield* store.get("one", "r0"))?.input).toHaveLength(4)
  })

describe("the same megabyte over 20 turns is there once", () => {
  it.live("in a file", () =>
    Effect.gen(function* () {
      const path = `${yield* folder}/r.sqlite`
      yield* turns(yield* built(layerSqlite({ path })), 20)
      const database = new DatabaseSync(path, { readOnly: true })
      const row = database
        .prepare("SELECT sum(length(bytes)) AS bytes, (SELECT sum(size) FROM stored) AS size FROM pieces")
        .get()
      database.close()
      expect(Number(row?.["bytes"])).toBeLessThan(1.1 * MiB)
      expect(Number(row?.["size"])).toBeGreaterThan(Number(row?.["bytes"]))
    })
  )

  it.live("in Redis", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer
      yield* turns(yield* built(layerRedis({ url })), 20)
      const bytes = yield* Effect.promise(async () => {
        const client = await createClient({ url }).connect()
        const names = await client.keys("{isogloss}:responses:text:*")
        const lengths = await Promise.all(names.map((name) => client.strLen(name)))
        client.destroy()
        return lengths.reduce((sum, length) => sum + length, 0)
      })
      expect(bytes).toBeGreaterThan(MiB)
      expect(bytes).toBeLessThan(1.1 * MiB)
    })
  )
})
