import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import { concat } from "./bytes.ts"
import { Call, type Means } from "./call.ts"
import * as Failures from "./failures.ts"
import { Pieces } from "./pieces.ts"
import type { Turnstile } from "./turnstile.ts"
import type { Clocks, UpstreamReply, UpstreamRequest, UpstreamStream } from "./upstream.ts"

/** An answer of one try. */
export interface Tried<A> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly value: A
  /** Lets the rest of the answer go. */
  readonly leave: () => void
}

/** Sends once, and waits for the whole answer. */
export const tryUnary = (
  means: Means,
  turnstile: Turnstile,
  request: UpstreamRequest,
  clocks: Clocks
): Effect.Effect<Tried<Omit<UpstreamReply, "attempts">>, Failures.Failure> =>
  Effect.callback((resume) => {
    const pieces: Uint8Array[] = []
    let bytes = 0
    let head: Pick<UpstreamReply, "status" | "headers"> = { status: 0, headers: {} }
    const call = new Call(means, turnstile, request, clocks, {
      head: (status, headers) => {
        head = { status, headers }
      },
      data: (piece) => {
        bytes += piece.length
        if (bytes > means.limits.reply) call.refuse(Failures.sent(Failures.tooLarge(means.limits.reply)))
        else pieces.push(piece)
      },
      end: () => resume(Effect.succeed({ ...head, value: { ...head, body: concat(pieces) }, leave: nothing })),
      fail: (failure) => resume(Effect.fail(failure)),
      quiet: nothing
    })
    return Effect.sync(() => call.hangUp())
  })

/** Sends once, and waits for the answer's head; the call ends with the scope. */
export const tryStream = (
  means: Means,
  turnstile: Turnstile,
  request: UpstreamRequest,
  clocks: Clocks,
  scope: Scope.Scope
): Effect.Effect<Tried<Omit<UpstreamStream, "attempts">>, Failures.Failure> =>
  Effect.suspend(() => {
    let call: Call | undefined
    const leave = (): void => call?.hangUp()
    const listening = Effect.callback<Tried<Omit<UpstreamStream, "attempts">>, Failures.Failure>((resume) => {
      const pieces = new Pieces(means.limits.held, { pause: () => call?.pause(), resume: () => call?.resume() })
      let started = false
      call = new Call(means, turnstile, request, clocks, {
        head: (status, headers) => {
          started = true
          resume(Effect.succeed({ status, headers, value: { status, headers, body: pieces.stream }, leave }))
        },
        data: (piece) => pieces.push(piece),
        end: () => pieces.end(),
        fail: (failure) => (started ? pieces.fail(failure.error) : resume(Effect.fail(failure))),
        quiet: () => pieces.beat()
      })
      return Effect.sync(leave)
    })
    return Effect.andThen(Scope.addFinalizer(scope, Effect.sync(leave)), listening)
  })

const nothing = (): void => undefined
