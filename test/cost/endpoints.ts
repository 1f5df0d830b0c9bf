import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TokenCounts } from "../../src/endpoints/counting.ts"
import type { Endpoint } from "../../src/endpoints/endpoint.ts"
import { atOnce } from "../../src/core/collections.ts"
import { modelsOf } from "../../src/hosts/cli/served.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { defaultReplyPreferences, emptyReplyContext, wireNames } from "../../src/core/format.ts"
import type { Work } from "./measure.ts"

// What endpoints do with requests and answers, on this thread, without a network.

const families = [
  "openai",
  "claude",
  "gemini",
  "gptimage",
  "seedream",
  "qwenimage",
  "veo",
  "sora",
  "seedance",
  "jina",
  "cohere"
] as const

const upstreams = families.map((family) => ({ name: family, family, key: "some", retired: [] }))

const nobody = layerFetch(() => Promise.reject(new Error("Nobody is called.")))
const models = Layer.provide(await modelsOf({ upstreams, routes: [] }), nobody)
const services = (await Effect.runPromise(
  Effect.scoped(Layer.build(Layer.merge(models, TokenCounts.layer())))
)) as Context.Context<unknown>

const encoder = new TextEncoder()

/** An endpoint, as far as it does long work. */
export type Doing = Pick<Endpoint, "jobs">

const jobAt = ({ jobs = [] }: Doing, index: number) => {
  const job = jobs[index]
  if (job === undefined) throw new Error("Nothing of this is done here.")
  return job
}

/** All that is done with a request before anybody is called. */
export const prepared = (doing: Doing, given: object): unknown =>
  atOnce(jobAt(doing, 0).run({ media: new Map(), ...given } as never, services))

/** How often others may have their turn before anybody is called. */
export const turnsOf = (doing: Doing, given: object): number =>
  [...jobAt(doing, 0).run({ given, media: new Map() } as never, services)].length

/** A request of an endpoint whose answers are whole. */
export const whole =
  (doing: Doing, body: (size: number) => string, more: object = {}): Work =>
  (size) => {
    const bytes = encoder.encode(body(Math.ceil(size)))
    return () => prepared(doing, { given: { body: bytes, ...more } })
  }

const policy = { strict: false, unaryReasoning: false, envelope: "auto", names: wireNames }

/** A request of a chat. */
export const chat =
  (doing: Doing, body: (size: number) => string, path?: object): Work =>
  (size) => {
    const bytes = encoder.encode(body(Math.ceil(size)))
    return () => prepared(doing, { headers: {}, body: bytes, path, policy })
  }

/** Its answer, or an error where it cannot be told. */
const told = (doing: Doing, given: object): unknown => {
  const made = atOnce(jobAt(doing, 1).run(given as never, services))
  if (!made.ok) throw made.error
  return made.value
}

const plan = { preferences: defaultReplyPreferences, context: emptyReplyContext, hidesUsage: false }
const defaults = { id: "x", created: 1, model: "m", requestId: "r" }

/** A whole answer of a model to a client of a chat. */
export const chatAnswer =
  (doing: Doing, model: string, answer: (size: number) => object): Work =>
  (size) => {
    const body = encoder.encode(JSON.stringify(answer(Math.ceil(size))))
    return () => told(doing, { policy, defaults, model, plan, body, stream: false })
  }

/** What a whole answer belongs to: the id that the client asks for, its body, and what it is read of besides. */
export interface Question {
  readonly doing: Doing
  readonly model: string
  readonly body: (size: number) => object
  readonly about?: object
  /** What is known only once calls were made. */
  readonly came?: object
}

/** A whole answer to a request that was read and written here. */
export const answerTo =
  ({ doing, model, body, about = {}, came = {} }: Question, answer: (size: number) => object): Work =>
  (size) => {
    const request = encoder.encode(JSON.stringify({ model, ...body(Math.ceil(size)) }))
    const made = prepared(doing, { given: { body: request, ...about } })
    const state = stateOf(made)
    const replies = [encoder.encode(JSON.stringify(answer(Math.ceil(size))))]
    return () => told(doing, { model, about, state: { ...state, ...came }, replies, failures: new Map() })
  }

const stateOf = (made: unknown): object => {
  const { value } = made as { readonly value?: { readonly calls?: { readonly state?: object } } }
  if (value?.calls?.state === undefined) throw new Error(`The request is refused: ${JSON.stringify(made)}`)
  return value.calls.state
}
