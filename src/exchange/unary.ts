import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import type { Model } from "../capabilities/models.ts"
import { Metering } from "../telemetry/telemetry.ts"
import type { GatewayError } from "../core/errors/error.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"
import { type Answer, successAnswer } from "./answer.ts"
import { placedError, strictViolation } from "./client-errors.ts"
import { type FetchedMediaByUrl, noMedia } from "./fetch-media.ts"
import { notesAt, pointerMap } from "./note-pointers.ts"
import { errorFrom, type Job, perform } from "./offload.ts"
import { openingOf, failing, CallOutcome } from "./outcome.ts"
import { type RequestCaller, findModel, missingModel, unknownModel, calledModel, forbidden } from "./permission.ts"
import { Policies } from "./policies.ts"
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
  readonly caller: RequestCaller
  /** What the request was read of besides its bytes. */
  readonly about: About
  /** The id that the client asks for. */
  readonly requestedModel: string
  readonly model: M
  readonly calls: WrittenCalls<Call, State>
  /** The same, once what it needs was fetched. */
  readonly again: (media: FetchedMediaByUrl) => Effect.Effect<WrittenCalls<Call, State>, GatewayError>
}

/** How a call is made and answered. */
interface CallRunner<About, M extends Model, Call, State, R> {
  readonly endpoint: string
  /** The format of its clients. */
  readonly format: string
  readonly run: (call: UnaryCall<About, M, Call, State>) => Effect.Effect<UnaryResult, GatewayError, R>
}

/** What differs between the endpoints that call models and whose answers are whole. */
type UnaryEndpoint<
  G extends UnaryInput,
  Asked extends ParsedRequest,
  M extends Model,
  Key,
  Call,
  State,
  R
> = CallWriter<G, Asked, M, Key, Call, State> & CallRunner<Omit<G, "body">, M, Call, State, R>

/** A way to answer requests. */
interface UnaryHandler<G extends UnaryInput, Call, State, Key, R> {
  readonly answer: (caller: RequestCaller, given: G) => Effect.Effect<Answer, GatewayError, Key | R | Scope.Scope>
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
        return Effect.flatMapEager(
          prepared(given.body, noMedia),
          ({ model: requestedModel, calls, body = given.body }) => {
            const model = findModel(Context.get(services, wire.models), caller.principal, requestedModel)
            if (model === undefined || calls === undefined)
              return Effect.fail(missingModel(services, caller.principal, requestedModel))
            if ("reason" in calls) return Effect.fail(errorFrom(calls))
            const refused = refusal(caller, model, calls, Context.get(services, Policies).strict)
            if (refused !== undefined) return Effect.fail(refused)
            const again = (media: FetchedMediaByUrl) => Effect.flatMap(prepared(body, media), writtenOrError)
            const { body: _, ...about } = given
            return callAndRecord(wire, { caller, about, requestedModel, model, calls, again }, services)
          }
        )
      })
  }
}

/** Why a caller may not make the calls of a request. */
const refusal = (
  { principal }: RequestCaller,
  model: Model,
  { named, notes }: WrittenCalls<unknown, unknown>,
  strict: boolean
): GatewayError | undefined => forbidden(principal, [calledModel(model), ...named]) ?? strictViolation(notes, strict)

const writtenOrError = <Call, State>({
  model,
  calls
}: PrepareResult<Call, State>): Effect.Effect<WrittenCalls<Call, State>, GatewayError> => {
  if (calls === undefined) return Effect.fail(unknownModel(model))
  return "reason" in calls ? Effect.fail(errorFrom(calls)) : Effect.succeed(calls)
}

/** Makes the calls; how they go is written down once. */
const callAndRecord = <About, M extends Model, Call, State, R>(
  { endpoint, format, run }: CallRunner<About, M, Call, State, R>,
  call: UnaryCall<About, M, Call, State>,
  services: Context.Context<Scope.Scope>
): Effect.Effect<Answer, GatewayError, R> => {
  const { caller, requestedModel, model, calls } = call
  const requested = { model: requestedModel, stream: false }
  const outcome = new CallOutcome(openingOf({ endpoint, format, caller, requested }, model), calls.notes)
  const called = Effect.map(withClientPointers(run(call), calls), ({ body, contentType, headers, usage, notes }) => {
    outcome.watch(
      () => usage,
      () => notes
    )
    outcome.settle(undefined)
    return successAnswer(body, { contentType, headers, notes: [...calls.notes, ...notes] })
  })
  const following = outcome.follow(Context.get(services, Scope.Scope), Context.get(services, Metering))
  return Effect.andThen(following, failing(called, outcome))
}

/** What comes of calls, with all places where the client wrote them. */
const withClientPointers = <R>(
  run: Effect.Effect<UnaryResult, GatewayError, R>,
  { places }: WrittenCalls<unknown, unknown>
): Effect.Effect<UnaryResult, GatewayError, R> => {
  if (places === undefined) return run
  const place = pointerMap(places)
  return Effect.mapBoth(run, {
    onFailure: (error) => placedError(error, place),
    onSuccess: (made) => ({ ...made, notes: notesAt(place, made.notes) })
  })
}
