import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Model } from "../capabilities/models.ts"
import type { Principal } from "../credentials/principal.ts"
import { Metering } from "../telemetry/metering.ts"
import type { GatewayError } from "../core/errors/error.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"
import { strictViolation } from "./client-errors.ts"
import { type FetchedMediaByUrl, noMedia } from "./fetch-media.ts"
import { notesAt, pointerMap } from "./note-pointers.ts"
import { errorFrom, type Job, perform } from "./offload.ts"
import { failing, CallOutcome } from "./outcome.ts"
import { findModel, unknownModel, calledAs, forbidden } from "./permission.ts"
import { Policies } from "./policies.ts"
import { notesHeader, printNotes } from "./reported-notes.ts"
import {
  type UnaryInput,
  type PrepareResult,
  type PrepareInput,
  prepareJob,
  type ParsedRequest,
  type CallWriter,
  type WrittenCalls
} from "./unary-jobs.ts"

/** What an endpoint answers with. */
export interface UnaryResult {
  readonly body: Uint8Array | string
  /** Absent: JSON. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly usage?: TokenUsage
  readonly notes: readonly TranslationNote[]
}

/** Calls that their caller may make, and all that is known of them. */
export interface UnaryCall<About, M extends Model, Call, State> {
  readonly caller: Caller
  /** What the request was read of besides its bytes. */
  readonly about: About
  /** The id that the client asks for. */
  readonly asked: string
  readonly model: M
  readonly written: WrittenCalls<Call, State>
  /** The same, once what it needs was fetched. */
  readonly again: (media: FetchedMediaByUrl) => Effect.Effect<WrittenCalls<Call, State>, GatewayError>
}

/** What differs between the endpoints that call models and whose answers are whole. */
export interface UnaryEndpoint<
  G extends UnaryInput,
  Asked extends ParsedRequest,
  M extends Model,
  Key,
  Call,
  State,
  R
> extends CallWriter<G, Asked, M, Key, Call, State> {
  /** The format of its clients. */
  readonly format: string
  readonly run: (way: UnaryCall<Omit<G, "body">, M, Call, State>) => Effect.Effect<UnaryResult, GatewayError, R>
}

/** Who asks, and under which id. */
export interface Caller {
  readonly requestId: string
  readonly principal: Principal
}

/** An answer of such an endpoint. */
export interface UnaryAnswer {
  readonly status: 200
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string
}

/** A way to answer requests. */
export interface UnaryHandler<G extends UnaryInput, Call, State, Key, R> {
  readonly answer: (caller: Caller, given: G) => Effect.Effect<UnaryAnswer, GatewayError, Key | R | Scope.Scope>
  /** What of it may take long. */
  readonly prepare: Job<PrepareInput<G>, PrepareResult<Call, State>, Key>
}

/** The one path of such a call: read, find the model, write, object, call, answer; metered once. */
export const unary = <G extends UnaryInput, Asked extends ParsedRequest, M extends Model, Key, Call, State, R>(
  wire: UnaryEndpoint<G, Asked, M, Key, Call, State, R>
): UnaryHandler<G, Call, State, Key, R> => {
  const prepare = prepareJob(wire)
  return {
    prepare,
    answer: (caller, given) =>
      Effect.contextWith((services: Context.Context<Key | R | Scope.Scope>) => {
        const { length } = given.body
        const prepared = (body: Uint8Array, media: FetchedMediaByUrl) =>
          perform(prepare, { given: { ...given, body }, media }, length, services)
        return Effect.flatMapEager(prepared(given.body, noMedia), ({ model: asked, written, body = given.body }) => {
          const model = findModel(Context.get(services, wire.models), caller.principal, asked)
          if (model === undefined || written === undefined) return Effect.fail(unknownModel(asked))
          if ("reason" in written) return Effect.fail(errorFrom(written))
          const refused = refusal(caller, model, written, Context.get(services, Policies).strict)
          if (refused !== undefined) return Effect.fail(refused)
          const again = (media: FetchedMediaByUrl) => Effect.flatMap(prepared(body, media), fullyWritten)
          const { body: _, ...about } = given
          return followed(wire, { caller, about, asked, model, written, again }, services)
        })
      })
  }
}

/** Why a caller may not make the calls of a request. */
const refusal = (
  { principal }: Caller,
  model: Model,
  { named, notes }: WrittenCalls<unknown, unknown>,
  strict: boolean
): GatewayError | undefined => forbidden(principal, [calledAs(model), ...named]) ?? strictViolation(notes, strict)

const fullyWritten = <Call, State>({
  model,
  written
}: PrepareResult<Call, State>): Effect.Effect<WrittenCalls<Call, State>, GatewayError> => {
  if (written === undefined) return Effect.fail(unknownModel(model))
  return "reason" in written ? Effect.fail(errorFrom(written)) : Effect.succeed(written)
}

/** Makes the calls; how they go is written down once. */
const followed = <About, M extends Model, Call, State, R>(
  { endpoint, format, run }: Followed<About, M, Call, State, R>,
  way: UnaryCall<About, M, Call, State>,
  services: Context.Context<Scope.Scope>
): Effect.Effect<UnaryAnswer, GatewayError, R> => {
  const { caller, asked, model, written } = way
  const opening = {
    requestId: caller.requestId,
    endpoint,
    principal: caller.principal.name,
    model: asked,
    sent: model.target.model,
    family: model.family,
    formats: { client: format, upstream: model.format.id },
    stream: false
  }
  const outcome = new CallOutcome(opening, written.notes)
  const called = Effect.map(placed(run(way), written), (made) => {
    outcome.watch(
      () => made.usage,
      () => made.notes
    )
    outcome.settle(undefined)
    return answerOf(made, [...written.notes, ...made.notes])
  })
  const following = outcome.follow(Context.get(services, Scope.Scope), Context.get(services, Metering))
  return Effect.andThen(following, failing(called, outcome))
}

/** What of an endpoint is needed for that. */
interface Followed<About, M extends Model, Call, State, R> {
  readonly endpoint: string
  readonly format: string
  readonly run: (way: UnaryCall<About, M, Call, State>) => Effect.Effect<UnaryResult, GatewayError, R>
}

/** What comes of calls, with all places where the client wrote them. */
const placed = <R>(
  run: Effect.Effect<UnaryResult, GatewayError, R>,
  { places }: WrittenCalls<unknown, unknown>
): Effect.Effect<UnaryResult, GatewayError, R> => {
  if (places === undefined) return run
  const place = pointerMap(places)
  return Effect.mapBoth(run, {
    onFailure: (error) => error.placed(place),
    onSuccess: (made) => ({ ...made, notes: notesAt(place, made.notes) })
  })
}

const answerOf = (
  { body, contentType = "application/json", headers }: UnaryResult,
  notes: readonly TranslationNote[]
): UnaryAnswer => ({
  status: 200,
  headers: {
    "content-type": contentType,
    ...headers,
    ...(notes.length === 0 ? {} : { [notesHeader]: printNotes(notes) })
  },
  body
})
