import { readdirSync, statSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { setImmediate as nextTurn } from "node:timers/promises"
import { expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerRedis } from "../../src/history-redis.ts"
import { layerSqlite } from "../../src/history-sqlite.ts"
import { layerMemory, ResponseStore } from "../../src/history.ts"
import { redisServer } from "../tasks/redis/server.ts"
import { folder } from "../tasks/sqlite/files.ts"
import { conforms, responseOf } from "./conformance.ts"

const built = (layer: Layer.Layer<ResponseStore>) =>
  Effect.map(Layer.build(Layer.fresh(layer)), (context) => Context.get(context, ResponseStore))

conforms({ name: "memory", fresh: (limits) => built(layerMemory(limits)) })

conforms({
  name: "SQLite",
  fresh: (limits) => Effect.flatMap(folder, (path) => built(layerSqlite({ ...limits, path: `${path}/r.sqlite` })))
})

conforms({
  name: "Redis",
  fresh: (limits) => Effect.flatMap(redisServer, ({ url }) => built(layerRedis({ ...limits, url })))
})

it.effect("a file of responses outlives its process's store, and two stores share it", () =>
  Effect.gen(function* () {
    const path = `${yield* folder}/r.sqlite`
    const first = yield* built(layerSqlite({ path }))
    yield* first.put("one", responseOf("a", "x"))
    const second = yield* built(layerSqlite({ path }))
    expect(yield* second.get("one", "a")).toEqual(responseOf("a", "x"))
    expect(yield* second.remove("one", "a")).toBe(true)
    expect(yield* first.get("one", "a")).toBeUndefined()
  })
)

it.effect("a long response that is read is not written again", () =>
  Effect.gen(function* () {
    const path = `${yield* folder}/r.sqlite`
    const store = yield* built(layerSqlite({ path }))
    yield* store.put("one", responseOf("a", "x".repeat(4 * 1024 * 1024)))
    // As long as somebody reads what was there, all that is written stands in this file.
    const reader = new DatabaseSync(path)
    reader.exec("BEGIN; SELECT count(*) FROM stored")
    const before = statSync(`${path}-wal`).size
    for (let time = 0; time < 5; time++) yield* store.get("one", "a")
    expect(statSync(`${path}-wal`).size - before).toBeLessThan(1024 * 1024)
    reader.close()
  })
)

it.live("a long response is written in turns, and is not there until all of it is", () =>
  Effect.gen(function* () {
    const store = yield* built(layerSqlite({ path: `${yield* folder}/r.sqlite` }))
    const long = responseOf("a", "x".repeat(8 * 1024 * 1024))
    const writing = yield* Effect.forkChild(store.put("one", long))
    let turns = 0
    while (writing.pollUnsafe() === undefined) {
      expect([undefined, long]).toContainEqual(yield* store.get("one", "a"))
      turns++
      yield* Effect.promise(() => nextTurn())
    }
    expect(turns).toBeGreaterThanOrEqual(8)
    expect(yield* store.get("one", "a")).toEqual(long)
  })
)

it.effect.skipIf(process.platform === "win32")("a file of responses is read by its user alone", () =>
  Effect.gen(function* () {
    const path = yield* folder
    const store = yield* built(layerSqlite({ path: `${path}/r.sqlite` }))
    yield* store.put("one", responseOf("a", "x"))
    const modes = readdirSync(path).map((name) => statSync(`${path}/${name}`).mode & 0o777)
    expect(modes).toEqual([0o600, 0o600, 0o600])
  })
)

it.live("two nodes share a Redis, and one that is not there keeps nothing and says so", () =>
  Effect.gen(function* () {
    const redis = yield* redisServer
    const [one, two] = [yield* built(layerRedis(redis)), yield* built(layerRedis(redis))]
    yield* one.put("one", responseOf("a", "x"))
    expect(yield* two.get("one", "a")).toEqual(responseOf("a", "x"))
    yield* redis.stop
    expect(yield* Effect.flip(two.put("one", responseOf("b", "x")))).toMatchObject({ reason: "Overloaded" })
  })
)
