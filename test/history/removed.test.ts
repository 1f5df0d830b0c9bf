import { expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerRedis } from "../../src/history-redis.ts"
import { ResponseStore } from "../../src/history.ts"
import { memoryTexts } from "../../src/history/memory.ts"
import { keptIn } from "../../src/history/store-from-texts.ts"
import { textLimits } from "../../src/history/store.ts"
import { redisServer } from "../tasks/redis/server.ts"
import { responseOf } from "./conformance.ts"

it.effect("what the items of a removed response are called goes with it", () =>
  Effect.gen(function* () {
    const texts = memoryTexts(textLimits())
    const store = keptIn(texts)
    yield* store.put("one", responseOf("a", "x"))
    expect((yield* texts.get("one", ["response/a", "item/msg_a"], 0)).size).toBe(2)
    yield* store.remove("one", "a")
    expect((yield* texts.get("one", ["response/a", "item/msg_a"], 0)).size).toBe(0)
  })
)

it.effect("a response of whose request an item was let go is unknown, and never given in part", () =>
  Effect.gen(function* () {
    const texts = memoryTexts(textLimits())
    const store = keptIn({
      ...texts,
      get: (owner, names, now) =>
        Effect.map(
          texts.get(owner, names, now),
          (found) => new Map([...found].filter(([name]) => !name.startsWith("text")))
        )
    })
    yield* store.put("one", responseOf("a", "x"))
    expect(yield* store.get("one", "a")).toBeUndefined()
  })
)

it.live("in Redis an owner whose name ends as another's text begins has none of it", () =>
  Effect.gen(function* () {
    const { url } = yield* redisServer
    const store = Context.get(yield* Layer.build(layerRedis({ url })), ResponseStore)
    yield* store.put("a", responseOf("response/x", "mine"))
    yield* store.put("aresponse/", responseOf("x", "theirs"))
    expect((yield* store.get("a", "response/x"))?.answer).toContain("mine")
    expect(yield* store.get("aresponse/", "x")).toBeDefined()
    expect(yield* store.remove("aresponse/", "x")).toBe(true)
    expect(yield* store.get("a", "response/x")).toBeDefined()
  })
)
