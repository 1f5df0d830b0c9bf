import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type { Answer } from "../exchange/answer.ts"
import { LinkedQueue } from "../core/collections.ts"
import { Draining } from "../endpoints/probes.ts"
import { gatewayStopping } from "../upstream/failures.ts"
import type { HostRequest } from "./host-request.ts"
import { pathOf } from "./route-table.ts"
import type { Served } from "./serve.ts"

/** Who waits for an answer, as its host knows them. */
interface ResponseSink {
  /** Hands the answer over; done once its last byte was handed on. */
  readonly deliver: (answer: Answer) => Effect.Effect<void>
  /** There is no answer, or it broke off. */
  readonly onAborted: () => void
}

/** Takes requests in for all hosts of a gateway, knows which are under way, and closes. */
export class RequestSupervisor {
  readonly #served: Pick<Served, "serve" | "knows">
  readonly #run: <A>(effect: Effect.Effect<A>) => Fiber.Fiber<A>
  readonly #inside = new LinkedQueue<Fiber.Fiber<void>>()
  readonly #emptied = new Set<() => void>()
  #isDraining = false
  #closed = false

  constructor(served: Pick<Served, "serve" | "knows">, context: Context.Context<never>) {
    this.#served = served
    this.#run = Effect.runForkWith(Context.add(context, Draining, () => this.#isDraining))
  }

  /** Serves a request. What comes back ends it early: its client left. */
  accept(arrived: HostRequest, { deliver, onAborted: lost }: ResponseSink): () => void {
    const request = this.#closed ? { ...arrived, refused: gatewayStopping() } : arrived
    const fiber = this.#run(Effect.scoped(Effect.flatMap(this.#served.serve(request), deliver)))
    const ended = (exit: Exit.Exit<void>): void => {
      if (Exit.isFailure(exit)) lost()
    }
    const atOnce = fiber.pollUnsafe()
    if (atOnce !== undefined) {
      ended(atOnce)
      return nothing
    }
    const inside = this.#inside.append(fiber)
    fiber.addObserver((exit) => {
      this.#inside.remove(inside)
      if (this.#inside.size === 0) for (const resume of this.#emptied) resume()
      ended(exit)
    })
    return () => fiber.interruptUnsafe()
  }

  /** Whether an endpoint stands at the path of a request target, whatever the method. */
  knows(target: string): boolean {
    return this.#served.knows(pathOf(target))
  }

  /** Whether no more requests are wanted, though those that come are served. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  /** From now on, the gateway is not ready, and its hosts keep no connection behind an answer. */
  drain(): void {
    this.#isDraining = true
  }

  /** From now on, every request is answered with an error. */
  close(): void {
    this.drain()
    this.#closed = true
  }

  /** How many requests are under way. */
  get underWay(): number {
    return this.#inside.size
  }

  /** Waits until nothing is under way, for so many milliseconds at most. */
  awaitIdle(most: number): Effect.Effect<unknown> {
    if (this.#inside.size === 0) return Effect.void
    const emptied = Effect.callback<void>((resume) => {
      const go = (): void => resume(Effect.void)
      this.#emptied.add(go)
      return Effect.sync(() => this.#emptied.delete(go))
    })
    return Effect.timeoutOption(emptied, most)
  }

  /** Ends what is still under way. */
  clear(): void {
    for (const fiber of this.#inside.values) fiber.interruptUnsafe()
  }
}

const nothing = (): void => undefined
