import * as Effect from "effect/Effect"
import type { VideoModels, VideoModel } from "../capabilities/models.ts"
import { type Endpoint, smallCap } from "../endpoints/endpoint.ts"
import type { VideoTasks } from "../exchange/videos/tasks.ts"
import { type WireNames, wireNames } from "../core/format.ts"
import {
  describedAnswers,
  auth,
  productPaths,
  labEndpoint,
  enveloped,
  placed,
  type EndpointBody,
  labRules,
  newReading,
  type LabReading
} from "./endpoint.ts"
import type { FetchedMediaByUrl } from "../media/fetch/fetcher.ts"
import type { Steps } from "../exchange/offload.ts"
import { invalidRequest, refusedRequest } from "../exchange/answer.ts"
import { readSteps } from "../exchange/body.ts"
import { type VideoInput, submitVideo, writeVideoCall, type WrittenVideo } from "../exchange/videos/submit.ts"
import type { ParsedRequest } from "../exchange/unary.ts"
import { GatewayError } from "../core/errors/error.ts"
import { Invalid, fail, succeed, type Result } from "../core/errors/invalid.ts"
import { JsonText, type JsonObjectBuilder, putAt } from "../core/json/json.ts"
import type { TranslationNote, Refused, Translated } from "../core/notes/note.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import { bodyObject } from "../core/reading/issue-reader.ts"
import { readTable, tableSchema, type ParameterValues, type ParameterCheck } from "../families/parameters/reader.ts"
import type { ValueSchema } from "../core/reading/value-schema.ts"
import { checkOf, described, flag, text } from "../families/parameters/values.ts"

/** How many seconds a video may have, as texts. */
const lengths = ["3", "5", "8", "10", "12"] as const

const lengthSchema: ValueSchema = {
  type: ["string", "integer"],
  enum: lengths,
  description: `Seconds: ${lengths.join(", ")}. A number is taken, too.`
}

/** A length, which is said as a text. A number is taken, too. */
const length: ParameterCheck<string, LabReading> = checkOf(lengthSchema, (value, at, reading) => {
  const text = typeof value === "number" ? String(value) : value
  const known = lengths.find((one) => one === text)
  if (known === undefined) return reading.must(at, `be one of ${lengths.join(", ")}`)
  if (typeof value === "number") reading.note("figure", at)
  return known
})

/** The parameters of a submit, as the endpoint tables name and type them. */
const parameters = {
  model: { is: text, required: true },
  prompt: { is: text, required: true },
  duration: { is: length, required: true },
  aspect_ratio: { is: described(text, { examples: ["16:9"] }), required: true },
  resolution: { is: described(text, { examples: ["720p"] }) },
  return_url: { is: described(flag, { description: "Whether a query of the task tells a link." }), default: true },
  req_key: { is: text, unsent: "unused" }
} as const

/** What a document tells of a body. */
export const schema = tableSchema(parameters)

/** What was read of them. */
type VideoValues = ParameterValues<typeof parameters>

/** A body that was read: what it says. */
interface LabVideoRequest {
  readonly values: VideoValues & Readonly<Record<"model" | "prompt" | "duration" | "aspect_ratio", string>>
}

/** Reads a body of a submit. */
export const readVideoRequest = (body: JsonText): Result<Translated<LabVideoRequest>, Invalid | Refused> => {
  const object = bodyObject(body)
  if (!object.ok) return object
  const reading = newReading()
  const values = readTable(parameters, object.value, "", reading)
  if (values.model === "") reading.must("/model", "be the id of a model")
  const { model = "", prompt = "", duration = "", aspect_ratio = "" } = values
  return reading.outcome({ values: { ...values, model, prompt, duration, aspect_ratio } })
}

const id = "lab-video"

/** The submit as the video endpoint has it, with all places in the lab's own names. */
const { answer, jobs } = submitVideo({
  endpoint: id,
  format: "lab",
  read,
  write,
  answer: (task) => Effect.succeed(enveloped({ task_id: task.id }))
})

/** `POST …/<product>VideoCompletions`: a video of a text, as a task that is asked about where all videos are. */
export const textToVideo = (names: Pick<WireNames, "product"> = wireNames): Endpoint<VideoModels | VideoTasks> => ({
  ...labEndpoint,
  ...productPaths(names, (product) => `/prod-api/${product}/v4/api/${product}VideoCompletions`),
  id,
  method: "POST",
  auth,
  body: { kind: "json", cap: smallCap },
  summary: "A video of a text, as a task that is asked about later.",
  described: {
    ...describedAnswers({ type: "object", required: ["task_id"], properties: { task_id: { type: "string" } } }),
    request: schema
  },
  jobs,
  handle: ({ head: { headers, requestId }, principal, body }) =>
    Effect.suspend(() => {
      const given = { body, contentType: headers["content-type"], key: headers["idempotency-key"] }
      return answer({ requestId, principal }, given)
    })
})

