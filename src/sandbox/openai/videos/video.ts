import { textAt } from "../../json.ts"
import type { JsonObject } from "../../json.ts"
import { goneAt, stateOf } from "../../videos/job.ts"
import type { Job, State } from "../../videos/job.ts"
import { usual } from "./catalogue.ts"

const inSeconds = (ms: number): number => Math.floor(ms / 1000)

const blocked: JsonObject = {
  code: "moderation_blocked",
  message: "Your request was blocked by our moderation system."
}

const statusOf = ({ at }: State): "queued" | "in_progress" | "completed" | "failed" => {
  switch (at) {
    case "queued":
      return "queued"
    case "running":
      return "in_progress"
    case "succeeded":
      return "completed"
    case "failed":
    case "refused":
    case "filtered":
      return "failed"
  }
}

const errorOf = ({ at }: State): JsonObject | null => {
  switch (at) {
    case "failed":
      return { code: "video_generation_failed", message: "The video could not be generated. Please try again." }
    case "refused":
    case "filtered":
      return blocked
    default:
      return null
  }
}

const progressOf = (state: State): number => {
  if (state.at === "running") return state.progress
  return state.at === "succeeded" ? 100 : 0
}

/** A task in the vendor's words. */
export const videoOf = (job: Job, now: number): JsonObject => {
  const state = stateOf(job, now)
  const status = statusOf(state)
  const done = status === "completed"
  return {
    id: job.id,
    object: "video",
    created_at: inSeconds(job.submitted),
    status,
    completed_at: done ? inSeconds(job.ends) : null,
    error: errorOf(state),
    expires_at: done ? inSeconds(goneAt(job)) : null,
    model: job.model,
    progress: progressOf(state),
    prompt: textAt(job.body, "prompt") ?? null,
    remixed_from_video_id: null,
    seconds: textAt(job.body, "seconds") ?? usual.seconds,
    size: textAt(job.body, "size") ?? usual.size
  }
}
