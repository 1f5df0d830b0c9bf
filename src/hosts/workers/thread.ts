import { Worker, parentPort } from "node:worker_threads"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { getPriority, setPriority } from "node:os"
import { inTurns, type Job, errorFrom, type ErrorData, errorData } from "../../exchange/offload.ts"
import { aboutDefect, type GatewayError } from "../../core/errors/error.ts"

/** What a thread is. */
export interface ThreadOptions {
  /** The module that it runs, and the plain data that it is started with. */
  readonly module: URL
  readonly data?: unknown
  /** Whether it ends after its first job. */
  readonly once?: boolean
  /** How long one job may take, in milliseconds. */
  readonly clock: number
}

/** A job, and who waits for it. */
export interface PendingJob {
  readonly sent: SentJob
  readonly settle: (outcome: JobOutcome) => void
  /** What its thread must be started with; absent: whatever threads are started with once it has its turn. */
  readonly data?: unknown
}

/** Who is told of a thread. */
interface ThreadListener {
  /** It may be given its next job. */
  readonly free: () => void
  /** There is no such thread any more. */
  readonly gone: () => void
}

/** One thread, and the job that it does. It keeps no process alive. */
export class WorkerThread {
  readonly #worker: Worker
  readonly #clock: number
  readonly #listener: ThreadListener
  #pending: PendingJob | undefined
  #timer: NodeJS.Timeout | undefined
  #over: boolean

  constructor({ module, data, clock, once = false }: ThreadOptions, listener: ThreadListener) {
    this.#clock = clock
    this.#over = once
    this.#listener = listener
    this.#worker = new Worker(module, { workerData: data })
    this.#worker.unref()
    this.#worker.on("message", (outcome: JobOutcome) => this.#done(outcome))
    this.#worker.on("messageerror", () => this.#done({ broke: ["AnswerCannotCross"] }))
    this.#worker.on("error", () => this.#settle({ broke: ["WorkerBroke"] }))
    this.#worker.on("exit", () => {
      this.#over = true
      this.#settle({ broke: ["WorkerEnded"] })
      listener.gone()
    })
  }

  /** Does a job, within the clock. */
  take(pending: PendingJob): void {
    this.#pending = pending
    this.#timer = setTimeout(() => void this.end("JobTookTooLong"), this.#clock)
    try {
      this.#worker.postMessage(pending.sent, [...memoryOf(pending.sent.given)])
    } catch {
      this.#done({ broke: ["JobCannotCross"] })
    }
  }

  /** Ends the thread once its job is done. */
  retire(): void {
    this.#over = true
    if (this.#pending === undefined) void this.#worker.terminate()
  }

  /** Ends the thread, whatever it does; its job breaks. */
  async end(why: string): Promise<void> {
    this.#over = true
    this.#settle({ broke: [why] })
    await this.#worker.terminate()
  }

  #done(outcome: JobOutcome): void {
    this.#settle(outcome)
    if (this.#over) void this.#worker.terminate()
    else this.#listener.free()
  }

  #settle(outcome: JobOutcome): void {
    clearTimeout(this.#timer)
    this.#pending?.settle(outcome)
    this.#pending = undefined
  }
}

/** Does jobs on this thread for the pool that started it, one after the other, until that ends it. */
export const serveJobs = <R>(
  jobs: readonly Job<never, unknown, unknown>[],
  services: Promise<Context.Context<R>>
): void => {
  giveWay()
  const named = new Map(jobs.map((job) => [job.name, job]))
  parentPort?.on("message", ({ job: name, given }: SentJob) => {
    void services.then(async (context) => {
      const work = Effect.suspend(() => {
        const job = named.get(name)
        if (job === undefined) return Effect.die(new Error("There is no such job."))
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- who sends a job sends what it is given, and these are the services of all endpoints, whose jobs these are
        return inTurns(job.run(given as never, context as Context.Context<unknown>))
      })
      const outcome = toldOf(await Effect.runPromiseExit(work))
      parentPort?.postMessage(outcome, [...memoryOf(outcome)])
    })
  })
}

/** How much nicer than the thread that serves sockets: where both want a processor it gets a tenth. */
const nicer = 10

/** The nicest that a thread can be. */
const nicest = 19

/**
 * Lets the thread that serves sockets go first. On Linux alone each thread has a niceness of its own, and it is the
 * calling one's that is set (https://man7.org/linux/man-pages/man2/setpriority.2.html, read 2026-11).
 */
const giveWay = (): void => {
  if (process.platform !== "linux") return
  try {
    setPriority(Math.min(nicest, getPriority() + nicer))
  } catch {
    // Where a sandbox forbids that, both go on alike.
  }
}

/** A job on its way to a thread. */
interface SentJob {
  readonly job: string
  readonly given: unknown
}

/** What came of it: what it made, why it failed, or how it broke: what is told of a defect, without what it quotes. */
export type JobOutcome =
  | { readonly made: unknown }
  | { readonly failed: ErrorData }
  | { readonly broke: readonly [said: string, ...lines: readonly string[]] }

/** How a job on this thread ended. */
const toldOf = (exit: Exit.Exit<unknown, GatewayError>): JobOutcome => {
  if (Exit.isSuccess(exit)) return { made: exit.value }
  const failed = exit.cause.reasons.find(Cause.isFailReason)?.error
  if (failed !== undefined) return { failed: errorData(failed) }
  const [title = "Interrupted", ...lines] = aboutDefect(exit.cause.reasons.find(Cause.isDieReason)?.defect)
  return { broke: [title, ...lines] }
}

/** The same where it was asked for. */
export const endedJob = (outcome: JobOutcome): Effect.Effect<unknown, GatewayError> => {
  if ("made" in outcome) return Effect.succeed(outcome.made)
  if ("failed" in outcome) return Effect.fail(errorFrom(outcome.failed))
  const defect = new Error("A worker thread failed.")
  defect.name = outcome.broke[0]
  defect.stack = outcome.broke.join("\n")
  return Effect.die(defect)
}

/** How far down bytes stand in what crosses. */
const deepest = 4

/** The memory of the bytes in a value, which changes hands instead of being copied. Bytes that share theirs stay. */
const memoryOf = (value: unknown): readonly ArrayBuffer[] => [...new Set(memoriesIn(value, deepest))]

const memoriesIn = (value: unknown, depth: number): readonly ArrayBuffer[] => {
  if (value instanceof Uint8Array) {
    const { buffer, byteLength } = value
    return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
  }
  if (depth === 0 || typeof value !== "object" || value === null) return []
  if (Array.isArray(value) && !(value[0] instanceof Uint8Array)) return []
  return Object.values(value).flatMap((member: unknown) => memoriesIn(member, depth - 1))
}
