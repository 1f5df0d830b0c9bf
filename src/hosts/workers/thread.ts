import { Worker } from "node:worker_threads"
import { memoryOf, type SentJob, type JobOutcome } from "./jobs.ts"

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
