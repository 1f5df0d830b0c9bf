import type { VideoFormat } from "../../core/video/video.ts"
import { encodeRequest } from "./request.ts"
import { decodeSubmit, decodeTask } from "./task.ts"
import { id } from "./wire.ts"

/**
 * `POST /videos`, a form, and `GET /videos/{id}`, as the vendor's SDK types of version 7.55 say them
 * (https://platform.openai.com/docs/api-reference/videos).
 */
export const openaiVideos: VideoFormat = { id, encodeRequest, decodeSubmit, decodeTask }
