import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { type ChatModel, ChatModels } from "../capabilities/chat-models.ts"
import type { Principal } from "../credentials/principal.ts"
import { Metering } from "../telemetry/metering.ts"
import type { GatewayError } from "../words/errors/error.ts"
import type { Stamp } from "../words/format.ts"
import type { Framing } from "../words/framing/framing.ts"
import { fail, type Result, succeed } from "../words/errors/result.ts"
import type { Asking } from "./body.ts"
import { callUpstream, type Ready } from "./call-upstream.ts"
import type { Client } from "./exchange.ts"
import { type Fetched, fetchMedia, Lacking, noMedia, unfetched } from "./fetch-media.ts"
import { findModel, unknownModel } from "./find-model.ts"
import { objection, openExchange } from "./open.ts"
import { type Opening, Outcome } from "./outcome.ts"
import { Policies, type Policy } from "./policies.ts"
import { readRequest } from "./read-body.ts"
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
  readonly framing?: Framing
}

/** The one path of a chat call: read, check, find the model, pass or translate, call, answer. */
export const chat =
  (wire: ChatWire) =>
  (request: ChatRequest): Effect.Effect<ChatAnswer, GatewayError, ChatModels | Scope.Scope> =>
    Effect.contextWith((context: Context.Context<ChatModels | Scope.Scope>) => {
      const ready = prepare(wire, request, context, noMedia)
      if (ready.ok) return called(ready.value, context)
      const { error } = ready
      if (!(error instanceof Lacking)) return Effect.fail(error)
      return Effect.flatMap(fetchMedia(error.needs), (media) => {
        const again = prepare(wire, request, context, media)
        if (again.ok) return called(again.value, context)
        return Effect.fail(again.error instanceof Lacking ? unfetched(again.error.needs[0]) : again.error)
      })
    })

const called = (
  ready: Ready,
  context: Context.Context<Scope.Scope>
): Effect.Effect<ChatAnswer, GatewayError, Scope.Scope> => {
  const followed = ready.outcome.follow(Context.get(context, Scope.Scope), Context.get(context, Metering))
  return Effect.andThen(followed, callUpstream(ready))
}

/** All that is done before the upstream is called; of the request it leaves what the answer needs. */
const prepare = (
  wire: ChatWire,
  request: ChatRequest,
  context: Context.Context<ChatModels>,
  media: Fetched
): Result<Ready, GatewayError | Lacking> => {
  const policy = Context.get(context, Policies)
  const headers = pick(request.headers, wire.headers)
  const received = readRequest(wire.format, request.body, { headers, names: policy.names, path: request.path })
  if (!received.ok) return received
  const { model: id, stream } = received.value.call
  const model = findModel(Context.get(context, ChatModels), request.principal, id)
  if (model === undefined) return fail(unknownModel(id))
  const client = clientOf(wire, policy, request.requestId, {
    created: Math.floor(Context.get(context, Clock.Clock).currentTimeMillisUnsafe() / 1000),
    model: model.target.model
  })
  const exchange = openExchange(client, received.value, model, media)
  if (!exchange.ok) return exchange
  const refused = objection(exchange.value.notes, policy.strict)
  if (refused !== undefined) return fail(refused)
  const outcome = new Outcome(openingOf(wire, request, id, stream, model), exchange.value.notes)
  const framing = request.framing ?? wire.format.framings[0]
  return succeed({ exchange: exchange.value, model, outcome, stream, wire, framing })
}

const clientOf = (wire: ChatWire, policy: Policy, requestId: string, stamp: Omit<Stamp, "id">): Client => ({
  format: wire.format,
  passing: wire.passing,
  requestId,
  stamp: { id: wire.idPrefix + requestId, ...stamp },
  hide: (reply) => wire.hide(reply, policy),
  wants: (asked) => wire.wants(asked, policy)
})

const openingOf = (
  { endpoint, format }: ChatWire,
  { requestId, principal }: ChatRequest,
  model: string,
  stream: boolean,
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
