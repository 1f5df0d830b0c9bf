import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { type ChatModel, ChatModels } from "../capabilities/models.ts"
import type { Principal } from "../credentials/principal.ts"
import { Metering } from "../telemetry/metering.ts"
import { GatewayError } from "../core/errors/error.ts"
import type { StreamFraming } from "../core/framing/transducer.ts"
import { answering } from "./answering.ts"
import type { Asking } from "./body.ts"
import { callUpstream, type Ready } from "./call-upstream.ts"
import { clientOf } from "./client.ts"
import type { Prepared, Reply } from "./exchange.ts"
import { type Fetched, fetchMedia, noMedia, unfetched } from "./fetch-media.ts"
import { findModel, unknownModel } from "./find-model.ts"
import { type Job, perform } from "./offload.ts"
import { objection, wrong } from "./open.ts"
import { type Opening, Outcome } from "./outcome.ts"
import { calledAs, forbidden } from "./permission.ts"
import { Policies } from "./policies.ts"
import { type Preparation, type Preparing, preparing } from "./preparing.ts"
import { type Replying, replying } from "./replying.ts"
import type { ChatAnswer, ChatWire } from "./wire.ts"

/** A request of a chat endpoint. */
export interface ChatRequest {
  readonly requestId: string
  readonly principal: Principal
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
  /** What the path asks, where the format's bodies do not. */
  readonly path?: Asking
  /** How a stream is to be framed; absent: as the format's are by default. */
  readonly framing?: StreamFraming
}

/** A way to chat models. */
export interface Chat {
  readonly answer: (request: ChatRequest) => Effect.Effect<ChatAnswer, GatewayError, ChatModels | Scope.Scope>
  /** What of it may take long. */
  readonly jobs: readonly [Job<Preparing, Preparation, ChatModels>, Job<Replying, Reply, ChatModels>]
}

/** The one path of a chat call: read, check, find the model, pass or translate, call, answer. */
export const chat = (wire: ChatWire): Chat => {
  const prepare = preparing(wire)
  const reply = replying(wire)
  return {
    jobs: [prepare, reply],
    answer: (request) =>
      Effect.contextWith((services: Context.Context<ChatModels | Scope.Scope>) =>
        Effect.flatMapEager(permittedFor(prepare, wire, request, services), (permitted) => {
          const refused = objection(permitted.call.notes, Context.get(services, Policies).strict)
          if (refused !== undefined) return Effect.fail(refused)
          const ready = readyFor(reply, wire, request, permitted, services)
          const followed = ready.outcome.follow(Context.get(services, Scope.Scope), Context.get(services, Metering))
          return Effect.andThen(followed, callUpstream(ready))
        })
      )
  }
}

/** A call that its caller may make. */
interface Permitted {
  readonly asks: Asking
  readonly model: ChatModel
  readonly call: Prepared
}

/** The call of a request; what its body names by URLs is fetched where the model takes bytes alone. */
const permittedFor = (
  job: Chat["jobs"][0],
  wire: ChatWire,
  { principal, headers, path, body }: ChatRequest,
  services: Context.Context<ChatModels>
): Effect.Effect<Permitted, GatewayError> => {
  const read = { headers: pick(headers, wire.headers), path, policy: Context.get(services, Policies) }
  const prepare = (bytes: Uint8Array, media: Fetched): Effect.Effect<Permitted, GatewayError> =>
    Effect.flatMapEager(perform(job, { ...read, body: bytes, media }, bytes.length, services), ({ asks, call }) => {
      const model = findModel(Context.get(services, ChatModels), principal, asks.model)
      if (model === undefined || call === undefined) return Effect.fail(unknownModel(asks.model))
      if ("request" in call) return permitted(principal, asks, model, call)
      if ("message" in call) return Effect.fail(wrong(call.pointer, call.message))
      if (media !== noMedia) return Effect.fail(unfetched(call.needs[0]))
      return Effect.flatMap(fetchMedia(call.needs), (fetched) => prepare(call.body, fetched))
    })
  return prepare(body, noMedia)
}

/** A call with its vendor's key, where its caller may make it. */
const permitted = (
  principal: Principal,
  asks: Asking,
  model: ChatModel,
  call: Prepared
): Effect.Effect<Permitted, GatewayError> => {
  const denied = forbidden(principal, [calledAs(model), ...call.named])
  if (denied !== undefined) return Effect.fail(denied)
  const request = model.keyed === undefined ? call.request : model.keyed(call.request)
  return request === undefined ? Effect.fail(exchanged()) : Effect.succeed({ asks, model, call: { ...call, request } })
}

const exchanged = (): GatewayError =>
  new GatewayError("Overloaded", "The models changed while the request was read. Send it again.", { retryAfter: 1 })

const readyFor = (
  job: Chat["jobs"][1],
  wire: ChatWire,
  request: ChatRequest,
  { asks, model, call }: Permitted,
  services: Context.Context<ChatModels>
): Ready => {
  const { requestId, framing = wire.format.framings[0] } = request
  const { notes, reading } = call
  const policy = Context.get(services, Policies)
  const now = Context.get(services, Clock.Clock).currentTimeMillisUnsafe()
  const created = Math.floor(now / 1000)
  const stamp = { id: wire.idPrefix + requestId, created, model: model.target.model, requestId }
  const told = { policy, stamp, model: asks.model, reading, stream: asks.stream }
  return {
    request: call.request,
    notes,
    open: () => answering(clientOf(wire, policy, stamp), model, reading).stream(),
    reply: (body) => perform(job, { ...told, body }, body.length, services),
    model,
    outcome: new Outcome(openingOf(wire, request, asks, model), notes),
    stream: asks.stream,
    wire,
    framing,
    most: policy.answers.whole
  }
}

const openingOf = (
  { endpoint, format }: ChatWire,
  { requestId, principal }: ChatRequest,
  { model, stream }: Asking,
  to: ChatModel
): Opening => ({
  requestId,
  endpoint,
  principal: principal.name,
  model,
  sent: to.target.model,
  family: to.family,
  formats: { client: format.id, upstream: to.format.id },
  stream
})

const pick = (
  headers: Readonly<Record<string, string | undefined>>,
  names: readonly string[]
): Record<string, string> => {
  const out: Record<string, string> = {}
  for (const name of names) {
    const value = headers[name]
    if (value !== undefined) out[name] = value
  }
  return out
}
