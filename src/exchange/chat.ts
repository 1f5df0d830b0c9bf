import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { type ChatModel, ChatModels } from "../capabilities/chat-models.ts"
import type { Principal } from "../credentials/principal.ts"
import { Metering } from "../telemetry/metering.ts"
import { GatewayError } from "../words/error.ts"
import type { Framing } from "../words/framing.ts"
import type { Asking } from "./body.ts"
import { callUpstream } from "./call-upstream.ts"
import type { Client } from "./exchange.ts"
import { openExchange, strictly } from "./open.ts"
import { Outcome } from "./outcome.ts"
import { Policies } from "./policies.ts"
import { readBody } from "./read-body.ts"
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
export const chat = (wire: ChatWire) =>
  Effect.fnUntraced(function* (
    request: ChatRequest
  ): Effect.fn.Return<ChatAnswer, GatewayError, ChatModels | Scope.Scope> {
    const models = yield* ChatModels
    const policy = yield* Policies
    const body = readBody(wire.passing, request.body, request.path)
    if (!body.ok) return yield* Effect.fail(body.error)
    const model = findModel(models, request.principal, body.value.model)
    if (model === undefined) return yield* Effect.fail(unknownModel(body.value.model))
    const now = yield* Clock.currentTimeMillis
    const { stream } = body.value
    const client: Client = {
      format: wire.format,
      passing: wire.passing,
      body: body.value,
      call: {
        model: body.value.model,
        stream,
        headers: pick(request.headers, wire.headers),
        body: body.value.whole,
        names: policy.names
      },
      requestId: request.requestId,
      stamp: { id: wire.idPrefix + request.requestId, created: Math.floor(now / 1000), model: model.target.model },
      hide: (reply) => wire.hide(reply, policy),
      wants: (asked) => wire.wants(asked, policy)
    }
    const opened = openExchange(client, model)
    if (!opened.ok) return yield* Effect.fail(opened.error)
    const refused = policy.strict ? strictly(opened.value.notes) : undefined
    if (refused !== undefined) return yield* Effect.fail(refused)
    const outcome = new Outcome(
      {
        requestId: request.requestId,
        endpoint: wire.endpoint,
        principal: request.principal.name,
        model: body.value.model,
        sent: model.target.model,
        formats: { client: wire.format.id, upstream: model.format.id },
        stream
      },
      opened.value.notes
    )
    yield* outcome.follow(yield* Effect.scope, yield* Metering)
    const framing = request.framing ?? wire.format.framings[0]
    return yield* callUpstream({ exchange: opened.value, model, outcome, stream, wire, framing })
  })

/** The model that an id means, where there is one that this caller may use. */
export const findModel = (models: ChatModels["Service"], principal: Principal, id: string): ChatModel | undefined => {
  const model = models.find(id)
  return model !== undefined && principal.may(model.target.model) ? model : undefined
}

/** The same for a model that nobody knows and for one that this caller may not use. */
export const unknownModel = (id: string): GatewayError =>
  new GatewayError("NotFound", `The model \`${id.slice(0, 200)}\` does not exist or you do not have access to it.`, {
    code: "model_not_found",
    pointer: "/model"
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
