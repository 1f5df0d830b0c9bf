import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TaskStore } from "../../../src/tasks.ts"
import { layerRedis } from "../../../src/tasks-redis.ts"

/** A store of the Redis at a URL, as a process of its own would open it. */
export const storeAt = (url: string, prefix?: string) =>
  Effect.suspend(() =>
    Effect.flatMap(Layer.build(layerRedis({ url, ...(prefix === undefined ? {} : { prefix }) })), (context) =>
      Effect.provide(TaskStore, context)
    )
  )
