import * as Effect from "effect/Effect"
import type { Scope } from "effect/Scope"
import { type VideoModel, VideoModels } from "../../capabilities/video-models.ts"
import type { Answer, Incoming } from "../../endpoints/endpoint.ts"
import { invalid, refused } from "../../exchange/open.ts"
import { readBody } from "../../exchange/read-body.ts"
import { claimOf } from "../../exchange/videos/claim.ts"
import { prepare } from "../../exchange/videos/submit.ts"
import type { VideoTasks } from "../../exchange/videos/tasks.ts"
import { type Prepared, type Wanted, whole } from "../../exchange/whole.ts"
import type { Claim } from "../../tasks/task.ts"
import { GatewayError } from "../../words/errors/error.ts"
import { Invalid } from "../../words/errors/invalid.ts"
import { fail, type Result, succeed } from "../../words/errors/result.ts"
import { enveloped } from "../envelope.ts"
import { placed } from "../placing.ts"
import { bodyFor } from "./body.ts"
import { readSaid, type Said } from "./read.ts"

/** What is asked of a video model, and by whom. */
interface LabAsk extends Wanted {
  readonly said: Said
  readonly owner: string
  readonly claim?: Omit<Claim, "until">
}

/** The submit of an endpoint: as the video endpoint has it, with all places in the lab's own names. */
export const submitting = (endpoint: string) => {
  const submit = whole<LabAsk, VideoModel, VideoModels, VideoTasks>({
    endpoint,
    format: "lab",
    models: VideoModels,
    prepare: prepared
  })
  return (incoming: Incoming): Effect.Effect<Answer, GatewayError, VideoModels | VideoTasks | Scope> =>
    Effect.flatMap(readAsk(endpoint, incoming), (asked) =>
      submit({ requestId: incoming.head.requestId, principal: incoming.principal }, succeed(asked))
    )
}

const readAsk = (
  endpoint: string,
  { head: { headers }, principal, body: bytes }: Incoming
): Effect.Effect<LabAsk, GatewayError> =>
  Effect.gen(function* () {
    const body = readBody(bytes)
    if (!body.ok) return yield* Effect.fail(body.error)
    const said = readSaid(body.value)
    if (!said.ok) return yield* Effect.fail(said.error instanceof Invalid ? invalid(said.error) : refused(said.error))
    const claim = yield* claimOf(endpoint, headers, body.value)
    const { value, notes } = said.value
    const asked = { model: value.values.model, notes, body: body.value, said: value, owner: principal.name }
    return claim === undefined ? asked : { ...asked, claim }
  })

const prepared = (asked: LabAsk, model: VideoModel): Result<Prepared<VideoTasks>, GatewayError> => {
  const { said, owner, claim } = asked
  const written = bodyFor(said, model)
  if (!written.ok) return fail(invalid(written.error))
  const { body, place, notes } = written.value
  const order = {
    model: asked.model,
    notes: [],
    body,
    owner,
    ...(claim === undefined ? {} : { claim }),
    link: said.values.return_url,
    write: ({ id }: { readonly id: string }) => enveloped({ task_id: id })
  }
  const found = placed(prepare(order, model), place, notes)
  return found.ok ? found : fail(named(found.error, model))
}

/** What speaks against a length, with the family that has no such length. */
const named = (error: GatewayError, { family }: VideoModel): GatewayError =>
  error.details.pointer === "/duration"
    ? new GatewayError(error.reason, `The family \`${family}\` makes no such video. ${error.message}`, error.details)
    : error
