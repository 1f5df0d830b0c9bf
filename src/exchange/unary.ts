import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Model, Models } from "../capabilities/models.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { succeed, fail } from "../core/errors/invalid.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"
import { type Answer, successAnswer, keptOf, placedError, strictViolation } from "./answer.ts"
import { type FetchedMediaByUrl, noMedia, type NeededMedia } from "../media/fetch/fetcher.ts"
import { notesAt, pointerMap } from "./note-pointers.ts"
import {
  errorFrom,
  type Job,
  perform,
  type ErrorData,
  errorData,
  type Steps,
  type AnsweringModel,
  tellPaid
} from "./offload.ts"
import { openingOf, failing, CallOutcome } from "./outcome.ts"
import {
  type RequestCaller,
  findModel,
  missingModel,
  unknownModel,
  calledModel,
  forbidden,
  namedBy
} from "./permission.ts"
import { Policies } from "./policies.ts"
import type { JsonText } from "../core/json/json.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import { anyNaming } from "../core/naming/gateways.ts"
import type { NamedModel } from "../core/naming/naming.ts"

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
  /** Has it written down how it goes; what no upstream was called for is not. */
  readonly follow: Effect.Effect<void>
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

/** Makes the calls; how they go is written down once, where any is made. */
const callAndRecord = <About, M extends Model, Call, State, R>(
  { endpoint, format, run }: CallRunner<About, M, Call, State, R>,
  call: Omit<UnaryCall<About, M, Call, State>, "follow">,
  services: Context.Context<Scope.Scope>
): Effect.Effect<Answer, GatewayError, R> => {
  const { caller, requestedModel, model, calls } = call
  const requested = { model: requestedModel, stream: false }
  const outcome = new CallOutcome(openingOf({ endpoint, format, caller, requested }, model), calls.notes)
  const ran = run({ ...call, follow: outcome.follow(services) })
  const called = Effect.map(withClientPointers(ran, calls), ({ body, contentType, headers, usage, notes }) => {
    outcome.watch(
      () => usage,
      () => notes
    )
    outcome.settle(undefined)
    return successAnswer(body, { contentType, headers, notes: [...calls.notes, ...notes] })
  })
  return failing(called, outcome)
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

/** What a request is read of: its bytes, and beside them what is plain and short. */
export interface UnaryInput {
  readonly body: Uint8Array
}

/** What a request of an endpoint whose answers are whole says, as far as the way to its model needs it. */
export interface ParsedRequest {
  /** The id that the client asks for. */
  readonly model: string
  /** What was found while it was read. */
  readonly notes: readonly TranslationNote[]
  /** The client's body, a form as the body that says the same. */
  readonly body: JsonText
}

/** A call as far as its address depends on it, and the type of its body; absent: JSON. */
export interface CallAddress<Call> {
  readonly call: Call
  readonly contentType?: string
}

/** The calls of a request, and what their answers need: plain data, so that it can be made anywhere. */
export interface WrittenCalls<Call, State> {
  readonly notes: readonly TranslationNote[]
  /** What is sent says of which model works, in the client's places. */
  readonly named: readonly NamedModel[]
  readonly calls: readonly CallAddress<Call>[]
  /** What each call sends; none as long as something is needed. */
  readonly bodies: readonly (string | Uint8Array)[]
  /** URLs whose bytes must be had before anything is sent. */
  readonly needs: readonly NeededMedia[]
  /** Where the client wrote the members of what is sent, where that is not where they stand. */
  readonly places?: ReadonlyMap<JsonPointer, JsonPointer>
  readonly state: State
}

/** How an endpoint reads its requests and writes its calls. */
interface CallWriter<G extends UnaryInput, Asked extends ParsedRequest, M extends Model, Key, Call, State> {
  readonly endpoint: string
  readonly models: Context.Key<Key, Models<M>>
  readonly read: (given: G) => Steps<Asked>
  /** What is sent to a model; what speaks against it is found before anything is called. */
  readonly write: (ask: Asked, model: M, media: FetchedMediaByUrl) => Steps<WrittenCalls<Call, State>>
}

/** What calls are written of, and the bytes of what the body names by URLs, as far as they were found to be needed. */
export interface PrepareInput<G extends UnaryInput> {
  readonly given: G
  readonly media: FetchedMediaByUrl
}

/** What a request asks, and what came of writing its calls; absent where no family knows the model. */
export interface PrepareResult<Call, State> {
  readonly model: string
  readonly calls?: WrittenCalls<Call, State> | ErrorData
  /** The bytes of the body, to be read again with what is needed. */
  readonly body?: Uint8Array
}

/** All of a request that can be done before anybody is asked: who may use the model is not known here. */
const prepareJob = <G extends UnaryInput, Asked extends ParsedRequest, M extends Model, Key, Call, State>({
  endpoint,
  models,
  read,
  write
}: CallWriter<G, Asked, M, Key, Call, State>): Job<PrepareInput<G>, PrepareResult<Call, State>, Key> => ({
  name: `${endpoint}/prepare`,
  *run({ given, media }, services): Steps<PrepareResult<Call, State>> {
    const ask = yield* read(given)
    if (!ask.ok) return ask
    yield
    const named = namedBy(anyNaming, ask.value.body)
    if (!named.ok) return named
    const { model: id, notes } = ask.value
    const model = Context.get(services, models).find(id)
    if (model === undefined) return succeed({ model: id })
    const written = yield* write(ask.value, model, media)
    if (!written.ok) return succeed({ model: id, calls: errorData(written.error) })
    const calls = { ...written.value, notes: keptOf([...notes, ...written.value.notes]) }
    return succeed({ model: id, calls, ...(calls.needs.length === 0 ? {} : { body: given.body }) })
  }
})

/** What an answer is told of: what its request was, and what came for each of its calls; no bytes where none did. */
export interface ReplyInput<About, State> {
  readonly about: About
  readonly state: State
  readonly replies: readonly Uint8Array[]
  /** Why calls failed, by their place. */
  readonly failures: ReadonlyMap<number, ErrorData>
}

/** How an endpoint tells answers. `Key` names the models that it asks. */
interface ReplyWriter<About, M extends Model, Key, State, Answer> {
  readonly endpoint: string
  readonly models: Context.Key<Key, Models<M>>
  readonly tell: (input: ReplyInput<About, State>, model: M) => Steps<Answer>
}

/** What an answer is told of, and the id of the model that gave it, by which another thread finds that. */
export interface ReplyJobInput<About, State> extends ReplyInput<About, State> {
  readonly model: string
}

/** The client's answer, made of those of all calls. */
export const replyJob = <About, M extends Model, Key, State, Answer>({
  endpoint,
  models,
  tell
}: ReplyWriter<About, M, Key, State, Answer>): Job<ReplyJobInput<About, State>, Answer, Key> => ({
  name: `${endpoint}/reply`,
  isPaid: true,
  *run({ model: id, ...input }, services) {
    const model = Context.get(services, models).find(id)
    if (model === undefined) return fail(unknownModel(id))
    yield
    return yield* tell(input, model)
  }
})

/** Tells an answer. `more`: bytes of what it is told of besides the replies. */
export const writeReply = <About, M extends Model, Key, State, Answer>(
  job: Job<ReplyJobInput<About, State>, Answer, Key>,
  models: AnsweringModel<M, Key>["models"],
  { model, requestedModel }: { readonly model: M; readonly requestedModel: string },
  input: ReplyInput<About, State>,
  more = 0
): Effect.Effect<Answer, GatewayError, Key> =>
  Effect.contextWith((services: Context.Context<Key>) => {
    const bytes = input.replies.reduce((sum, { length }) => sum + length, more)
    return tellPaid(job, { ...input, model: requestedModel }, bytes, { models, model }, services)
  })
