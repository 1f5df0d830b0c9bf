import type { VideoModel } from "../../capabilities/models.ts"
import { invalidRequest, refusedRequest } from "../../exchange/client-errors.ts"
import type { FetchedMediaByUrl } from "../../exchange/fetch-media.ts"
import type { Steps } from "../../exchange/offload.ts"
import { readSteps } from "../../exchange/read-body.ts"
import type { ParsedRequest } from "../../exchange/unary-jobs.ts"
import { type VideoInput, submitVideo, writeVideoCall, type WrittenVideo } from "../../exchange/videos/submit.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { Invalid, fail, succeed } from "../../core/errors/invalid.ts"
import { enveloped } from "../envelope.ts"
import { placed } from "../placing.ts"
import { bodyFor } from "./body.ts"
import { readSaid, type Said } from "./read.ts"

/** What is asked of a video model. */
interface LabAsk extends ParsedRequest {
  readonly said: Said
}

/** The submit of an endpoint: as the video endpoint has it, with all places in the lab's own names. */
export const submitting = (endpoint: string) =>
  submitVideo({ endpoint, format: "lab", read, write, answer: ({ id }) => enveloped({ task_id: id }) })

function* read({ body: bytes }: VideoInput): Steps<LabAsk> {
  const body = yield* readSteps(bytes)
  if (!body.ok) return body
  yield
  const said = readSaid(body.value)
  if (!said.ok) return fail(said.error instanceof Invalid ? invalidRequest(said.error) : refusedRequest(said.error))
  const { value, notes } = said.value
  return succeed({ model: value.values.model, notes, body: body.value, said: value })
}

function* write({ said }: LabAsk, model: VideoModel, media: FetchedMediaByUrl): Steps<WrittenVideo> {
  const made = bodyFor(said, model)
  if (!made.ok) return fail(invalidRequest(made.error))
  const { body, places, notes } = made.value
  const found = yield* placed(writeVideoCall({ body }, said.values.return_url, model, media), places, notes)
  return found.ok ? found : fail(named(found.error, model))
}

/** What speaks against a length, with the family that has no such length. */
const named = (error: GatewayError, { family }: VideoModel): GatewayError =>
  error.details.pointer === "/duration"
    ? new GatewayError(error.reason, `The family \`${family}\` makes no such video. ${error.message}`, error.details)
    : error
