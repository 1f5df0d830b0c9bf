import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Model, Models } from "../capabilities/models.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { succeed, fail } from "../core/errors/invalid.ts"
import type { JsonText } from "../core/json/json.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import { anyNaming } from "../core/naming/gateways.ts"
import type { NamedModel } from "../core/naming/naming.ts"
import type { TranslationNote } from "../core/notes/note.ts"
import type { FetchedMediaByUrl, NeededMedia } from "./fetch-media.ts"
import { type ErrorData, errorData, type Job, type Steps, type AnsweringModel, tellPaid } from "./offload.ts"
import { namedBy, unknownModel } from "./permission.ts"
import { keptOf } from "./answer.ts"

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
export interface CallWriter<G extends UnaryInput, Asked extends ParsedRequest, M extends Model, Key, Call, State> {
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
export const prepareJob = <G extends UnaryInput, Asked extends ParsedRequest, M extends Model, Key, Call, State>({
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

/** What an answer is told of: what its request was, and what came for each of its calls. */
export interface ReplyInput<About, State> {
  readonly about: About
  readonly state: State
  readonly replies: readonly Uint8Array[]
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
