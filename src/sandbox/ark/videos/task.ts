import type { Desk } from "../../desk.ts"
import { numberAt, textAt } from "../../json.ts"
import type { JsonObject } from "../../json.ts"
import { stateOf } from "../../videos/job.ts"
import type { Job, State } from "../../videos/job.ts"
import { linkToFilm } from "../../videos/links.ts"
import { rate } from "./catalogue.ts"

const inSeconds = (ms: number): number => Math.floor(ms / 1000)

/** What a task is called by the vendor. */
export const statusOf = ({ at }: State): "queued" | "running" | "succeeded" | "failed" =>
  at === "refused" || at === "filtered" ? "failed" : at

const sensitive = (side: "InputText" | "OutputVideo", what: string): JsonObject => ({
  code: `${side}SensitiveContentDetected`,
  message: `The request failed because the ${what} may contain sensitive information.`
})

const errorOf = ({ at }: State): JsonObject | undefined => {
  switch (at) {
    case "failed":
      return { code: "InternalServiceError", message: "The service encountered an unexpected internal error." }
    case "refused":
      return sensitive("InputText", "input text")
    case "filtered":
      return sensitive("OutputVideo", "output video")
    default:
      return undefined
  }
}

const changedAt = ({ submitted, begins, ends }: Job, { at }: State): number => {
  if (at === "queued") return submitted
  return at === "running" ? begins : ends
}

/** Tokens of a second of video. */
const tokens = 20_000

const resultOf = (job: Job, request: Request, desk: Desk): JsonObject => {
  const { body } = job
  const seconds = numberAt(body, "duration") ?? 5
  const used = seconds * tokens
  const [film = ""] = job.films
  return {
    content: { video_url: linkToFilm(film, request, desk) },
    usage: { completion_tokens: used, total_tokens: used },
    seed: numberAt(body, "seed") ?? 0,
    resolution: textAt(body, "resolution") ?? "1080p",
    ratio: textAt(body, "ratio") ?? "16:9",
    duration: seconds,
    framespersecond: rate
  }
}

/** A task in the vendor's words. */
export const taskOf = (job: Job, request: Request, desk: Desk): JsonObject => {
  const state = stateOf(job, desk.now())
  const error = errorOf(state)
  return {
    id: job.id,
    model: job.model,
    status: statusOf(state),
    ...(error === undefined ? {} : { error }),
    ...(state.at === "succeeded" ? resultOf(job, request, desk) : {}),
    service_tier: textAt(job.body, "service_tier") ?? "default",
    created_at: inSeconds(job.submitted),
    updated_at: inSeconds(changedAt(job, state))
  }
}
