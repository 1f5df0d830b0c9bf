import { noteRules } from "../core/notes/note.ts"
import { type ImageSource, linkOf } from "../core/image.ts"
import { JsonText, type JsonObject, objectOr, type JsonObjectBuilder } from "../core/json/json.ts"
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

/** The format's name. */
const id = "ark-videos"

/** Why an encoder of this format writes a note. */
const rules = /* @__PURE__ */ noteRules(id, {
  dropped: { meaning: { unsupported: "`{member}` is not supported by the model's API and was not sent." } }
})

const members: VideoMembers = {
  seconds: ["duration", ({ seconds }) => seconds],
  ratio: ["ratio", ({ ratio }) => ratio],
  resolution: ["resolution", ({ resolution }) => resolution],
  audio: ["generate_audio", ({ audio }) => audio],
  watermark: ["watermark", ({ watermark }) => watermark],
  seed: ["seed", ({ seed }) => seed]
}

/** Writes a submit. Frames go as URLs or as `data:` URLs: the vendor fetches what it is given a URL for. */
const encodeRequest: VideoFormat["encodeRequest"] = (request) => {
  const { model, prompt, image, lastFrame } = request
  const { out, notes } = writtenVideo(request, members, rules, "unsupported")
  const text: JsonObjectBuilder = { type: "text", text: prompt }
  const content = [text, ...frameOut(image, "first_frame"), ...frameOut(lastFrame, "last_frame")]
  const json = JsonText.tree({ model, content, ...out })
  return succeed({ value: { call: { model, body: { kind: "json", json } }, needs: [] }, notes })
}

const frameOut = (source: ImageSource | undefined, role: string): readonly JsonObjectBuilder[] =>
  source === undefined ? [] : [{ type: "image_url", image_url: { url: linkOf(source) }, role }]

/** Reads a task. What was cancelled or has expired has failed. */
const taskOf = ({ status, content, error }: JsonObject): VideoTask => {
  switch (status) {
    case "succeeded":
      return finished(objectOr(content) ?? {})
    case "failed":
      return failedTask(objectOr(error) ?? {})
    case "queued":
      return { state: "queued" }
    default:
      return stoppedTask(status) ?? { state: "in-progress" }
  }
}

const finished = ({ video_url: url }: JsonObject): VideoTask =>
  typeof url === "string" && url !== ""
    ? { state: "succeeded", videos: [{ kind: "url", url }] }
    : failedTask({ message: "The vendor's task has ended without a video." })

/**
 * `POST /contents/generations/tasks` of Volcengine Ark and the task that it makes, as its vendor's pages say them
 * (https://www.volcengine.com/docs/82379/1520757 and /1521309).
 */
export const arkVideos: VideoFormat = {
  id,
  encodeRequest,
  decodeSubmit: (body) => readName(body, "id"),
  decodeTask: (body) => readTask(body, taskOf)
}
