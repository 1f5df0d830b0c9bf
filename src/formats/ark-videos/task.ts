import { type JsonObject, objectOr } from "../../core/json/json.ts"
import { type VideoFormat, type VideoTask, failedTask, readName, readTask } from "../../core/video/video.ts"

/** Reads the id of the task that was made. */
export const decodeSubmit: VideoFormat["decodeSubmit"] = (body) => readName(body, "id")

/** Reads a task. What was cancelled or has expired has failed. */
export const decodeTask: VideoFormat["decodeTask"] = (body) => readTask(body, taskOf)

const taskOf = ({ status, content, error }: JsonObject): VideoTask => {
  switch (status) {
    case "succeeded":
      return finished(objectOr(content) ?? {})
    case "failed":
      return failedTask(objectOr(error) ?? {})
    case "cancelled":
      return failedTask({}, "cancelled", "The vendor's task was cancelled.")
    case "expired":
      return failedTask({}, "expired", "The vendor's task took too long.")
    case "queued":
      return { state: "queued" }
    default:
      return { state: "in-progress" }
  }
}

const finished = ({ video_url: url }: JsonObject): VideoTask =>
  typeof url === "string" && url !== ""
    ? { state: "succeeded", videos: [{ kind: "url", url }] }
    : failedTask({ message: "The vendor's task has no video." })