/** What is asked of a video model. */
interface LabVideoAsk extends ParsedRequest {
  readonly request: LabVideoRequest
}

function* read({ body: bytes }: VideoInput): Steps<LabVideoAsk> {
  const body = yield* readSteps(bytes)
  if (!body.ok) return body
  yield
  const request = readVideoRequest(body.value)
  if (!request.ok)
    return fail(request.error instanceof Invalid ? invalidRequest(request.error) : refusedRequest(request.error))
  const { value, notes } = request.value
  return succeed({ model: value.values.model, notes, body: body.value, request: value })
}

function* write({ request }: LabVideoAsk, model: VideoModel, media: FetchedMediaByUrl): Steps<WrittenVideo> {
  const made = videoBodyFor(request, model)
  if (!made.ok) return fail(invalidRequest(made.error))
  const { body, places, notes } = made.value
  const found = yield* placed(writeVideoCall({ body }, request.values.return_url, model, media), places, notes)
  return found.ok ? found : fail(withFamily(found.error, model))
}

/** What speaks against a length, with the family that has no such length. */
const withFamily = (error: GatewayError, { family }: VideoModel): GatewayError =>
  error.details.pointer === "/duration"
    ? new GatewayError(
        error.reason,
        `The family \`${family}\` does not make such a video. ${error.message}`,
        error.details
      )
    : error

/** What a body says to a model: a member of the video endpoint, its value, and whose place it has. */
type Member = readonly [name: string, value: string | number, from: JsonPointer]

/** Says to a model what was asked, in the members that its family has. A shape that it has no way to say is `Invalid`. */
const videoBodyFor = (
  { values }: LabVideoRequest,
  { places }: Pick<VideoModel, "places">
): Result<EndpointBody, Invalid> => {
  const members = membersFor(values, places)
  if (!members.ok) return members
  const out: JsonObjectBuilder = { model: values.model }
  const own = new Map<JsonPointer, JsonPointer>([["/model", "/model"]])
  const notes: TranslationNote[] = []
  for (const [name, value, from] of members.value) {
    const at = places.get(name)
    if (at === undefined) notes.push(labRules.note("lacking", from))
    else {
      putAt(out, at, value)
      own.set(at, from)
    }
  }
  return succeed({ body: JsonText.tree(out), places: own, notes })
}

const membersFor = (
  values: LabVideoRequest["values"],
  has: Pick<VideoModel["places"], "has">
): Result<readonly Member[], Invalid> => {
  const { prompt, duration } = values
  const length = has.has("durationSeconds")
    ? (["durationSeconds", Number(duration), "/duration"] as const)
    : (["seconds", duration, "/duration"] as const)
  const shape = has.has("aspectRatio") ? succeed(shapeOf(values)) : sizeOf(values)
  return shape.ok ? succeed([["prompt", prompt, "/prompt"], length, ...shape.value]) : shape
}

const shapeOf = ({ aspect_ratio: ratio, resolution }: LabVideoRequest["values"]): readonly Member[] => [
  ["aspectRatio", ratio, "/aspect_ratio"],
  ...(resolution === undefined ? [] : [["resolution", resolution, "/resolution"] as const])
]

/** A size in pixels, for a family that is asked so: its short side has as many as the resolution says. */
const sizeOf = ({
  aspect_ratio: ratio,
  resolution = defaultResolution
}: LabVideoRequest["values"]): Result<readonly Member[], Invalid> => {
  const sides = /^([1-9]\d?):([1-9]\d?)$/.exec(ratio)
  if (sides === null) return fail(Invalid.at("/aspect_ratio", "`aspect_ratio` must be a ratio such as `16:9`."))
  const short = /^([1-9]\d{2,3})p$/.exec(resolution)
  if (short === null) return fail(Invalid.at("/resolution", "`resolution` must be a resolution such as `720p`."))
  const [across, down] = [Number(sides[1]), Number(sides[2])]
  const unit = Number(short[1]) / Math.min(across, down)
  const from = resolution === defaultResolution ? "/aspect_ratio" : "/resolution"
  return succeed([["size", `${Math.round(across * unit)}x${Math.round(down * unit)}`, from]])
}

/** What every model has that is asked by a size: where another is asked for, it is to blame for a size that there is not. */
const defaultResolution = "720p"
