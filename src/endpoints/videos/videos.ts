import * as Effect from "effect/Effect"
import type { VideoModels } from "../../capabilities/models.ts"
import { successAnswer } from "../../exchange/answer.ts"
import { viewTask, finishedVideo, VideoTasks, type TaskView } from "../../exchange/videos/tasks.ts"
import { encodeError } from "../../formats/chat-completions/wire.ts"
import type { Task } from "../../tasks/store.ts"
import { stringifyJson, type JsonTemplate } from "../../core/json/json.ts"
import { answerBytes } from "../media.ts"
import { chatCap, type Endpoint, countParameter, readQuery, wordParameter } from "../endpoint.ts"
import { submitEndpoint, percentOf } from "./generations.ts"

const path = "/v1/videos"

/** `seconds` is a text of its API's. */
const literals = new Set(["addWatermark", "durationSeconds", "generateAudio", "sampleCount", "seed"])

const none: ReadonlySet<string> = new Set()

const members = { literals, structures: none, pictures: none }

const submit = submitEndpoint("videos", members, (task) =>
  Effect.map(viewTask(task), (shown) => videoObject(task, shown))
)

/** `POST /v1/videos`, as OpenAI's SDKs call it with a form: the same submit, told as their video. */
export const videos: Endpoint<VideoModels | VideoTasks> = {
  id: "videos",
  method: "POST",
  path,
  auth: ["bearer"],
  body: { kind: "form", cap: chatCap },
  summary: "A video by any video model, from a form or from JSON.",
  ...submit,
  error: encodeError
}

const reading = { method: "GET", auth: ["bearer", "login"], body: { kind: "none" }, error: encodeError } as const

/** `GET /v1/videos/{id}`: how far a video is. */
export const video: Endpoint<VideoTasks> = {
  ...reading,
  id: "video",
  path: `${path}/:id`,
  summary: "How far a video is. No upstream is called.",
  handle: Effect.fnUntraced(function* ({ head: { params }, principal }) {
    const task = yield* (yield* VideoTasks).find(principal.name, params["id"] ?? "")
    return successAnswer(stringifyJson(videoObject(task, yield* viewTask(task))))
  })
}

/** Which bytes of a task are wanted. */
const contentQuery = {
  variant: wordParameter(["video"], "video"),
  index: { ...countParameter({ minimum: 0, absent: 0 }), description: "Which of several videos, from 0." }
} as const

/** `GET /v1/videos/{id}/content`: the bytes of a finished video, or some of them. */
export const videoContent: Endpoint<VideoTasks> = {
  ...reading,
  id: "video-content",
  path: `${path}/:id/content`,
  query: contentQuery,
  summary: "The bytes of a finished video; `index` says which of several.",
  handle: Effect.fnUntraced(function* ({ head, principal }) {
    const { index } = yield* readQuery(contentQuery, head)
    const task = yield* (yield* VideoTasks).find(principal.name, head.params["id"] ?? "")
    return answerBytes(yield* finishedVideo(task, index), head)
  })
}

/** A task as the video object of OpenAI's API (https://platform.openai.com/docs/api-reference/videos/object). */
const videoObject = (task: Task, shown: TaskView): JsonTemplate => ({
  id: task.id,
  object: "video",
  model: task.upstream.model,
  created_at: secondsOf(task.createdAt),
  ...(shown.status === "succeeded" || shown.status === "expired" ? completionTimes(task) : noCompletion),
  ...progressOf(shown),
  prompt: null,
  remixed_from_video_id: null,
  seconds: task.asked["seconds"] ?? "",
  size: task.asked["size"] ?? ""
})

/** Of one that was made: when, and until when it is kept. */
const completionTimes = (task: Task): typeof noCompletion => ({
  completed_at: secondsOf(task.updatedAt),
  expires_at: task.state === "succeeded" ? secondsOf(task.result.expiresAt) : null
})

const noCompletion: { readonly completed_at: number | null; readonly expires_at: number | null } = {
  completed_at: null,
  expires_at: null
}

const secondsOf = (time: number): number => Math.floor(time / 1000)

/** How far it is: so many of a hundred. */
const progressOf = (shown: TaskView): { readonly [key: string]: JsonTemplate } => {
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
        error: { code: "expired", message: "The video is no longer stored." }
      }
    case "failed":
      return { status: "failed", progress: 0, error: { code: shown.failure.code, message: shown.failure.message } }
  }
}
