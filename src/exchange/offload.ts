import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Model, Models } from "../capabilities/models.ts"
import { atOnce } from "../core/collections.ts"
import { GatewayError } from "../core/errors/error.ts"
import type { Result } from "../core/errors/invalid.ts"
import { type OutlineWalk, walkInScript } from "../core/json/outline.ts"
import { walkInWasm } from "../core/json/outline-wasm.ts"

/** Work in steps: wherever it yields, others may have their turn. */
export type Steps<A, E = GatewayError> = Generator<void, Result<A, E>, void>

/** Work on plain data alone: what it is given, and what it makes, can cross to another thread. */
export interface Job<in Given, out Made, out R = never> {
  /** By which another thread knows it. */
  readonly name: string
  /** Whether it is about what a vendor gave, which is paid for: however much waits, it is done in its turn. */
  readonly isPaid?: true
  readonly run: (given: Given, services: Context.Context<R>) => Steps<Made>
}

/** Where long work is done. */
export interface Offloading {
  readonly run: <Given, Made, R>(
    job: Job<Given, Made, R>,
    given: Given,
    services: Context.Context<R>
  ) => Effect.Effect<Made, GatewayError>
  /** What waits to be done; absent: nothing ever does. */
  readonly line?: WorkLine
}

/** Long work that waits, as whoever reads more of it knows it. */
export interface WorkLine {
  /** Whether so much of an account waits that nothing more of the account is to be read. */
  readonly isFull: (account: string) => boolean
  /** Tells once that is no longer so, be it for a moment alone. What comes back takes the wish back. */
  readonly onRoom: (account: string, go: () => void) => () => void
}

/**
 * Where a gateway does long work; by default where it runs itself, giving way to others between the steps. What never
 * comes here is JSON whose size has a bound elsewhere: bodies and answers up to {@link short}, errors of vendors and what
 * they say of a task, a mebibyte each at most, and the events of a stream, which are bounded one by one and must be read
 * in order by one machine. To send those to a thread and back would cost more than to read them.
 */
export const Offload = Context.Reference<Offloading>("isogloss/Offload", {
  defaultValue: () => ({ run: (job, given, services) => inTurns(job.run(given, services)) })
})

/** How a body whose lists pass unread is walked over: the first walk that can be made, in script by default. */
export const OutlineWalks = Context.Reference<readonly OutlineWalk[]>("isogloss/OutlineWalks", {
  defaultValue: () => [walkInScript]
})

/**
 * Walks over long bodies whose lists pass unread in WebAssembly, which takes 0.4 of what a walk in script does: for
 * runtimes that make programs of bytes, as Node, Bun and Deno do, and Workers do not. One of a gateway's `layers`.
 */
export const layerWasmWalk: Layer.Layer<never> = /* @__PURE__ */ Layer.succeed(OutlineWalks, [walkInWasm, walkInScript])

/** Work on so many bytes is short, whatever they say: less than 20 milliseconds. */
export const short = 64 * 1024

/** Does a job: a short one here and now, a long one where the gateway does those. */
export const perform = <Given, Made, R>(
  job: Job<Given, Made, R>,
  given: Given,
  bytes: number,
  services: Context.Context<R>
): Effect.Effect<Made, GatewayError> =>
  bytes <= short ? effectOf(atOnce(job.run(given, services))) : Context.get(services, Offload).run(job, given, services)

/** The model that gave an answer, among those of its capability. */
export interface AnsweringModel<M extends Model, Key> {
  readonly models: Context.Key<Key, Models<M>>
  readonly model: M
  /** How a model is called for the request, where that can be in several ways. */
  readonly called?: (model: M) => M
}

/**
 * Does a job that tells an answer, for the model that gave it, whatever models there are by now. Threads know those of now
 * alone: where they have another under its id, or none, it is told where the gateway runs.
 */
export const tellPaid = <Given extends { readonly model: string }, Made, M extends Model, Key>(
  job: Job<Given, Made, Key>,
  given: Given,
  bytes: number,
  { models, model, called = (found) => found }: AnsweringModel<M, Key>,
  services: Context.Context<Key>
): Effect.Effect<Made, GatewayError> => {
  const found = Context.get(services, models).find(given.model)
  const now = found && called(found)
  if (now === model) return perform(job, given, bytes, services)
  const own = Context.add(services, models, { find: () => model, ids: [] })
  const isKnown = now !== undefined && now.family === model.family && now.format.id === model.format.id
  return isKnown || bytes <= short ? perform(job, given, bytes, own) : inTurns(job.run(given, own))
}

/** All steps; between them timers and sockets have their turn. */
export const inTurns = <A, E>(steps: Steps<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    const step = steps.next()
    return step.done === true ? effectOf(step.value) : Effect.andThen(Effect.yieldNow, inTurns(steps))
  })

/** What a result says, as an effect. */
const effectOf = <A, E>(result: Result<A, E>): Effect.Effect<A, E> =>
  result.ok ? Effect.succeed(result.value) : Effect.fail(result.error)

/** An error of ours as plain data, which crosses: an `Error` would arrive as any other. */
export type ErrorData = Pick<GatewayError, "reason" | "message" | "details">

/** An error as it crosses. */
export const errorData = ({ reason, message, details }: GatewayError): ErrorData => ({ reason, message, details })

/** The same where it arrived. */
export const errorFrom = ({ reason, message, details }: ErrorData): GatewayError =>
  new GatewayError(reason, message, details)

const encoder = new TextEncoder()

/** A text as it crosses: a long one in bytes, which cross without being copied. */
export const crossing = (text: string | Uint8Array): string | Uint8Array =>
  typeof text === "string" && text.length > short ? encoder.encode(text) : text

/** Work that gives what it made so far wherever others may have their turn, and the rest at its end. */
export type Making<A> = Generator<A, A, void>

/** Steps that make something at their end alone, among others that give what they made so far. */
export function* among<A, B>(steps: Generator<void, A, void>, nothing: B): Generator<B, A, void> {
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) yield nothing
  return step.value
}

/** Work of which some may be left. */
export class PausableWork<A> {
  #making: Making<A> | undefined

  /** Whether some is. */
  get waits(): boolean {
    return this.#making !== undefined
  }

  /** Begins work; what there is of it before others may have their turn. What was left before is to be done first. */
  begin(making: Making<A>): A {
    this.#making = making
    return this.#step(making)
  }

  /** Goes on; undefined where nothing was left. */
  next(): A | undefined {
    return this.#making === undefined ? undefined : this.#step(this.#making)
  }

  /** All that is left, at once. */
  rest(): readonly A[] {
    const made: A[] = []
    while (this.#making !== undefined) made.push(this.#step(this.#making))
    return made
  }

  #step(making: Making<A>): A {
    const { done, value } = making.next()
    if (done === true) this.#making = undefined
    return value
  }
}

/** A frame of more UTF-16 code units is worked on in steps; of a shorter one all of them together are short. */
export const long = 1024 * 1024
