import type { TaskView } from "../../exchange/videos/tasks.ts"
import type { Task } from "../../tasks/task.ts"
import type { JsonTemplate } from "../../core/json/json.ts"
import { percentOf } from "./task-answers.ts"

/** A task as the video object of OpenAI's API (https://platform.openai.com/docs/api-reference/videos/object). */
export const videoOut = (task: Task, shown: TaskView): JsonTemplate => ({
  id: task.id,
  object: "video",
  model: task.upstream.model,
  created_at: secondsOf(task.createdAt),
  ...(shown.status === "succeeded" || shown.status === "expired" ? timesOf(task) : untimed),
  ...standing(shown),
  prompt: null,
  remixed_from_video_id: null,
  seconds: task.asked["seconds"] ?? "",
  size: task.asked["size"] ?? ""
})

/** Of one that was made: when, and until when it is kept. */
const timesOf = (task: Task): typeof untimed => ({
  completed_at: secondsOf(task.updatedAt),
  expires_at: task.state === "succeeded" ? secondsOf(task.result.expiresAt) : null
})

const untimed: { readonly completed_at: number | null; readonly expires_at: number | null } = {
  completed_at: null,
  expires_at: null
}

const secondsOf = (time: number): number => Math.floor(time / 1000)

/** How far it is: so many of a hundred. */
const standing = (shown: TaskView): { readonly [key: string]: JsonTemplate } => {
  switch (shown.status) {
    case "submitted":
    case "queued":
      return { status: "queued", progress: 0, error: null }
    case "in_progress":
      return { status: "in_progress", progress: percentOf(shown.progress ?? 0), error: null }
    case "succeeded":
      return { status: "completed", progress: 100, error: null }
    case "expired":
      return {
        status: "completed",
        progress: 100,
        error: { code: "expired", message: "The video is not kept any more." }
      }
    case "failed":
      return { status: "failed", progress: 0, error: { code: shown.failure.code, message: shown.failure.message } }
  }
}
