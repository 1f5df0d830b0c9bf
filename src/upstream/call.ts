import type { Timer, Timers, LoopTurns } from "./turns.ts"
import * as Failures from "./failures.ts"
import type {
  UpstreamTransport,
  UpstreamConnection,
  CallListener,
  UpstreamTimeouts,
  UpstreamRequest,
  UpstreamLimits
} from "./upstream.ts"
import type { LinkedQueue, QueueLink } from "../core/collections.ts"
import type { AnswerLedger } from "./answer-ledger.ts"
import type { ConnectionLimiter } from "./connection-limiter.ts"

/** What becomes of a call: a head, pieces, then one `end` or `fail`. Nothing after that. */
export interface CallHandlers {
  readonly head: (status: number, headers: Readonly<Record<string, string>>) => void
  readonly data: (piece: Uint8Array) => void
  readonly end: () => void
  readonly fail: (failure: Failures.AttemptFailure) => void
  /** Nothing was heard for a heartbeat; only once the head came. */
  readonly quiet: () => void
}

/** What calls are made with. */
export interface CallDeps {
  readonly transport: UpstreamTransport
  /** That of an account that has many calls under way. */
  readonly crowded: UpstreamTransport
  readonly timers: Timers
  readonly turns: LoopTurns
  readonly limits: UpstreamLimits
  /** What whole answers hold of the memory. */
  readonly answers: AnswerLedger
  /** Who lets requests through to where this one goes. */
  readonly limiterOf: (request: UpstreamRequest) => ConnectionLimiter
  /** The calls that are not over. */
  readonly calls: LinkedQueue<UpstreamCall>
}

/** What is asked, by whom, and for how long. */
export interface CallOptions {
  readonly request: UpstreamRequest
  readonly clocks: UpstreamTimeouts
  /** The account that it is asked for. */
  readonly tenant: string
}

type State = "queued" | "connecting" | "waiting" | "receiving" | "draining" | "over"

/** How long the rest of an answer is read that nobody wants, in milliseconds, and how many bytes of it. */
export const unwanted = { clock: 1000, bytes: 64 * 1024 }

/** One request under its clocks, over any client: queue, redirects, encodings, and exactly one ending. */
export class UpstreamCall implements CallListener, Timer {
  readonly #deps: CallDeps
  readonly #clocks: UpstreamTimeouts
  readonly #limiter: ConnectionLimiter
  readonly #tenant: string
  readonly #handlers: CallHandlers
  readonly #until: number
  readonly #takesRedirects: boolean
  readonly #underWay: QueueLink<UpstreamCall>
  #state: State = "queued"
  #connection: UpstreamConnection | undefined
  #takeBack: () => void = nothing
  #paused = false
  /** When the state began, or the last piece came. */
  #since: number
  #beat: number
  /** How many bytes came that nobody wanted. */
  #rest = 0
  /** When the clock that runs is looked at. */
  at: number
  link: Timer["link"]

