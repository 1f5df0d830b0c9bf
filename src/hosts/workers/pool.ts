import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Job, Offload, type Offloading, type WorkLine } from "../../exchange/offload.ts"
import { CallingTenant } from "../../upstream/upstream.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { type PendingJob, WorkerThread, type ThreadOptions, endedJob, type JobOutcome } from "./thread.ts"

/** What a pool of threads may do. */
export interface PoolOptions extends Omit<ThreadOptions, "once"> {
  /** How many threads there are at most. */
  readonly threads: number
  /** How many jobs wait for one, of all accounts together; what is paid for is not counted. */
  readonly queue: number
}

/** Threads that do jobs, one at a time each. They are started when there is work, and again after one broke. */
export class WorkerPool {
  #options: PoolOptions
  readonly #idle = new Set<WorkerThread>()
  readonly #threads = new Set<WorkerThread>()
  readonly #waiting = new Turns<PendingJob>()

  constructor(options: PoolOptions) {
    this.#options = options
  }

  /**
   * Does a job of an account by its name. One that waits is dropped with its request; one that runs already ends unheard.
   * One that is paid for is never refused, and goes before the others of its account: of those there are as many at most
   * as the account has requests under way. It is done by a thread that knows what those knew when it came.
   */
  run(job: string, given: unknown, account = "", isPaid = false): Effect.Effect<unknown, GatewayError> {
    return Effect.callback<unknown, GatewayError>((resume) => {
      const refusal = isPaid && !this.#isClosed ? undefined : this.#refusal(account)
      if (refusal !== undefined) return resume(Effect.fail(refused[refusal]()))
      const pending = {
        sent: { job, given },
        settle: (outcome: JobOutcome) => resume(endedJob(outcome)),
        ...(isPaid ? { data: this.#options.data } : {})
      }
      const takeBack = this.#waiting.add(account, pending, isPaid)
      this.#next()
      return Effect.sync(takeBack)
    })
  }

  /** The jobs that wait for a thread. */
  get line(): WorkLine {
    return this.#waiting
  }

  /** Starts threads with other data, and as many as are wanted, from now on; those that are there finish what they do. */
  renew(options: Partial<Omit<PoolOptions, "module">>): void {
    this.#options = { ...this.#options, ...options }
    for (const thread of this.#threads) {
      this.#idle.delete(thread)
      thread.retire()
    }
  }

  /** Ends all threads. What they did or were to do breaks; nothing is done any more. */
  async close(): Promise<void> {
    this.#options = { ...this.#options, threads: 0, queue: 0 }
    this.#idle.clear()
    for (let left = this.#waiting.next(); left !== undefined; left = this.#waiting.next()) {
      left.settle({ broke: ["PoolClosed"] })
    }
    await Promise.all([...this.#threads].map((thread) => thread.end("PoolClosed")))
  }

  get #isClosed(): boolean {
    return this.#options.threads === 0
  }

  #refusal(account: string): Refusal | undefined {
    const { threads, queue } = this.#options
    const waits = this.#idle.size === 0 && this.#threads.size >= threads
    return waits ? this.#waiting.refusal(account, queue) : undefined
  }

  #next(): void {
    if (this.#idle.size === 0 && this.#threads.size >= this.#options.threads) return
    const pending = this.#waiting.next()
    if (pending === undefined) return
    const [idle] = this.#idle
    if (idle !== undefined) this.#idle.delete(idle)
    if (!("data" in pending) || pending.data === this.#options.data) return (idle ?? this.#started()).take(pending)
    idle?.retire()
    this.#started({ data: pending.data, once: true }).take(pending)
  }

  #started(more?: Pick<ThreadOptions, "data" | "once">): WorkerThread {
    const thread = new WorkerThread(
      { ...this.#options, ...more },
      {
        free: () => {
          this.#idle.add(thread)
          this.#next()
        },
        gone: () => {
          this.#threads.delete(thread)
          this.#idle.delete(thread)
          this.#next()
        }
      }
    )
    this.#threads.add(thread)
    return thread
  }
}

const refused: Readonly<Record<Refusal, () => GatewayError>> = {
  all: () =>
    new GatewayError("Overloaded", "Too many large requests are waiting to be read. Try again later.", {
      retryAfter: 1
    }),
  account: () =>
    new GatewayError(
      "RateLimited",
      "Too many large requests of this account are waiting to be read. Try again in a moment.",
      {
        retryAfter: 1
      }
    )
}

/** Long work is done by a pool of threads, which ends with the gateway. */
export const layerPool = (pool: WorkerPool): Layer.Layer<never> =>
  Layer.effect(Offload)(
    Effect.acquireRelease(
      Effect.sync((): Offloading => ({
        line: pool.line,
        run: <Given, Made, R>({ name, isPaid }: Job<Given, Made, R>, given: Given) =>
          Effect.flatMap(
            CallingTenant,
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a job of one name makes the same on every thread
            (account) => pool.run(name, given, account, isPaid) as Effect.Effect<Made, GatewayError>
          )
      })),
      () => Effect.promise(() => pool.close())
    )
  )

/** Why something may not wait: its account has as much as it may, or there is no room for anybody. */
type Refusal = "account" | "all"

/** So many jobs of an account wait for a thread, read whole; its other bodies are read once one of those is done. */
const ahead = 4

/** What waits of one account. */
class Line<A> {
  readonly paid = new Set<A>()
  readonly others = new Set<A>()

  get size(): number {
    return this.paid.size + this.others.size
  }

  get first(): A | undefined {
    const [thing] = this.paid.size > 0 ? this.paid : this.others
    return thing
  }
}

/**
 * What waits, shared out between accounts: they have their turns one after another, however much of each waits, and an
 * account may have no more waiting than there are places free. Alone it comes to half of them, and a newcomer finds some.
 * What is paid for takes no place, and goes first among its account's.
 */
class Turns<A> implements WorkLine {
  /** What waits of each account, the one whose turn is next first. */
  readonly #lines = new Map<string, Line<A>>()
  /** Who is told of each account once less of it waits. */
  readonly #listeners = new Map<string, Set<() => void>>()
  /** How many places are taken. */
  #size = 0

  /** Why one more of an account may not wait where so many places are; undefined where it may. */
  refusal(account: string, places: number): Refusal | undefined {
    const free = places - this.#size
    if (free <= 0) return "all"
    return (this.#lines.get(account)?.others.size ?? 0) < free ? undefined : "account"
  }

  isFull(account: string): boolean {
    return (this.#lines.get(account)?.size ?? 0) >= ahead
  }

  onRoom(account: string, go: () => void): () => void {
    const those = this.#listeners.get(account) ?? new Set()
    this.#listeners.set(account, those.add(go))
    return () => void (those.delete(go) && those.size === 0 && this.#listeners.delete(account))
  }

  /** Lets something wait. The answer takes it back, if it still waits. */
  add(account: string, thing: A, isPaid: boolean): () => void {
    const line = this.#lines.get(account) ?? new Line<A>()
    this.#lines.set(account, line)
    if (isPaid) line.paid.add(thing)
    else {
      line.others.add(thing)
      this.#size += 1
    }
    return () => this.#take(account, line, thing)
  }

  /** Takes what is next; undefined where nothing waits. */
  next(): A | undefined {
    const [first] = this.#lines
    if (first === undefined) return undefined
    const [account, line] = first
    const thing = line.first
    this.#lines.delete(account)
    this.#lines.set(account, line)
    if (thing !== undefined) this.#take(account, line, thing)
    return thing
  }

  #take(account: string, line: Line<A>, thing: A): void {
    if (line.others.delete(thing)) this.#size -= 1
    else if (!line.paid.delete(thing)) return
    if (line.size === 0) this.#lines.delete(account)
    if (!this.isFull(account)) this.#tell(account)
  }

  #tell(account: string): void {
    const listeners = this.#listeners.get(account)
    if (listeners === undefined) return
    this.#listeners.delete(account)
    const told = [...listeners]
    listeners.clear()
    for (const go of told) go()
  }
}
