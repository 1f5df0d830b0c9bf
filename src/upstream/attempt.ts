import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Failures from "./failures.ts"
import type { SecretRedactor } from "../core/secrets/redactor.ts"
import { type CallOptions, UpstreamCall, type CallDeps, type CallHandlers } from "./call.ts"
import { FilteredFlow } from "./filtered-flow.ts"
import { flowStream, ChunkQueue } from "./flow.ts"
import { redactedHeaders, StreamRedactor, isSuccess, type UpstreamReply, type UpstreamStream } from "./upstream.ts"
import type { LoopTurns } from "./turns.ts"
import { concatBytes } from "../core/collections.ts"

/** The answer of one try. */
export interface AttemptAnswer<A> {
  readonly answer: A
  /** Lets the rest of the answer go. */
  readonly leave: () => void
}

/** Everything that a try is made with. */
export interface Try extends CallOptions {
  readonly deps: CallDeps
  /** Takes what the request was signed with out of its answer. */
  readonly redactor: SecretRedactor
  /** Which of the request's tries it is, from 1. */
  readonly attempts: number
}

/** The most bytes of an answer that is no success: none says why in more, and it is read in one step. */
const mostOfError = 1024 * 1024

/** The most bytes of an answer of a status. */
export const mostOf = (status: number, most: number): number => (isSuccess(status) ? most : Math.min(most, mostOfError))

/**
 * Sends once, and waits for the whole answer. A long one is searched for secrets in the turns of its account, and is not
 * read on while others have theirs, or as long as all that are there leave it no room. It counts as one of those until the
 * scope of the request that it is for is closed, where there is one.
 */
export const tryUnary = (
  one: Try,
  scope?: Scope.Scope
): Effect.Effect<AttemptAnswer<UpstreamReply>, Failures.AttemptFailure> =>
  Effect.callback((resume) => {
    const { deps, redactor, tenant, attempts } = one
    const gathering = new GatheredAnswer(redactor)
    let status = 0
    let headers: UpstreamReply["headers"] = {}
    let leave: (() => void) | undefined
    const held = deps.answers.answer(tenant, scope && endingWith(scope))
    const { begin, rest, wait } = deps.turns.of(tenant)
    const goOn = (): void => {
      leave = undefined
      call.resume()
    }
    const call = new UpstreamCall(deps, one, {
      head: (code, those) => {
        status = code
        headers = toldHeaders(redactor, code, those)
      },
      data: (piece) => {
        const isTurn = gathering.isTurn(piece)
        const mayGoOn = !isTurn || begin()
        gathering.push(piece)
        rest()
        const most = mostOf(status, Math.min(deps.limits.reply, one.request.most ?? Infinity))
        if (gathering.size > most) return call.refuse(Failures.sentFailure(Failures.tooLarge(most)))
        const hasRoom = !isTurn || held.grow(gathering.size)
        if ((mayGoOn && hasRoom) || leave !== undefined) return
        leave = mayGoOn ? held.wait(goOn) : wait(goOn)
        call.pause()
      },
      end: () => {
        leave?.()
        held.complete()
        const tried = Effect.map(gathering.end(), (body) => ({
          answer: { status, headers, body, attempts },
          leave: nothing
        }))
        resume(deps.turns.take(tenant, tried))
        deps.turns.rest()
      },
      fail: (failure) => {
        leave?.()
        held.end()
        resume(Effect.fail(failure))
      },
      quiet: nothing
    })
    return Effect.sync(() => {
      leave?.()
      held.end()
      call.abort()
    })
  })

/** Ends something with a scope. */
const endingWith =
  (scope: Scope.Scope) =>
  (end: () => void): void =>
    Effect.runSync(Scope.addFinalizer(scope, Effect.sync(end)))

/** Sends once, and waits for the answer's head; the call ends with the scope. */
export const tryStream = (
  one: Try,
  scope: Scope.Scope
): Effect.Effect<AttemptAnswer<UpstreamStream>, Failures.AttemptFailure> =>
  Effect.suspend(() => {
    const heard = new HeardStream(one)
    const listening = Effect.callback<AttemptAnswer<UpstreamStream>, Failures.AttemptFailure>((resume) => {
      heard.begin(one, resume)
      return Effect.sync(heard.leave)
    })
    return Effect.andThen(Scope.addFinalizer(scope, Effect.sync(heard.leave)), listening)
  })

/** Is told the head of a stream's answer, or why there is none. */
type Resume = (tried: Effect.Effect<AttemptAnswer<UpstreamStream>, Failures.AttemptFailure>) => void

