import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { createClient } from "redis"
import { describe } from "vitest"
import { everything, ids, made, minute, taking, unavailable } from "../tasks.ts"
import { wayTo } from "./hole.ts"
import { redisServer } from "./server.ts"
import { storeAt } from "./stores.ts"

/** Tries until it works, for a while. */
const inTheEnd = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.retry(effect, { schedule: Schedule.spaced(50), times: 200 })

const now = Effect.sync(() => Date.now())

describe("a Redis of tasks", () => {
  it.live("that is not there yet is no store, and what it refused it never does; once it is there, all is well", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      yield* redis.stop
      const store = yield* storeAt(redis.url)
      const task = made({}, yield* now)
      for (const refused of everything(store, task)) expect(yield* Effect.flip(refused)).toMatchObject(unavailable)
      yield* redis.restart
      expect(yield* inTheEnd(store.create(task))).toEqual({ task, isNew: true })
      expect((yield* store.counts).accepted).toBe(1)
    })
  )

  it.live("that is killed and comes back has every task that was acknowledged", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const store = yield* storeAt(redis.url)
      const tasks = Array.from({ length: 50 }, () => made())
      yield* Effect.forEach(tasks, store.create, { concurrency: 10 })
      yield* redis.stop
      expect(yield* Effect.flip(store.counts)).toMatchObject(unavailable)
      yield* redis.restart
      expect((yield* inTheEnd(store.counts)).accepted).toBe(50)
      expect(ids(yield* store.take(taking("a")))).toEqual(ids(tasks))
    })
  )

  it.live("that does not answer is no store, and whoever tries again with their key has one task", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const store = yield* storeAt(redis.url)
      const claim = { key: "k", hash: "h" }
      const first = made({ claim }, yield* now)
      yield* redis.signal("SIGSTOP")
      expect(yield* Effect.flip(store.create(first))).toMatchObject(unavailable)
      yield* redis.signal("SIGCONT")
      const { task } = yield* inTheEnd(store.create(made({ claim }, yield* now)))
      expect((yield* store.create(made({ claim }, yield* now))).task).toEqual(task)
      expect((yield* store.counts).accepted).toBe(1)
    })
  )

  it.live("to which the way has gone silent is found again on another", () =>
    Effect.gen(function* () {
      const { url } = yield* redisServer
      const way = yield* wayTo(url)
      const store = yield* storeAt(way.url)
      const task = made({}, yield* now)
      yield* store.create(task)
      way.silence()
      const refusals = [store.get("ann", task.id), store.get("ann", "another")].map((get) => Effect.flip(get))
      for (const refusal of yield* Effect.all(refusals, { concurrency: 2 })) expect(refusal).toMatchObject(unavailable)
      expect(yield* inTheEnd(store.get("ann", task.id))).toEqual(task)
    })
  )

  it.live("that never was there can be left", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      yield* redis.stop
      const refused = Effect.scoped(Effect.flatMap(storeAt(redis.url), ({ counts }) => Effect.flip(counts)))
      expect(yield* refused).toMatchObject(unavailable)
    })
  )

  it.live("that is full is no store, and nothing is half-written", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const store = yield* storeAt(redis.url)
      const client = yield* Effect.promise(() => createClient({ url: redis.url }).connect())
      const claim = { key: "k", hash: "h" }
      const task = made({ claim }, yield* now)
      yield* Effect.promise(() => client.configSet("maxmemory", "1"))
      expect(yield* Effect.flip(store.create(task))).toMatchObject(unavailable)
      expect(yield* Effect.promise(() => client.keys("*"))).toEqual([])
      yield* Effect.promise(() => client.configSet("maxmemory", "0"))
      expect(yield* store.create(task)).toEqual({ task, isNew: true })
      yield* Effect.promise(() => client.close())
    })
  )

  it.live("that has forgotten every script is told them again", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const store = yield* storeAt(redis.url)
      const client = yield* Effect.promise(() => createClient({ url: redis.url }).connect())
      const task = made({}, yield* now)
      yield* store.create(task)
      yield* Effect.promise(() => client.scriptFlush())
      expect(yield* store.get("ann", task.id)).toEqual(task)
      yield* Effect.promise(() => client.close())
    })
  )

  it.live("keeps tasks of two prefixes apart, and touches nothing else", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const one = yield* storeAt(redis.url)
      const other = yield* storeAt(redis.url, "other")
      const task = made({ claim: { key: "k", hash: "h" } }, yield* now)
      yield* one.create(task)
      expect(yield* other.get("ann", task.id)).toBeUndefined()
      expect((yield* other.counts).accepted).toBe(0)
      const client = yield* Effect.promise(() => createClient({ url: redis.url }).connect())
      const keys = yield* Effect.promise(() => client.keys("*"))
      expect(keys.filter((key) => !key.startsWith("{isogloss}:"))).toEqual([])
      expect(keys).toHaveLength(4)
      yield* Effect.promise(() => client.close())
    })
  )

  it.live("forgets a key's claim by itself", () =>
    Effect.gen(function* () {
      const redis = yield* redisServer
      const store = yield* storeAt(redis.url)
      const at = yield* now
      yield* store.create(made({ claim: { key: "k", hash: "h" } }, at))
      const client = yield* Effect.promise(() => createClient({ url: redis.url }).connect())
      const left = yield* Effect.promise(() => client.pTTL('{isogloss}:claim:["ann","k"]'))
      expect(left).toBeGreaterThan(1_430 * minute)
      expect(left).toBeLessThanOrEqual(1_440 * minute)
      yield* Effect.promise(() => client.close())
    })
  )
})
