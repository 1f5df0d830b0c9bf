import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Job, Offload, type Offloading } from "../../exchange/offload.ts"
import { GatewayError } from "../../words/errors/error.ts"
import { ended, type Told } from "./crossing.ts"
import { type Pending, Thread, type ThreadOptions } from "./thread.ts"

/** What a pool of threads may do. */
export interface PoolOptions extends ThreadOptions {
  /** How many threads there are at most. */
  readonly threads: number
  /** How many jobs wait for one. */
  readonly queue: number
}

/** Threads that do jobs, one at a time each. They are started when there is work, and again after one broke. */
export class Pool {
  #options: PoolOptions
  readonly #idle = new Set<Thread>()
  readonly #threads = new Set<Thread>()
  readonly #waiting = new Set<Pending>()

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /** Does a job by its name. One that waits is dropped with its request; one that runs already ends unheard. */
  run(job: string, given: unknown): Effect.Effect<unknown, GatewayError> {
    return Effect.callback<unknown, GatewayError>((resume) => {
      if (this.#isFull) return resume(Effect.fail(tooMany()))
      const pending = { sent: { job, given }, settle: (told: Told) => resume(ended(told)) }
      this.#waiting.add(pending)
      this.#next()
      return Effect.sync(() => void this.#waiting.delete(pending))
    })
  }

  /** Starts threads with other data from now on; those that are there finish what they do. */
  renew(data: unknown): void {
    this.#options = { ...this.#options, data }
    for (const thread of this.#threads) {
      this.#idle.delete(thread)
      thread.retire()
    }
  }

  /** Ends all threads. What they did or were to do breaks; nothing is done any more. */
  async close(): Promise<void> {
    this.#options = { ...this.#options, threads: 0, queue: 0 }
    this.#idle.clear()
    for (const { settle } of this.#waiting) settle({ broke: ["PoolClosed"] })
    this.#waiting.clear()
    await Promise.all([...this.#threads].map((thread) => thread.end("PoolClosed")))
  }

  get #isFull(): boolean {
    const { threads, queue } = this.#options
    return this.#idle.size === 0 && this.#threads.size >= threads && this.#waiting.size >= queue
  }

  #next(): void {
    const [pending] = this.#waiting
    if (pending === undefined) return
    const [thread = this.#started()] = this.#idle
    if (thread === undefined) return
    this.#waiting.delete(pending)
    this.#idle.delete(thread)
    thread.take(pending)
  }

  #started(): Thread | undefined {
    if (this.#threads.size >= this.#options.threads) return undefined
    const thread = new Thread(this.#options, {
      free: () => {
        this.#idle.add(thread)
        this.#next()
      },
      gone: () => {
        this.#threads.delete(thread)
        this.#idle.delete(thread)
        this.#next()
      }
    })
    this.#threads.add(thread)
    return thread
  }
}

const tooMany = (): GatewayError =>
  new GatewayError("Overloaded", "Too many long requests wait to be read. Try again later.", { retryAfter: 1 })

/** Long work is done by a pool of threads, which ends with the gateway. */
export const layerPool = (pool: Pool): Layer.Layer<never> =>
  Layer.effect(Offload)(
    Effect.acquireRelease(
      Effect.sync((): Offloading => ({
        run: <Given, Made, R>({ name }: Job<Given, Made, R>, given: Given) =>
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a job of one name makes the same on every thread
          pool.run(name, given) as Effect.Effect<Made, GatewayError>
      })),
      () => Effect.promise(() => pool.close())
    )
  )