/** A stream as it is heard. It holds nothing of what was asked, which may be large: it may go on for an hour. */
class HeardStream implements CallHandlers {
  readonly #turns: LoopTurns
  readonly #tenant: string
  readonly #redactor: SecretRedactor
  readonly #attempts: number
  /** Whether a success is a video, which may be large and says nothing; what else it may be never passes. */
  readonly #isMedium: boolean
  readonly #pieces: ChunkQueue
  #call: UpstreamCall | undefined
  #resume: Resume = nothing
  #started = false

  constructor({ deps: { limits, turns }, tenant, redactor, attempts, request }: Try) {
    this.#turns = turns
    this.#tenant = tenant
    this.#redactor = redactor
    this.#attempts = attempts
    this.#isMedium = request.redirects === "answer"
    const reading = { pause: () => this.#call?.pause(), resume: () => this.#call?.resume() }
    this.#pieces = new ChunkQueue(limits.held, reading, turns, tenant)
  }

  /** Sends what is asked, and tells its answer's head or why there is none. */
  begin(one: Try, resume: Resume): void {
    this.#resume = resume
    this.#call = new UpstreamCall(one.deps, one, this)
  }

  /** Lets the rest of the answer go. */
  readonly leave = (): void => this.#call?.abort()

  head(status: number, headers: UpstreamReply["headers"]): void {
    this.#started = true
    const isTold = this.#isMedium && isSuccess(status)
    const flow = isTold ? this.#pieces : new FilteredFlow(this.#pieces, new StreamRedactor(this.#redactor))
    const answer = {
      status,
      headers: toldHeaders(this.#redactor, status, headers),
      attempts: this.#attempts,
      body: flowStream(flow),
      flow,
      drain: () => this.#call?.drain()
    }
    this.#resume(this.#turns.take(this.#tenant, Effect.succeed({ answer, leave: this.leave })))
    this.#turns.rest()
  }

  data(piece: Uint8Array): void {
    this.#pieces.push(piece)
  }

  end(): void {
    this.#pieces.end()
  }

  fail({ error, sent }: Failures.AttemptFailure): void {
    if (this.#started) this.#pieces.end(error)
    else this.#resume(Effect.fail({ error, sent }))
  }

  quiet(): void {
    this.#pieces.beat()
  }
}

/** Of a success no header is told. */
const toldHeaders = (
  redactor: SecretRedactor,
  status: number,
  headers: UpstreamReply["headers"]
): UpstreamReply["headers"] => (isSuccess(status) ? headers : redactedHeaders(redactor, headers))

const nothing = (): void => undefined

/** So many bytes are searched for secrets at once. */
const block = 64 * 1024

/** A long answer waits for its turn with each so many bytes: a vendor may send each byte by itself. */
const step = 4096

/** A whole answer as it comes. Of a long one no step takes long: it is searched for secrets block by block, not at its end. */
export class GatheredAnswer {
  readonly #redactor: SecretRedactor
  readonly #told: Uint8Array[] = []
  #redacting: StreamRedactor | undefined
  #unread: Uint8Array[] = []
  #waiting = 0

  /** How many bytes there were when a turn was asked for. */
  #asked = 0

  /** How many bytes came. */
  size = 0

  constructor(redactor: SecretRedactor) {
    this.#redactor = redactor
  }

  /** Whether a turn is asked for with a piece: of a long answer, and not for each byte. */
  isTurn({ length }: Uint8Array): boolean {
    const size = this.size + length
    if (size < block || size - this.#asked < step) return false
    this.#asked = size
    return true
  }

  push(piece: Uint8Array): void {
    this.#unread.push(piece)
    this.size += piece.length
    this.#waiting += piece.length
    if (this.#waiting < block) return
    this.#redacting ??= new StreamRedactor(this.#redactor)
    this.#told.push(this.#redacting.push(concatBytes(this.#unread)))
    this.#unread = []
    this.#waiting = 0
  }

  /** All of it, without the secrets. */
  end(): Effect.Effect<Uint8Array> {
    const rest = concatBytes(this.#unread)
    if (this.#redacting === undefined) return Effect.succeed(this.#redactor.bytes(rest))
    return concatInTurns([...this.#told, this.#redacting.push(rest), this.#redacting.end()])
  }
}

/** So many bytes are joined at once. */
const turn = 8 * 1024 * 1024

/** The same of pieces that may be many: of a long whole others have their turns between its parts. */
export const concatInTurns = (pieces: readonly Uint8Array[]): Effect.Effect<Uint8Array> =>
  Effect.suspend(() => {
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0)
    if (size <= turn) return Effect.succeed(concatBytes(pieces))
    const out = new Uint8Array(size)
    const left = pieces.values()
    let at = 0
    const step: Effect.Effect<Uint8Array> = Effect.suspend(() => {
      const until = at + turn
      while (at < until) {
        const { done, value } = left.next()
        if (done === true) return Effect.succeed(out)
        out.set(value, at)
        at += value.length
      }
      return Effect.andThen(Effect.yieldNow, step)
    })
    return step
  })
