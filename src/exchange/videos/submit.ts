import * as Effect from "effect/Effect"
import { type VideoModel, VideoModels } from "../../capabilities/video-models.ts"
import type { Claim, Task } from "../../tasks/task.ts"
import type { GatewayError } from "../../words/errors/error.ts"
import { Invalid } from "../../words/errors/invalid.ts"
import { type Tree, write } from "../../words/json/json.ts"
import { fail, type Result, succeed } from "../../words/errors/result.ts"
import type { VideoRequest } from "../../words/video/video.ts"
import { namedInCall } from "../named-in-call.ts"
import { invalid, refused } from "../open.ts"
import { type Prepared, type Wanted, whole } from "../whole.ts"
import { VideoTasks } from "./tasks.ts"

/** What is asked of a video model, by whom, and how its client wants the answer. */
export interface VideoAsk extends Wanted {
  readonly owner: string
  readonly claim?: Omit<Claim, "until">
  /** Whether a link to the video is told once it is there. */
  readonly link: boolean
  readonly write: (task: Task) => Tree
}

/** The path of a submit: normalised, looked over, then a task of its own. */
export const submitVideo = (endpoint: string) =>
  whole<VideoAsk, VideoModel, VideoModels, VideoTasks>({ endpoint, format: "videos", models: VideoModels, prepare })

/** What is asked of a model as a submit that is ready to be made. */
export const prepare = (asked: VideoAsk, model: VideoModel): Result<Prepared<VideoTasks>, GatewayError> => {
  const normalised = model.normalise(asked.body)
  if (!normalised.ok) {
    const { error } = normalised
    return fail(error instanceof Invalid ? invalid(error) : refused(error))
  }
  const { value: request, notes } = normalised.value
  const encoded = model.format.encodeRequest(request, new Map())
  if (!encoded.ok) return fail(refused(encoded.error))
  const named = namedInCall(encoded.value.value.call)
  if (!named.ok) return named
  const order = {
    owner: asked.owner,
    asked: asked.model,
    model,
    request,
    ...(asked.claim === undefined ? {} : { claim: asked.claim }),
    handing: { link: asked.link, download: model.downloads },
    told: toldOf(request)
  }
  const run = Effect.gen(function* () {
    const task = yield* (yield* VideoTasks).start(order)
    return { body: write(asked.write(task)), notes: [] }
  })
  return succeed({ notes: [...notes, ...encoded.value.notes], named: named.value, run })
}

const toldOf = (request: VideoRequest): Readonly<Record<string, string>> => {
  const { seconds } = request
  const size = sizeOf(request)
  return {
    ...(seconds === undefined ? {} : { seconds: String(seconds) }),
    ...(size === undefined ? {} : { size })
  }
}

/** Width and height in pixels; what is said as a ratio and a resolution has so many on its short side. */
const sizeOf = ({ size, ratio = "", resolution = "" }: VideoRequest): string | undefined => {
  if (size !== undefined) return `${size.width}x${size.height}`
  const [across = NaN, down = NaN] = ratio.split(":").map(Number)
  const short = Number.parseInt(resolution, 10)
  const unit = short / Math.min(across, down)
  const [width, height] = [across, down].map((side) => 2 * Math.round((side * unit) / 2))
  return Number.isNaN(unit) ? undefined : `${width}x${height}`
}
