import { noteRules } from "../core/notes/note.ts"
import { type ImageBytes, type ImageSource, bytesOf, needsIn } from "../core/image.ts"
import {
  JsonText,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  objectOr,
  type JsonObjectBuilder
} from "../core/json/json.ts"
import { succeed } from "../core/errors/invalid.ts"
import {
  type VideoFormat,
  framesIn,
  type VideoMembers,
  writtenVideo,
  type VideoSource,
  type VideoTask,
  failedTask,
  readName,
  readTask
} from "../core/video.ts"

/** The format's name. */
const id = "veo"

/** Why an encoder of this format writes a note. */
const rules = /* @__PURE__ */ noteRules(id, {
  dropped: { meaning: { unsupported: "`{member}` is not supported by the model's API and was not sent." } }
})

const members: VideoMembers = {
  seconds: ["durationSeconds", ({ seconds }) => seconds],
  ratio: ["aspectRatio", ({ ratio }) => ratio],
  resolution: ["resolution", ({ resolution }) => resolution],
  audio: ["generateAudio", ({ audio }) => audio],
  count: ["sampleCount", ({ count }) => count],
  people: ["personGeneration", ({ people }) => people],
  watermark: ["addWatermark", ({ watermark }) => watermark],
  seed: ["seed", ({ seed }) => seed]
}

/** Writes a submit. Frames go as bytes: the vendor fetches none. */
const encodeRequest: VideoFormat["encodeRequest"] = (request, bytes) => {
  const { model, prompt, image, lastFrame } = request
  const { out: parameters, notes } = writtenVideo(request, members, rules, "unsupported")
  const instance: JsonObjectBuilder = { prompt, image: frameOut(image, bytes), lastFrame: frameOut(lastFrame, bytes) }
  const json = JsonText.tree({ instances: [instance], parameters })
  const needs = needsIn(framesIn(request), bytes)
  return succeed({ value: { call: { model, body: { kind: "json", json } }, needs }, notes })
}

const frameOut = (source: ImageSource | undefined, bytes: ImageBytes): JsonObjectBuilder | undefined => {
  const found = source && bytesOf(source, bytes)
  return found && { bytesBase64Encoded: found.base64, mimeType: found.mime }
}

/** Reads an operation: the same in both forms, but for where its videos are. */
const taskOf = ({ done, error, response }: JsonObject): VideoTask => {
  if (isObject(error)) return failedTask(error, codes.get(error["code"]))
  if (done !== true) return { state: "in-progress" }
  const answer = objectOr(response) ?? {}
  const inner = objectOr(answer["generateVideoResponse"]) ?? answer
  const [first, ...more] = sourcesIn(inner)
  if (first === undefined) return filterFailure(inner, "The vendor's safety filters blocked every video.")
  const task = { state: "succeeded", videos: [first, ...more] } as const
  if (!wasFiltered(inner)) return task
  const { code, message } = filterFailure(inner, "The vendor's safety filters blocked some of the videos.")
  return { ...task, withheld: { code, message } }
}

/** The canonical codes of https://grpc.io/docs/guides/status-codes by their numbers. */
const codes: ReadonlyMap<unknown, string> = new Map([
  [1, "cancelled"],
  [3, "invalid_argument"],
  [4, "deadline_exceeded"],
  [5, "not_found"],
  [7, "permission_denied"],
  [8, "resource_exhausted"],
  [9, "failed_precondition"],
  [13, "internal"],
  [14, "unavailable"],
  [16, "unauthenticated"]
])

/** What the vendor's filters did not let through, of which it may say why. */
const filterFailure = ({ raiMediaFilteredReasons: reasons = null }: JsonObject, usual: string): Failed => {
  const message = isArray(reasons) ? reasons.filter((reason) => typeof reason === "string").join(" ") : ""
  return failedTask({ message }, "content_filtered", usual)
}

type Failed = ReturnType<typeof failedTask>

const wasFiltered = ({
  raiMediaFilteredCount: count = 0,
  raiMediaFilteredReasons: reasons = null
}: JsonObject): boolean => (typeof count === "number" && count > 0) || (isArray(reasons) && reasons.length > 0)

const sourcesIn = ({ generatedSamples, videos }: JsonObject): readonly VideoSource[] => [
  ...objectsIn(generatedSamples).flatMap(({ video }) => sourceOf(objectOr(video) ?? {})),
  ...objectsIn(videos).flatMap(sourceOf)
]

const objectsIn = (list: Json = null): readonly JsonObject[] => (isArray(list) ? list.filter(isObject) : [])

const sourceOf = ({ uri, gcsUri, bytesBase64Encoded: bytes, encodedVideo }: JsonObject): readonly VideoSource[] => {
  const base64 = bytes ?? encodedVideo
  const url = uri ?? gcsUri
  if (typeof base64 === "string" && base64 !== "") return [{ kind: "bytes", base64 }]
  return typeof url === "string" && url !== "" ? [{ kind: "url", url }] : []
}

/**
 * `predictLongRunning` and the operation that it starts, as the Gemini API (https://ai.google.dev/gemini-api/docs/video)
 * and Vertex AI (https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/veo-video-generation) write them.
 * Which parameters each of the two takes is the family's to know.
 */
export const veo: VideoFormat = {
  id,
  inline: true,
  encodeRequest,
  decodeSubmit: (body) => readName(body, "name"),
  decodeTask: (body) => readTask(body, taskOf)
}
