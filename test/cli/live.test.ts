import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as Context from "effect/Context"
import { describe, expect, it } from "vitest"
import {
  ChatModels,
  EmbeddingModels,
  ImageModels,
  ListedModels,
  RerankModels,
  VideoModels
} from "../../src/capabilities/models.ts"
import { Credentials } from "../../src/credentials/credentials.ts"
import { type ExchangeableServices, exchangeable } from "../../src/hosts/cli/compose.ts"
import { Accounts } from "../../src/lab.ts"

const none = { find: () => undefined, ids: [] }
const nobody = { check: () => Effect.succeed(undefined), find: () => Effect.succeed(undefined) }

/** Services of which nothing is served, and whose chat models are these. */
const withIds = (ids: readonly string[]): Layer.Layer<ExchangeableServices> =>
  Layer.mergeAll(
    Credentials.keys(...ids),
    Layer.succeed(Accounts)(nobody),
    Layer.sync(ChatModels)(() => ({ find: () => undefined, ids })),
    Layer.succeed(EmbeddingModels)(none),
    Layer.succeed(ImageModels)(none),
    Layer.succeed(ListedModels)({ find: () => undefined, list: [], more: Effect.succeed([]) }),
    Layer.succeed(RerankModels)(none),
    Layer.succeed(VideoModels)({ ...none, at: () => undefined })
  )

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

const built = async (first: Layer.Layer<ExchangeableServices>) => {
  const live = exchangeable(first)
  const scope = Scope.makeUnsafe()
  const context = await Effect.runPromise(Layer.buildWithScope(live.layer, scope))
  return { ...live, models: Context.get(context, ChatModels), scope }
}

describe("services that are exchanged", () => {
  it("are those that were adopted last, for whoever holds them already", async () => {
    const { models, adopt } = await built(withIds(["a"]))
    const before = models.ids
    await adopt(withIds(["b"]))
    expect([before, models.ids]).toEqual([["a"], ["b"]])
  })

  it("stay where the others cannot be built", async () => {
    const { models, adopt } = await built(withIds(["a"]))
    const broken = Layer.effect(ChatModels)(Effect.die(new Error("planted")))
    await expect(adopt(Layer.merge(withIds(["b"]), broken))).rejects.toThrow("planted")
    expect(models.ids).toEqual(["a"])
  })

  it("are let go a hundred times, with all that they opened", async () => {
    const opened: boolean[] = []
    const refs: WeakRef<readonly string[]>[] = []
    const one = (index: number): Layer.Layer<ExchangeableServices> => {
      const ids = [`model-${index}`]
      refs.push(new WeakRef(ids))
      const handle = Effect.acquireRelease(
        Effect.sync(() => void (opened[index] = true)),
        () => Effect.sync(() => void (opened[index] = false))
      )
      return Layer.merge(withIds(ids), Layer.effectDiscard(handle))
    }
    const { models, adopt, scope } = await built(one(0))
    for (let index = 1; index <= 100; index++) await adopt(one(index))
    expect(opened.filter(Boolean).length).toBe(1)
    await new Promise((resolve) => setImmediate(resolve))
    collect()
    expect(refs.filter((ref) => ref.deref() !== undefined).length).toBeLessThan(25)
    expect(models.ids).toEqual(["model-100"])
    await Effect.runPromise(Scope.close(scope, Exit.void))
    expect(opened).not.toContain(true)
  })
})
