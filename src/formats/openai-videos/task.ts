import { type JsonObject, objectOr } from "../../core/json/json.ts"
import { type VideoFormat, type VideoTask, failedTask, readName, readTask } from "../../core/video/video.ts"

/** Reads the id of the video that is to be made. */
export const decodeSubmit: VideoFormat["decodeSubmit"] = (body) => readName(body, "id")

/** Reads a video. A finished one is fetched from the path of its content; the words beyond the vendor's are its imitators'. */
export const decodeTask: VideoFormat["decodeTask"] = (body) => readTask(body, taskOf)

const taskOf = ({ status, error, progress }: JsonObject): VideoTask => {
  switch (status) {
    case "completed":
      return { state: "succeeded", videos: [{ kind: "content" }] }
    case "failed":
      return failedTask(objectOr(error) ?? {})
    case "cancelled":
      return failedTask({}, "cancelled", "The vendor's task was cancelled.")
    case "expired":
      return failedTask({}, "expired", "The vendor's task took too long.")
    case "queued":
      return { state: "queued" }
    default:
      return typeof progress === "number" ? { state: "in-progress", progress } : { state: "in-progress" }
  }
}
