import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Model, Models } from "../capabilities/models.ts"
import type { UpstreamRequest } from "../upstream/upstream.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { fail } from "../core/errors/invalid.ts"
import { type Asked, ask } from "./ask.ts"
import { unknownModel } from "./find-model.ts"
import { type Job, perform, type Steps } from "./offload.ts"
import type { Way } from "./whole.ts"
import type { Written } from "./written.ts"

/** What an answer is told of: what its request was, and what came for each of its calls. */
export interface Told<About, State> {
  readonly about: About
  readonly state: State
  readonly replies: readonly Uint8Array[]
}

/** How an endpoint tells answers. `Key` names the models that it asks. */
export interface Telling<About, M extends Model, Key, State, Answer> {
  readonly endpoint: string
  readonly models: Context.Key<Key, Models<M>>
  readonly tell: (told: Told<About, State>, model: M) => Steps<Answer>
}

/** What an answer is told of, and the id of the model that gave it, by which another thread finds that. */
export interface Replied<About, State> extends Told<About, State> {
  readonly model: string
}

/** The client's answer, made of those of all calls. */
export const telling = <About, M extends Model, Key, State, Answer>({
  endpoint,
  models,
  tell
}: Telling<About, M, Key, State, Answer>): Job<Replied<About, State>, Answer, Key> => ({
  name: `${endpoint}/reply`,
  *run({ model: id, ...told }, services) {
    const model = Context.get(services, models).find(id)
    if (model === undefined) return fail(unknownModel(id))
    yield
    return yield* tell(told, model)
  }
})

/**
 * Tells an answer: a short one here and now, a long one where the gateway does long work. `more`: bytes of what it is
 * told of besides the replies.
 */
export const tellBy = <About, Key, State, Answer>(
  job: Job<Replied<About, State>, Answer, Key>,
  { asked: model }: Pick<Way<About, Model, unknown, unknown>, "asked">,
  told: Told<About, State>,
  more = 0
): Effect.Effect<Answer, GatewayError, Key> =>
  Effect.contextWith((services: Context.Context<Key>) => {
    const bytes = told.replies.reduce((sum, { length }) => sum + length, more)
    return perform(job, { ...told, model }, bytes, services)
  })

/** A model whose calls are written: where one goes. */
interface Addressed<Call> extends Asked {
  readonly request: (call: Call) => Omit<UpstreamRequest, "body">
}

/** What is sent for each call. */
export const requestsOf = <Call>(
  { request }: Pick<Addressed<Call>, "request">,
  { calls, bodies }: Written<Call, unknown>
): readonly UpstreamRequest[] =>
  calls.map(({ call, contentType }, index) => {
    const { headers, ...rest } = request(call)
    const typed = contentType === undefined ? headers : { ...headers, "content-type": contentType }
    return { ...rest, headers: typed, body: bodies[index] ?? "" }
  })

/** How many calls of one request are under way at once. */
const concurrency = 4

/** Makes all calls; the answers in their order. The first that fails ends the others. */
export const askAll = <Call>(
  model: Addressed<Call>,
  written: Written<Call, unknown>
): Effect.Effect<readonly Uint8Array[], GatewayError> =>
  Effect.forEach(requestsOf(model, written), (request) => Effect.map(ask(model, request), ({ body }) => body), {
    concurrency
  })
