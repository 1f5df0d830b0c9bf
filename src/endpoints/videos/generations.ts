import * as Effect from "effect/Effect"
import type { VideoModels } from "../../capabilities/models.ts"
import { badRequest } from "../../exchange/client-errors.ts"
import { viewTask, finishedVideo, VideoTasks } from "../../exchange/videos/tasks.ts"
import { encodeError } from "../../formats/chat-completions/error.ts"
import { chatCap, type Endpoint } from "../endpoint.ts"
import { submitting } from "./submitting.ts"
import { downloadOut, queryOut, submittedOut } from "./task-answers.ts"

const path = "/v1/video/generations"

const submit = submitting("video-generations", undefined, submittedOut)

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
  handle: ({ head: { params }, principal }) =>
    Effect.gen(function* () {
      const task = yield* (yield* VideoTasks).find(principal.name, params["task_id"] ?? "")
      return queryOut(task, yield* viewTask(task))
    })
}

/** `GET /v1/video/generations/download?id=`: a video inside JSON, of the families whose clients read it so. */
export const videoDownload: Endpoint<VideoTasks> = {
  ...reading,
  id: "video-download",
  path: `${path}/download`,
  summary: "A finished video as base64, of families whose clients download it so.",
  handle: ({ head: { search }, principal }) =>
    Effect.gen(function* () {
      const id = search().get("id") ?? ""
      if (id === "") return yield* Effect.fail(badRequest("/id", "`id` is required."))
      const task = yield* (yield* VideoTasks).find(principal.name, id)
      if (!task.handing.download)
        return yield* Effect.fail(badRequest("/id", "The video of this task is in the `url` that a query of it gives."))
      return downloadOut(task, yield* finishedVideo(task, 0))
    })
}