  constructor(deps: CallDeps, { request, clocks, tenant }: CallOptions, handlers: CallHandlers) {
    this.#deps = deps
    this.#clocks = clocks
    this.#limiter = deps.limiterOf(request)
    this.#tenant = tenant
    this.#handlers = handlers
    const now = deps.timers.now()
    this.#since = now
    this.#beat = now
    this.#until = now + clocks.total
    this.#takesRedirects = request.redirects === "answer"
    this.at = this.#until
    this.#underWay = deps.calls.append(this)
    this.#takeBack = this.#limiter.enter(
      tenant,
      (isOfMany) => this.#connect(request, isOfMany ? deps.crowded : deps.transport),
      (why) => this.#fail(Failures.unsentFailure(why === "tenant" ? Failures.overShare() : Failures.queueFull()))
    )
    deps.turns.rest()
  }

  start(): void {
    if (this.#state === "connecting") this.#enter("waiting", this.#clocks.firstByte)
  }

  head(status: number, headers: Readonly<Record<string, string>>): void {
    if (this.#state !== "waiting" || (status >= 100 && status < 200)) return
    const redirects = status < 200 || (status >= 300 && status < 400)
    if (redirects && !(this.#takesRedirects && "location" in headers)) {
      return this.#fail(Failures.sentFailure(Failures.redirectRefused()))
    }
    const encoding = headers["content-encoding"]
    if (encoding !== undefined && encoding !== "" && encoding.toLowerCase() !== "identity") {
      return this.#fail(Failures.sentFailure(Failures.encodingRefused()))
    }
    this.#enter("receiving", Math.min(this.#clocks.idle, this.#deps.limits.heartbeat))
    this.#handlers.head(status, headers)
  }

  data(piece: Uint8Array): void {
    if (this.#state === "draining" && (this.#rest += piece.length) > unwanted.bytes) return this.#cut()
    if (this.#state !== "receiving") return
    this.#since = this.#deps.timers.now()
    this.#handlers.data(piece)
  }

  end(): void {
    if (this.#state === "waiting") return this.#fail(Failures.sentFailure(Failures.lostConnection()))
    if (this.#state === "draining") return this.#over()
    if (this.#state !== "receiving") return
    this.#over()
    this.#handlers.end()
  }

  fail(unsent: boolean, cause?: unknown): void {
    const nothingSent = unsent || this.#state === "connecting"
    this.#fail(
      nothingSent
        ? Failures.unsentFailure(Failures.unreachableFailure(cause))
        : Failures.sentFailure(Failures.lostConnection(cause))
    )
  }

  /** Stops reading while the reader of this answer is slow; its idle clock stands still. */
  pause(): void {
    this.#paused = true
    this.#connection?.pause()
  }

  resume(): void {
    this.#paused = false
    this.#since = this.#deps.timers.now()
    this.#connection?.resume()
  }

  /** Hears nothing more of the answer; reads the rest of it for a moment, so that its connection can be used again. */
  drain(): void {
    if (this.#state !== "receiving") return
    this.#enter("draining", unwanted.clock)
    this.resume()
  }

  /** Ends the call, unless the rest of its answer is drained; nothing is heard after that. */
  abort(): void {
    if (this.#state !== "draining" && this.#state !== "over") this.#cut()
  }

  #cut(): void {
    this.#over()
    this.#connection?.abort()
  }

  /** Ends the call because of what was heard. */
  refuse(failure: Failures.AttemptFailure): void {
    this.#fail(failure)
  }

  #connect(request: UpstreamRequest, transport: UpstreamTransport): void {
    this.#takeBack = nothing
    this.#enter("connecting", this.#clocks.connect)
    const connection = transport(request, this)
    this.#connection = connection
    if (this.#isOver()) connection.abort()
    else if (this.#paused) connection.pause()
  }

  #enter(state: State, clock: number): void {
    this.#state = state
    this.#since = this.#deps.timers.now()
    this.#beat = this.#since
    this.at = Math.min(this.#until, this.#since + clock)
    this.#deps.timers.set(this)
  }

  #isOver(): boolean {
    return this.#state === "over"
  }

  #over(): void {
    if (this.#state === "queued") this.#takeBack()
    else this.#limiter.leave(this.#tenant)
    this.#state = "over"
    this.#deps.timers.clear(this)
    this.#deps.calls.remove(this.#underWay)
  }

  #fail(failure: Failures.AttemptFailure): void {
    if (this.#state === "over") return
    this.#over()
    this.#connection?.abort()
    this.#handlers.fail(failure)
  }

  /** Looks at the clocks. */
  fire(now: number): number | undefined {
    const { connect, firstByte, idle, total } = this.#clocks
    if (now >= this.#until) return this.#fail(Failures.sentFailure(Failures.totalTimeout(total))) ?? undefined
    switch (this.#state) {
      case "connecting":
        return this.#due(now, connect, Failures.unsentFailure(Failures.noConnection(connect)))
      case "waiting":
        return this.#due(now, firstByte, Failures.sentFailure(Failures.noAnswer(firstByte)))
      case "draining":
        return now < this.#since + unwanted.clock ? this.#since + unwanted.clock : (this.#cut() ?? undefined)
      case "receiving":
        return this.#paused ? now + idle : this.#listen(now, idle)
      case "queued":
      case "over":
        return undefined
    }
  }

  #listen(now: number, idle: number): number | undefined {
    const due = this.#due(now, idle, Failures.sentFailure(Failures.idleTimeout(idle)))
    if (due === undefined) return undefined
    const { heartbeat } = this.#deps.limits
    if (now >= Math.max(this.#since, this.#beat) + heartbeat) {
      this.#beat = now
      this.#handlers.quiet()
    }
    return Math.min(due, Math.max(this.#since, this.#beat) + heartbeat)
  }

  #due(now: number, clock: number, failure: Failures.AttemptFailure): number | undefined {
    if (now >= this.#since + clock) {
      this.#fail(failure)
      return undefined
    }
    return Math.min(this.#until, this.#since + clock)
  }
}

const nothing = (): void => undefined
