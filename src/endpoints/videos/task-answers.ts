import * as Stream from "effect/Stream"
import { notesHeader, printNotes } from "../../exchange/reported-notes.ts"
import type { TaskView } from "../../exchange/videos/tasks.ts"
import { type Written, writtenOut } from "../../media/base64-stream.ts"
import type { Kept } from "../../media/store/store.ts"
import type { Task } from "../../tasks/task.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { type TranslationNote, noteRules as book } from "../../core/notes/note.ts"
import type { Answer } from "../endpoint.ts"

/** What every answer about a task begins with. */
const format = "mp4"

/** What the submit of a task answers, the first time and each time after. */
export const submittedOut = ({ id }: Task) => ({ task_id: id, status: "submitted", format })

/** What a query answers: a finished video is in it, or a link to it. */
export const queryOut = ({ id, handing }: Task, shown: TaskView): Answer => {
  const status = shown.status === "expired" ? "succeeded" : shown.status
  const told = { task_id: id, status, format, ...more(shown) }
  const videos = shown.status === "succeeded" && handing.link ? linksOut(shown.videos) : []
  const notes =
    shown.status === "succeeded" && shown.withheld !== undefined ? [rules.note("withheld", "/sampleCount")] : []
  return jsonOut([...membersOf(told), ...videos, "}"], notes)
}

const rules = book("video-task", {
  dropped: { meaning: { withheld: "The vendor gave fewer videos than were asked for." } }
})

const more = (shown: TaskView): object => {
  switch (shown.status) {
    case "in_progress":
      return shown.progress === undefined ? {} : { progress: percentOf(shown.progress) }
    case "failed":
      return { error: { code: shown.failure.code, message: shown.failure.message } }
    case "expired":
      return { error: { code: "expired", message: "The video is not kept any more." } }
    case "succeeded":
      return shown.withheld === undefined ? {} : { error: shown.withheld }
    case "submitted":
    case "queued":
      return {}
  }
}

/** How far a task is: so many of a hundred, as OpenAI's API tells it. */
export const percentOf = (progress: number): number => Math.round(100 * progress)

type Parts = readonly Written<GatewayError>[]

const linksOut = (videos: readonly Kept[]): Parts => {
  const [first, second] = videos
  if (first === undefined) return []
  const url: Parts = [',"url":', ...linkOut(first)]
  if (second === undefined) return url
  const each = videos.flatMap((video, index): Parts => [`${index === 0 ? "" : ","}{"url":`, ...linkOut(video), "}"])
  return [...url, ',"videos":[', ...each, "]"]
}

const linkOut = (video: Kept): Parts => (video.link === undefined ? dataUrlOf(video) : [JSON.stringify(video.link)])

const dataUrlOf = ({ mime, size, read }: Kept): Parts => [`"data:${mime};base64,`, { size, bytes: read() }, '"']

/** What a download answers: the video twice, as base64 and as a `data:` URL. */
export const downloadOut = ({ id }: Task, video: Kept): Answer => {
  const told = { success: true, generation_id: id, task_id: id, format, size: video.size }
  const base64: Parts = [',"base64":"', { size: video.size, bytes: video.read() }, '"']
  return jsonOut([...membersOf(told), ...base64, ',"data_url":', ...dataUrlOf(video), "}"])
}

/** An object that is still open. */
const membersOf = (told: object): readonly [string] => [JSON.stringify(told).slice(0, -1)]

/** JSON as it is read from where the videos lie. Where that breaks off the connection does: it never looks whole. */
const jsonOut = (parts: Parts, notes: readonly TranslationNote[] = []): Answer => {
  const { length, body } = writtenOut(parts)
  return {
    status: 200,
    headers: {
      "content-type": "application/json",
      "content-length": String(length),
      ...(notes.length === 0 ? {} : { [notesHeader]: printNotes(notes) })
    },
    body: Stream.orDie(body)
  }
}
