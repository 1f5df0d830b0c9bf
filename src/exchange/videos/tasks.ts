import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { VideoModels } from "../../capabilities/models.ts"
import { type Kept, MediaStore } from "../../media/store/store.ts"
import { type Polling, pollTasks } from "../../tasks/poller.ts"
import { TaskStore } from "../../tasks/store.ts"
import type { In, Task } from "../../tasks/task.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { poll } from "./poll.ts"
import { type Order, start } from "./start.ts"

/** How the tasks of videos are worked on. */
export interface VideoTaskOptions extends Partial<Omit<Polling, "poll">> {
  /** Whether this gateway asks upstreams about tasks; else others on the same store do. True by default. */
  readonly polls?: boolean
}

/** The videos that are being made. */
export class VideoTasks extends Context.Service<
  VideoTasks,
  {
    /**
     * Submits a video once and for all: the task is written down before its upstream is called, and where the order's
     * key already stands for a task it is that one that is given. Once the upstream is called nothing stops it.
     */
    readonly start: (order: Order) => Effect.Effect<Task, GatewayError>
    /** An owner's task; fails as `NotFound` where there is none, or where it is another's. */
    readonly find: (owner: string, id: string) => Effect.Effect<Task, GatewayError>
    /** What a task made, in order; undefined where it is not kept any more. */
    readonly made: (task: In<"succeeded">) => Effect.Effect<readonly Kept[] | undefined, GatewayError>
  }
>()("isogloss/VideoTasks") {
  /** Tasks in a store that asks nobody but upstreams, each of its own, until they have ended. */
  static readonly layer = ({ polls = true, ...polling }: VideoTaskOptions = {}): Layer.Layer<
    VideoTasks,
    GatewayError,
    VideoModels | TaskStore | MediaStore
  > =>
    Layer.effect(VideoTasks)(
      Effect.gen(function* () {
        const store = yield* TaskStore
        const media = yield* MediaStore
        yield* store.counts
        if (polls) yield* Effect.forkScoped(pollTasks({ ...polling, poll }))
        return {
          start: (order) => Effect.provideService(start(order), TaskStore, store),
          find: (owner, id) =>
            Effect.flatMap(store.get(owner, id), (task) =>
              task === undefined ? Effect.fail(unknownTask()) : Effect.succeed(task)
            ),
          made: ({ result: { refs } }) => Effect.map(Effect.forEach(refs, media.find), whole)
        }
      })
    )
}

/** All of some things; undefined where one of them is missing. */
const whole = <A>(all: readonly (A | undefined)[]): readonly A[] | undefined => {
  const there = all.filter((one) => one !== undefined)
  return there.length === all.length ? there : undefined
}

/** The same for a task that nobody knows and for one of another's. */
const unknownTask = (): GatewayError =>
  new GatewayError("NotFound", "There is no such task.", { code: "task_not_found" })
