import type { VideoFormat } from "../../core/video/video.ts"
import { encodeRequest } from "./request.ts"
import { decodeSubmit, decodeTask } from "./task.ts"
import { id } from "./wire.ts"

/**
 * `POST /contents/generations/tasks` of Volcengine Ark and the task that it makes, as its vendor's pages say them
 * (https://www.volcengine.com/docs/82379/1520757 and /1521309).
 */
export const arkVideos: VideoFormat = { id, encodeRequest, decodeSubmit, decodeTask }
