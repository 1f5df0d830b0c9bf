import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { VideoModels } from "../../capabilities/models.ts"
import { successAnswer, type Answer } from "../../exchange/answer.ts"
import { badRequest } from "../../exchange/client-errors.ts"
import { viewTask, finishedVideo, VideoTasks, type TaskView } from "../../exchange/videos/tasks.ts"
import { encodeError } from "../../formats/chat-completions/error.ts"
import { type Base64Piece, writtenOut } from "../../media/base64-stream.ts"
import type { KeptMedia } from "../../media/store/store.ts"
import type { Task } from "../../tasks/task.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { type TranslationNote, noteRules } from "../../core/notes/note.ts"
import { chatCap, type Endpoint } from "../endpoint.ts"
import { readQuery, requiredParameter } from "../query.ts"
import { submitEndpoint, percentOf } from "./submitting.ts"

const path = "/v1/video/generations"

const submit = submitEndpoint("video-generations", undefined, (task) => submittedAnswer(task))

/** `POST /v1/video/generations`: a video of a text, or of a text and the frames that it begins and ends with. */
export const videoGenerations: Endpoint<VideoModels | VideoTasks> = {
  id: "video-generations",
  method: "POST",
  path,
  auth: ["bearer"],
  body: { kind: "json", cap: chatCap },
  summary: "A video by any video model, as a task that is asked about later.",
  ...submit,
  error: encodeError
}

/** A task belongs to an account, whichever of its keys or logins sent it. */
const reading = { method: "GET", auth: ["bearer", "login"], body: { kind: "none" }, error: encodeError } as const

/** `GET /v1/video/generations/{task_id}`: how far a video is, and the video once it is there. */
export const videoGeneration: Endpoint<VideoTasks> = {
  ...reading,
  id: "video-generation",
  path: `${path}/:task_id`,
  summary: "How far a video is, and the video once it is there. No upstream is called.",
  handle: Effect.fnUntraced(function* ({ head: { params }, principal }) {
    const task = yield* (yield* VideoTasks).find(principal.name, params["task_id"] ?? "")
    return queryAnswer(task, yield* viewTask(task))
  })
}

/** Which task a download is of. */
const downloadQuery = { id: requiredParameter() } as const

/** `GET /v1/video/generations/download?id=`: a video inside JSON, of the families whose clients read it so. */
export const videoDownload: Endpoint<VideoTasks> = {
  ...reading,
  id: "video-download",
  path: `${path}/download`,
  query: downloadQuery,
  summary: "A finished video as base64, of families whose clients download it so.",
  handle: Effect.fnUntraced(function* ({ head, principal }) {
    const { id } = yield* readQuery(downloadQuery, head)
    const task = yield* (yield* VideoTasks).find(principal.name, id)
    if (!task.handing.download)
      return yield* Effect.fail(
        badRequest("/id", "The video of this task is at the `url` that a query of the task returns.")
      )
    return downloadAnswer(task, yield* finishedVideo(task, 0))
  })
}

/** What every answer about a task begins with. */
const format = "mp4"

/** What the submit of a task answers, the first time and each time after. */
const submittedAnswer = ({ id }: Task) => ({ task_id: id, status: "submitted", format })

/** What a query answers: a finished video is in it, or a link to it. */
const queryAnswer = ({ id, handing }: Task, shown: TaskView): Answer => {
  const status = shown.status === "expired" ? "succeeded" : shown.status
  const members = { task_id: id, status, format, ...more(shown) }
  const videos = shown.status === "succeeded" && handing.link ? linksOut(shown.videos) : []
  const notes =
    shown.status === "succeeded" && shown.withheld !== undefined ? [rules.note("withheld", "/sampleCount")] : []
  return jsonOut([...membersOf(members), ...videos, "}"], notes)
}

const rules = noteRules("video-task", {
  dropped: { meaning: { withheld: "The vendor made fewer videos than were asked for." } }
})

const more = (shown: TaskView): object => {
  switch (shown.status) {
    case "in_progress":
      return shown.progress === undefined ? {} : { progress: percentOf(shown.progress) }
    case "failed":
      return { error: { code: shown.failure.code, message: shown.failure.message } }
    case "expired":
      return { error: { code: "expired", message: "The video is no longer stored." } }
    case "succeeded":
      return shown.withheld === undefined ? {} : { error: shown.withheld }
    case "submitted":
    case "queued":
      return {}
  }
}

type Parts = readonly Base64Piece<GatewayError>[]

const linksOut = (videos: readonly KeptMedia[]): Parts => {
  const [first, second] = videos
  if (first === undefined) return []
  const url: Parts = [',"url":', ...linkOut(first)]
  if (second === undefined) return url
  const each = videos.flatMap((video, index): Parts => [`${index === 0 ? "" : ","}{"url":`, ...linkOut(video), "}"])
  return [...url, ',"videos":[', ...each, "]"]
}

const linkOut = (video: KeptMedia): Parts =>
  video.link === undefined ? dataUrlOf(video) : [JSON.stringify(video.link)]

const dataUrlOf = ({ mime, size, read }: KeptMedia): Parts => [`"data:${mime};base64,`, { size, bytes: read() }, '"']

/** What a download answers: the video twice, as base64 and as a `data:` URL. */
const downloadAnswer = ({ id }: Task, video: KeptMedia): Answer => {
  const members = { success: true, generation_id: id, task_id: id, format, size: video.size }
  const base64: Parts = [',"base64":"', { size: video.size, bytes: video.read() }, '"']
  return jsonOut([...membersOf(members), ...base64, ',"data_url":', ...dataUrlOf(video), "}"])
}

/** An object that is still open. */
const membersOf = (members: object): readonly [string] => [JSON.stringify(members).slice(0, -1)]

/** JSON as it is read from where the videos lie. Where that breaks off the connection does: it never looks whole. */
const jsonOut = (parts: Parts, notes: readonly TranslationNote[] = []): Answer => {
  const { length, body } = writtenOut(parts)
  return successAnswer(Stream.orDie(body), { headers: { "content-length": String(length) }, notes })
}
