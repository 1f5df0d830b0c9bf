import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Kept } from "../../media/store/store.ts"
import type { Result, Task, TaskFailure } from "../../tasks/task.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { VideoTasks } from "./tasks.ts"

/** What a client is told of a task, and what it made where that is there. */
export type Shown =
  | { readonly status: "submitted" | "queued" }
  | { readonly status: "in_progress"; readonly progress?: number }
  | { readonly status: "succeeded"; readonly videos: readonly Kept[]; readonly withheld?: Result["withheld"] }
  | { readonly status: "expired" }
  | { readonly status: "failed"; readonly failure: TaskFailure }

/** A task as its client is told of it now. No upstream is called. */
export const shownOf = (task: Task): Effect.Effect<Shown, GatewayError, VideoTasks> => {
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
export const videoOf = (task: Task, index: number): Effect.Effect<Kept, GatewayError, VideoTasks> =>
  Effect.flatMap(shownOf(task), (shown) => {
    switch (shown.status) {
      case "submitted":
      case "queued":
      case "in_progress":
        return Effect.fail(new GatewayError("Conflict", "The video is not finished.", { code: "task_not_finished" }))
      case "failed":
        return Effect.fail(
          new GatewayError("Gone", "The task has failed: there is no video.", { code: shown.failure.code })
        )
      case "expired":
        return Effect.fail(new GatewayError("Gone", "The video is not kept any more.", { code: "expired" }))
      case "succeeded":
        return nth(shown.videos, index)
    }
  })

const nth = (videos: readonly Kept[], index: number): Effect.Effect<Kept, GatewayError> => {
  const video = videos[index]
  return video === undefined ? Effect.fail(beyond(videos.length)) : Effect.succeed(video)
}

const beyond = (count: number): GatewayError =>
  new GatewayError("InvalidRequest", `\`index\` must be below ${count}: the task made so many videos.`, {
    pointer: "/index"
  })
