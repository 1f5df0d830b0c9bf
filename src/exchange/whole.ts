import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Model, Models } from "../capabilities/models.ts"
import type { Principal } from "../credentials/principal.ts"
import { Metering } from "../telemetry/metering.ts"
import type { GatewayError } from "../words/errors/error.ts"
import type { JsonText } from "../words/json/json.ts"
import { anyNaming } from "../words/naming/any.ts"
import type { Named } from "../words/naming/named.ts"
import type { Note } from "../words/notes/note.ts"
import { fail, type Result, succeed } from "../words/errors/result.ts"
import type { Usage } from "../words/tokens/usage.ts"
import { findModel, unknownModel } from "./find-model.ts"
import { notesHeader, printNotes } from "./notes-header.ts"
import { inSteps, type Steps } from "./offload.ts"
import { namedBy, objection } from "./open.ts"
import { failing, Outcome } from "./outcome.ts"
import { calledAs, forbidden } from "./permission.ts"
import { Policies } from "./policies.ts"

/** What a request of an endpoint whose answers are whole says, as far as the way to its model needs it. */
export interface Wanted {
  /** The id that the client asks for. */
  readonly model: string
  /** What was found while it was read. */
  readonly notes: readonly Note[]
  /** The client's body, a form as the body that says the same. */
  readonly body: JsonText
}

/** What an endpoint answers with. */
export interface Made {
  readonly body: Uint8Array | string
  /** Absent: JSON. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly usage?: Usage
  readonly notes: readonly Note[]
}

/** A request that is ready for its upstream: all that can be known before a call was looked at. */
export interface Prepared<R = never> {
  readonly notes: readonly Note[]
  /** What would be sent says of which model works, in the client's places. */
  readonly named: readonly Named[]
  readonly run: Effect.Effect<Made, GatewayError, R>
}

/** What differs between the endpoints that call models and whose answers are whole. */
export interface Whole<Asked extends Wanted, M extends Model, Key, R> {
  readonly endpoint: string
  /** The format of its clients. */
  readonly format: string
  readonly models: Context.Key<Key, Models<M>>
  /** What is asked of a model; what speaks against it is found before anything is called. */
  readonly prepare: (asked: Asked, model: M) => Result<Prepared<R>, GatewayError>
}

/** Who asks, and under which id. */
export interface Caller {
  readonly requestId: string
  readonly principal: Principal
}

/** An answer of such an endpoint. */
export interface WholeAnswer {
  readonly status: 200
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string
}

/** The one path of such a call: find the model, prepare, object, call, answer; metered once. */
export const whole =
  <Asked extends Wanted, M extends Model, Key, R>(wire: Whole<Asked, M, Key, R>) =>
  (
    caller: Caller,
    read: Result<Asked, GatewayError>
  ): Effect.Effect<WholeAnswer, GatewayError, Key | R | Scope.Scope> =>
    Effect.contextWith((context: Context.Context<Key | R | Scope.Scope>) => {
      if (!read.ok) return Effect.fail(read.error)
      const steps = open(wire, caller, read.value, context)
      return Effect.flatMapEager(inSteps(steps, read.value.body.text.length), ({ outcome, prepared }) => {
        const called = Effect.map(prepared.run, (made) => {
          outcome.watch(
            () => made.usage,
            () => made.notes
          )
          outcome.settle(undefined)
          return answerOf(made, [...prepared.notes, ...made.notes])
        })
        const followed = outcome.follow(Context.get(context, Scope.Scope), Context.get(context, Metering))
        return Effect.andThen(followed, failing(called, outcome))
      })
    })

/** A request on its way: how it is metered, and what is to be done. */
interface Opened<R> {
  readonly outcome: Outcome
  readonly prepared: Prepared<R>
}

function* open<Asked extends Wanted, M extends Model, Key, R>(
  { endpoint, format, models, prepare }: Whole<Asked, M, Key, R>,
  { requestId, principal }: Caller,
  asked: Asked,
  context: Context.Context<Key>
): Steps<Opened<R>> {
  const named = namedBy(anyNaming, asked.body)
  if (!named.ok) return named
  const model = findModel(Context.get(context, models), principal, asked.model)
  if (model === undefined) return fail(unknownModel(asked.model))
  yield
  const ready = prepare(asked, model)
  if (!ready.ok) return ready
  yield
  const denied = forbidden(principal, [calledAs(model), ...ready.value.named])
  if (denied !== undefined) return fail(denied)
  const notes = [...asked.notes, ...ready.value.notes]
  const refused = objection(notes, Context.get(context, Policies).strict)
  if (refused !== undefined) return fail(refused)
  const opening = {
    requestId,
    endpoint,
    principal: principal.name,
    model: asked.model,
    sent: model.target.model,
    family: model.family,
    formats: { client: format, upstream: model.format.id },
    stream: false
  }
  return succeed({ outcome: new Outcome(opening, notes), prepared: { ...ready.value, notes } })
}

const answerOf = ({ body, contentType = "application/json", headers }: Made, notes: readonly Note[]): WholeAnswer => ({
  status: 200,
  headers: {
    "content-type": contentType,
    ...headers,
    ...(notes.length === 0 ? {} : { [notesHeader]: printNotes(notes) })
  },
  body
})
