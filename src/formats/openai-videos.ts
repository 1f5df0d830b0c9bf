import { noteRules } from "../core/notes/note.ts"
import { type FormField, type ImageBytes, imageEnds, type ImageSource, bytesOf, needsIn } from "../core/image.ts"
import { succeed } from "../core/errors/invalid.ts"
import {
  type VideoFormat,
  type VideoMembers,
  writtenVideo,
  type VideoTask,
  failedTask,
  stoppedTask,
  readName,
  readTask
} from "../core/video.ts"
import { type Json, type JsonObject, objectOr } from "../core/json/json.ts"

/** The format's name. */
const id = "openai-videos"

/** Why an encoder of this format writes a note. */
const rules = /* @__PURE__ */ noteRules(id, {
  dropped: {
    meaning: {
      unsupported: "`{member}` is not supported by the model's API and was not sent.",
      "last-frame": "The model's API takes a first frame and no last one; the last frame was not sent."
    }
  }
})

const members: VideoMembers = {
  seconds: ["seconds", ({ seconds }) => String(seconds)],
  size: ["size", ({ size }) => size && `${size.width}x${size.height}`]
}

/** Writes a submit as a form. The first frame goes as a file, whose bytes are needed. */
const encodeRequest: VideoFormat["encodeRequest"] = (request, bytes) => {
  const { model, prompt, image, lastFrame } = request
  const { out, notes } = writtenVideo(request, members, rules, "unsupported")
  const texts = Object.entries({ model, prompt, ...out }).flatMap(([name, text]): readonly FormField[] =>
    typeof text === "string" ? [{ name, text }] : []
  )
  const unheld = lastFrame === undefined ? [] : [rules.note("last-frame", lastFrame.at)]
  const body = { kind: "form", fields: [...texts, ...fileOf(image, bytes)] } as const
  const needs = needsIn(image === undefined ? [] : [image], bytes)
  return succeed({ value: { call: { model, body }, needs }, notes: [...notes, ...unheld] })
}

const fileOf = (source: ImageSource | undefined, bytes: ImageBytes): readonly FormField[] => {
  const found = source && bytesOf(source, bytes)
  if (found === undefined) return []
  const { base64, mime } = found
  return [{ name: "input_reference", file: `first-frame.${imageEnds.get(mime) ?? "bin"}`, mime, base64 }]
}

/** Reads a video. A finished one is fetched from the path of its content; the words beyond the vendor's are its imitators'. */
const taskOf = ({ status, error, progress }: JsonObject): VideoTask => {
  switch (status) {
    case "completed":
      return { state: "succeeded", videos: [{ kind: "content" }] }
    case "failed":
      return failedTask(objectOr(error) ?? {})
    case "queued":
      return { state: "queued" }
    default:
      return stoppedTask(status) ?? workedOn(progress)
  }
}

const workedOn = (progress: Json | undefined): VideoTask =>
  typeof progress === "number" ? { state: "in-progress", progress } : { state: "in-progress" }

/**
 * `POST /videos`, a form, and `GET /videos/{id}`, as the vendor's SDK types of version 7.55 say them
 * (https://platform.openai.com/docs/api-reference/videos).
 */
export const openaiVideos: VideoFormat = {
  id,
  encodeRequest,
  decodeSubmit: (body) => readName(body, "id"),
  decodeTask: (body) => readTask(body, taskOf)
}
