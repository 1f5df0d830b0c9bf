import { isArray, isObject, type Json, type JsonObject, objectOr } from "../../core/json/json.ts"
import {
  type VideoFormat,
  type VideoSource,
  type VideoTask,
  failedTask,
  readName,
  readTask
} from "../../core/video/video.ts"

/** Reads the name of the operation that was started. */
export const decodeSubmit: VideoFormat["decodeSubmit"] = (body) => readName(body, "name")

/** Reads an operation: the same in both forms, but for where its videos are. */
export const decodeTask: VideoFormat["decodeTask"] = (body) => readTask(body, taskOf)

const taskOf = ({ done, error, response }: JsonObject): VideoTask => {
  if (isObject(error)) return failedTask(error, codes.get(error["code"]))
  if (done !== true) return { state: "in-progress" }
  const answer = objectOr(response) ?? {}
  const inner = objectOr(answer["generateVideoResponse"]) ?? answer
  const [first, ...more] = sourcesIn(inner)
  if (first === undefined) return filtered(inner, "The vendor's filters let no video through.")
  const task = { state: "succeeded", videos: [first, ...more] } as const
  if (!withholds(inner)) return task
  const { code, message } = filtered(inner, "The vendor's filters did not let every video through.")
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
const filtered = ({ raiMediaFilteredReasons: reasons = null }: JsonObject, usual: string): Failed => {
  const told = isArray(reasons) ? reasons.filter((reason) => typeof reason === "string").join(" ") : ""
  return failedTask({ message: told }, "content_filtered", usual)
}

type Failed = ReturnType<typeof failedTask>

const withholds = ({
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
