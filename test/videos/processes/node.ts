import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import { Credentials } from "../../../src/credentials/credentials.ts"
import { videoGeneration, videoGenerations } from "../../../src/endpoints/videos/generations.ts"
import { videoContent } from "../../../src/endpoints/videos/videos.ts"
import { VideoTasks } from "../../../src/exchange/videos/tasks.ts"
import * as Families from "../../../src/families/families.ts"
import * as Sora from "../../../src/families/sora.ts"
import { Gateway, type RunningGateway } from "../../../src/gateway/gateway.ts"
import { layerFiles, layerMemory as mediaInMemory, MediaStore } from "../../../src/media.ts"
import { layerMemory as tasksInMemory, TaskStore } from "../../../src/tasks.ts"
import { layerRedis } from "../../../src/tasks-redis.ts"
import { layerSqlite } from "../../../src/tasks-sqlite.ts"
import { type FetchFunction, layerFetch } from "../../../src/upstream/fetch.ts"
import { clockOf } from "./clock.ts"

/** Where the processes of one run meet. */
export interface Meeting {
  /** `memory`, the URL of a Redis, or the path of a file. */
  readonly tasks: string
  /** The folder where videos are kept; absent: in memory. */
  readonly media?: string
  /** The vendor's address. */
  readonly vendor: string
  /** When all began to hurry, in milliseconds since 1970. */
  readonly from: number
}

/** What comes between a gateway and its services. */
export interface Between {
  readonly tasks: (store: TaskStore["Service"]) => TaskStore["Service"]
  readonly media: (store: MediaStore["Service"]) => MediaStore["Service"]
  readonly fetch: FetchFunction
}

const nothing: Between = { tasks: (store) => store, media: (store) => store, fetch: (request) => fetch(request) }

const tasksAt = ({ tasks, from }: Meeting): Layer.Layer<TaskStore> => {
  if (tasks === "memory") return tasksInMemory
  if (!tasks.startsWith("redis:")) return layerSqlite({ path: tasks })
  const patient = Layer.succeed(Clock.Clock)(clockOf(from, 1))
  return Layer.effect(TaskStore)(Effect.map(TaskStore, (store) => patiently(store, from))).pipe(
    Layer.provide(layerRedis({ url: tasks })),
    Layer.provide(patient)
  )
}

/** A store over a network that does not hurry: what it waits for is not measured by the clock that does. */
const patiently = (store: TaskStore["Service"], from: number): TaskStore["Service"] => {
  const slowly = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.provideService(work, Clock.Clock, clockOf(from, 1))
  return {
    create: (task) => slowly(store.create(task)),
    claimed: (owner, key, hash) => slowly(store.claimed(owner, key, hash)),
    get: (owner, id) => slowly(store.get(owner, id)),
    take: (taking) => slowly(store.take(taking)),
    save: (task) => slowly(store.save(task)),
    renew: (task, duration) => slowly(store.renew(task, duration)),
    sweep: (limit) => slowly(store.sweep(limit)),
    counts: slowly(store.counts)
  }
}

/** How long this vendor may take: not measured by a clock that hurries. */
const clocks = { connect: 24_000_000, firstByte: 24_000_000, idle: 24_000_000, total: 24_000_000 }

/** A gateway of one node. */
export const nodeAt = (meeting: Meeting, between: Between = nothing): RunningGateway => {
  const { media, vendor, from } = meeting
  const stores = Layer.mergeAll(
    Layer.effect(TaskStore)(Effect.map(TaskStore, between.tasks)).pipe(Layer.provide(tasksAt(meeting))),
    Layer.effect(MediaStore)(Effect.map(MediaStore, between.media)).pipe(
      Layer.provide(media === undefined ? mediaInMemory() : layerFiles({ path: media }))
    )
  )
  const families = Families.of(Sora.layer({ key: "key-of-the-operator", url: `${vendor}/v1`, clocks }))
  return Gateway.make(
    Gateway.layer(videoGenerations, videoGeneration, videoContent).pipe(
      Layer.provide(VideoTasks.layer({ perSecond: 1_000 })),
      Layer.provide(stores),
      Layer.provide(families.pipe(Layer.provide(layerFetch(between.fetch)))),
      Layer.provide(Credentials.keys("key")),
      Layer.provideMerge(
        Layer.mergeAll(Layer.succeed(Clock.Clock)(clockOf(from)), Layer.succeed(References.MinimumLogLevel)("None"))
      )
    )
  )
}

/** Submits a prompt under an idempotency key that is the prompt, and gives the status and the id. */
export const submitted = async ({ fetch }: RunningGateway, prompt: string): Promise<readonly [number, string]> => {
  const answer = await fetch(
    new Request("http://gateway.test/v1/video/generations", {
      method: "POST",
      headers: { authorization: "Bearer key", "content-type": "application/json", "idempotency-key": prompt },
      body: JSON.stringify({ model: "sora-2", prompt })
    })
  )
  return [answer.status, /"task_id":"([^"]+)"/.exec(await answer.text())?.[1] ?? ""]
}

/** What a gateway says of a task. */
export const queried = async ({ fetch }: RunningGateway, path: string): Promise<Response> =>
  fetch(new Request(`http://gateway.test${path}`, { headers: { authorization: "Bearer key" } }))
