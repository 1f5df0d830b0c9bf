import type { VideoFormat } from "../../core/video/video.ts"
import { encodeRequest } from "./request.ts"
import { decodeSubmit, decodeTask } from "./task.ts"
import { id } from "./wire.ts"

/**
 * `predictLongRunning` and the operation that it starts, as the Gemini API (https://ai.google.dev/gemini-api/docs/video)
 * and Vertex AI (https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/veo-video-generation) write them.
 * Which parameters each of the two takes is the family's to know.
 */
export const veo: VideoFormat = { id, inline: true, encodeRequest, decodeSubmit, decodeTask }
