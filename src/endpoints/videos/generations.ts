import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { VideoModels } from "../../capabilities/models.ts"
import { successAnswer, type Answer, badRequest, invalidRequest } from "../../exchange/answer.ts"
import { viewTask, finishedVideo, VideoTasks, type TaskView } from "../../exchange/videos/tasks.ts"
import { encodeError } from "../../formats/chat-completions/wire.ts"
import type { KeptMedia } from "../../media/store/store.ts"
import type { Task } from "../../tasks/store.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { fail, succeed } from "../../core/errors/invalid.ts"
import { type TranslationNote, noteRules } from "../../core/notes/note.ts"
import { chatCap, type Endpoint, readQuery, requiredParameter } from "../endpoint.ts"
import { bodyObject } from "../../core/reading/issue-reader.ts"
import type { Steps } from "../../exchange/offload.ts"
import { readSteps } from "../../exchange/body.ts"
import type { ParsedRequest } from "../../exchange/unary.ts"
import { submitVideo, type TaskAnswer, writeVideoCall } from "../../exchange/videos/submit.ts"
import type { JsonTemplate } from "../../core/json/json.ts"
import { type FormMembers, readEither } from "../form.ts"
import { encodeBytes } from "../../core/bytes.ts"

/** The submit of an endpoint: JSON, or a form where it has one, and how it tells of the task. */
export const submitEndpoint = (
  endpoint: string,
  form: FormMembers | undefined,
  tell: (task: Task) => TaskAnswer
): Required<Pick<Endpoint<VideoModels | VideoTasks>, "handle" | "jobs">> => {
  const { answer, jobs } = submitVideo({
    endpoint,
    format: "videos",
    read: ({ body, contentType }) => readAsk(body, contentType, form),
    write: (ask: ParsedRequest, model, media) => writeVideoCall(ask, true, model, media),
    answer: tell
  })
  return {
    jobs,
    handle: ({ head: { headers, requestId }, principal, body }) =>
      Effect.suspend(() => {
        const given = { body, contentType: headers["content-type"], key: headers["idempotency-key"] }
        return answer({ requestId, principal }, given)
      })
  }
}

function* readAsk(
  bytes: Uint8Array,
  contentType: string | undefined,
  form: FormMembers | undefined
): Steps<ParsedRequest> {
  const body = yield* form === undefined ? readSteps(bytes) : readEither(bytes, contentType, form)
  if (!body.ok) return body
  const object = bodyObject(body.value)
  if (!object.ok) return fail(invalidRequest(object.error))
  const { model } = object.value
  if (model === undefined) return fail(badRequest("/model", "`model` is required."))
  if (typeof model !== "string" || model === "") return fail(badRequest("/model", "`model` must be the id of a model."))
  return succeed({ model, notes: [], body: body.value })
}

/** How far a task is: so many of a hundred, as OpenAI's API tells it. */
export const percentOf = (progress: number): number => Math.round(100 * progress)

const path = "/v1/video/generations"

const submit = submitEndpoint("video-generations", undefined, (task) => Effect.succeed(submittedAnswer(task)))

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
const submittedAnswer = ({ id }: Task): JsonTemplate => ({ task_id: id, status: "submitted", format })

/** What a query answers: a finished video is in it, or a link to it. */
const queryAnswer = ({ id, handing }: Task, shown: TaskView): Answer => {
  const members = {
    task_id: id,
    status: shown.status === "expired" ? "succeeded" : shown.status,
    format,
    ...more(shown)
  }
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

const none = new Uint8Array(0)

/** How many characters bytes have as base64, padding included. */
export const base64Length = (size: number): number => Math.ceil(size / 3) * 4

/** Bytes as the base64 of all of them together, encoded as they come; padded only where all came. */
export const base64Of = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.mapAccum(Stream.concat(bytes, Stream.succeed(end)), () => none, encoded)

/** Stands behind the last piece. */
const end = Symbol("end")

/** The most that is encoded at once, in bytes; a multiple of three. */
const stepBytes = 48 * 1024

/** What is whole of the bytes so far; up to two wait for those that come next. */
const encoded = (left: Uint8Array, piece: Uint8Array | typeof end): readonly [Uint8Array, readonly Uint8Array[]] => {
  if (piece === end) return [none, left.length === 0 ? [] : [base64(left)]]
  if (left.length + piece.length < 3) return [joined(left, piece), []]
  const missing = left.length === 0 ? 0 : 3 - left.length
  const out = missing === 0 ? [] : [base64(joined(left, piece.subarray(0, missing)))]
  const whole = piece.length - ((piece.length - missing) % 3)
  for (let at = missing; at < whole; at += stepBytes)
    out.push(base64(piece.subarray(at, Math.min(at + stepBytes, whole))))
  return [Uint8Array.from(piece.subarray(whole)), out]
}

const joined = (left: Uint8Array, right: Uint8Array): Uint8Array => {
  const out = new Uint8Array(left.length + right.length)
  out.set(left)
  out.set(right, left.length)
  return out
}

/** Node encodes some ten times as fast as the words do. */
const base64: (bytes: Uint8Array) => Uint8Array =
  typeof Buffer === "function"
    ? ({ buffer, byteOffset, length }) =>
        Buffer.from(Buffer.from(buffer, byteOffset, length).toString("base64"), "latin1")
    : (bytes) => new TextEncoder().encode(encodeBytes(bytes))

/** Text as it is, or bytes of a known size, which are written as base64. */
type Base64Piece<E = never> = string | { readonly size: number; readonly bytes: Stream.Stream<Uint8Array, E> }

/**
 * Text with the base64 of bytes within it, as it goes over the wire: `["{\"url\":\"data:video/mp4;base64,", video,
 * "\"}"]`. Its length is known before the first byte is read, and a few pieces are all that is held of it.
 */
export const writtenOut = <E>(
  parts: readonly Base64Piece<E>[]
): { readonly length: number; readonly body: Stream.Stream<Uint8Array, E> } => {
  const texts = parts.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : part))
  return {
    length: texts.reduce((sum, part) => sum + ("size" in part ? base64Length(part.size) : part.length), 0),
    body: Stream.flatMap(Stream.fromIterable(texts), (part) =>
      "size" in part ? base64Of(part.bytes) : Stream.succeed(part)
    )
  }
}
