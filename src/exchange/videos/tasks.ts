import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { VideoModels } from "../../capabilities/models.ts"
import { type KeptMedia, MediaStore } from "../../media/store/store.ts"
import { type PollerOptions, pollTasks } from "../../tasks/poller.ts"
import { TaskStore, type TaskIn, type Task, type TaskResult, type TaskFailure } from "../../tasks/store.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { poll } from "./poll.ts"
import { type VideoOrder, startVideo } from "./start.ts"

/** How the tasks of videos are worked on. */
export interface VideoTaskOptions extends Partial<Omit<PollerOptions, "poll">> {
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
    readonly start: (order: VideoOrder) => Effect.Effect<Task, GatewayError>
    /** An owner's task; fails as `NotFound` where there is none, or where it is another's. */
    readonly find: (owner: string, id: string) => Effect.Effect<Task, GatewayError>
    /** What a task made, in order; undefined where it is not kept any more. */
    readonly made: (task: TaskIn<"succeeded">) => Effect.Effect<readonly KeptMedia[] | undefined, GatewayError>
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
          start: (order) => Effect.provideService(startVideo(order), TaskStore, store),
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
const unknownTask = (): GatewayError => new GatewayError("NotFound", "No such task.", { code: "task_not_found" })

/** What a client is told of a task, and what it made where that is there. */
export type TaskView =
  | { readonly status: "submitted" | "queued" }
  | { readonly status: "in_progress"; readonly progress?: number }
  | { readonly status: "succeeded"; readonly videos: readonly KeptMedia[]; readonly withheld?: TaskResult["withheld"] }
  | { readonly status: "expired" }
  | { readonly status: "failed"; readonly failure: TaskFailure }

/** A task as its client is told of it now. No upstream is called. */
export const viewTask = (task: Task): Effect.Effect<TaskView, GatewayError, VideoTasks> => {
  switch (task.state) {
    case "accepted":
    case "submitting":
    case "unknown":
      return Effect.succeed({ status: "submitted" })
    case "submitted":
      return Effect.succeed({ status: "queued" })
    case "running":
      return Effect.succeed({
        status: "in_progress",
        ...(task.progress === undefined ? {} : { progress: task.progress })
      })
    case "failed":
      return Effect.succeed({ status: "failed", failure: task.failure })
    case "succeeded":
      return Effect.gen(function* () {
        if (task.result.expiresAt <= (yield* Clock.currentTimeMillis)) return { status: "expired" } as const
        const videos = yield* (yield* VideoTasks).made(task)
        const { withheld } = task.result
        return videos === undefined
          ? ({ status: "expired" } as const)
          : ({ status: "succeeded", videos, withheld } as const)
      })
  }
}

/** One of the videos of an owner's task: fails where it is not there yet, not any more, or never was. */
export const finishedVideo = (task: Task, index: number): Effect.Effect<KeptMedia, GatewayError, VideoTasks> =>
  Effect.flatMap(viewTask(task), (shown) => {
    switch (shown.status) {
      case "submitted":
      case "queued":
      case "in_progress":
        return Effect.fail(new GatewayError("Conflict", "The video is not finished.", { code: "task_not_finished" }))
      case "failed":
        return Effect.fail(
          new GatewayError("Gone", "The task has failed; there is no video.", { code: shown.failure.code })
        )
      case "expired":
        return Effect.fail(new GatewayError("Gone", "The video is no longer stored.", { code: "expired" }))
      case "succeeded":
        return nth(shown.videos, index)
    }
  })

const nth = (videos: readonly KeptMedia[], index: number): Effect.Effect<KeptMedia, GatewayError> => {
  const video = videos[index]
  return video === undefined ? Effect.fail(beyond(videos.length)) : Effect.succeed(video)
}

const beyond = (count: number): GatewayError =>
  new GatewayError("InvalidRequest", `\`index\` must be below ${count}, the number of videos that the task made.`, {
    pointer: "/index"
  })
