import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { GatewayError } from "../core/errors/error.ts"
import type { ChatFormat } from "../core/format.ts"
import type { StreamEnding, StreamFraming } from "../core/framing/transducer.ts"
import type { ReplyStream, KeepAlive } from "./chat-exchange.ts"

/** What the client is told next, or that this was all. */
type Pull = Effect.Effect<Said, Cause.Done>

/** Pieces that go out together. */
type Said = readonly [Uint8Array, ...Uint8Array[]]

/**
 * Feeds an upstream's stream through a machine. Waits for the first bytes before there is an answer, so that an error
 * before which nothing was said fails here and can have a status of its own. The stream that comes of it never fails, and
 * ends with the client's last event, whenever its upstream closes; `settle` is called once, after its last byte was
 * handed on, with the error that it ended with.
 */
export const serveStream = (
  body: Stream.Stream<Uint8Array, GatewayError>,
  machine: ReplyStream,
  keepAlive: KeepAlive | undefined,
  settle: (failure: GatewayError | undefined) => void
): Effect.Effect<Stream.Stream<Uint8Array>, GatewayError, Scope.Scope> =>
  Effect.flatMap(Stream.toPull(body), (pull) => {
    const feeder = new Feeder(machine)
    const finished: Pull = Effect.suspend(() => {
      settle(machine.failure())
      return Cause.done()
    })
    const given = (out: Said | undefined, quiet: boolean): Pull => {
      if (out !== undefined) return Effect.succeed(out)
      if (feeder.over) return finished
      if (feeder.waits) return onward
      const isDue = keepAlive !== undefined && quiet && (feeder.began || keepAlive.first)
      return isDue ? Effect.succeed([keepAlive.bytes]) : step
    }
    const onward: Pull = Effect.andThen(
      Effect.yieldNow,
      Effect.suspend(() => given(feeder.goOn(), false))
    )
    const step: Pull = Effect.matchEffect(pull, {
      onSuccess: (pieces) => given(feeder.push(pieces), pieces.every(isEmpty)),
      onFailure: (ending) => given(feeder.end(Cause.isDone(ending) ? "clean" : ending), false)
    })
    const next: Pull = Effect.suspend(() => (feeder.over ? finished : feeder.waits ? onward : step))
    return Effect.flatMap(Effect.exit(step), (first) => {
      const failure = machine.failure()
      if (failure !== undefined && !machine.began()) return Effect.fail(failure)
      return Effect.succeed(Stream.fromPull(Effect.succeed(startingWith(first, next))))
    })
  })

const isEmpty = ({ length }: Uint8Array): boolean => length === 0

const isFull = ({ length }: Uint8Array): boolean => length > 0

/** Lets go of the first once it was pulled: the rest may take hours. */
const startingWith = (first: Pull, next: Pull): Pull => {
  let coming = first
  return Effect.suspend(() => {
    const pulled = coming
    coming = next
    return pulled
  })
}

const none: readonly Uint8Array[] = []

const nothing = new Uint8Array(0)

/** Drives a machine to its end, once. */
class Feeder {
  readonly #machine: ReplyStream
  /** Pieces that wait until the machine has gone on. */
  #left: readonly Uint8Array[] = none
  /** Nothing comes any more. */
  over = false
  /** Something was said. */
  began = false

  constructor(machine: ReplyStream) {
    this.#machine = machine
  }

  /** Whether it is to go on before anything else is pushed. */
  get waits(): boolean {
    return this.#left.length > 0 || this.#machine.waits()
  }

  push(pieces: readonly Uint8Array[]): Said | undefined {
    this.#left = pieces.filter(isFull)
    return this.#feed([])
  }

  /** Goes on with what was pushed. */
  goOn(): Said | undefined {
    return this.#feed(this.#machine.push(nothing))
  }

  /** Feeds what is left, up to a piece that takes long. */
  #feed(pieces: readonly Uint8Array[]): Said | undefined {
    const out = [...pieces]
    let fed = 0
    for (const piece of this.#left) {
      if (this.#machine.waits()) break
      fed++
      for (const more of this.#machine.push(piece)) out.push(more)
    }
    this.#left = fed === this.#left.length ? none : this.#left.slice(fed)
    this.over = !this.#machine.waits() && (this.#machine.ended() || this.#machine.failure() !== undefined)
    return this.#said(out)
  }

  end(how: StreamEnding): Said | undefined {
    this.over = true
    return this.#said(this.#machine.end(how))
  }

  #said(pieces: readonly Uint8Array[]): Said | undefined {
    const [first, ...more] = pieces.filter(isFull)
    if (first === undefined) return undefined
    this.began = true
    return [first, ...more]
  }
}

const encoder = new TextEncoder()

/** A stream in another of its format's framings. It is closed with its last event, an error among them. */
export const inFraming = (stream: ReplyStream, format: ChatFormat, framing: StreamFraming): ReplyStream => {
  const [usual] = format.framings
  if (framing.id === usual.id) return stream
  const read = usual.read(Infinity)
  const print = framing.write()
  let closed = false
  const printed = (pieces: readonly Uint8Array[]): string => {
    let text = ""
    for (const piece of pieces) {
      for (const frame of read.push(piece)) if (!(frame instanceof GatewayError)) text += print.push(frame).join("")
    }
    return text
  }
  const close = (): string => {
    if (closed) return ""
    closed = true
    return print.end("clean").join("")
  }
  const bytes = (text: string): readonly Uint8Array[] => (text === "" ? [] : [encoder.encode(text)])
  return {
    push: (piece) =>
      bytes(printed(stream.push(piece)) + (stream.failure() === undefined && !stream.ended() ? "" : close())),
    end: (how) => bytes(printed(stream.end(how)) + close()),
    notes: () => stream.notes(),
    usage: stream.usage,
    failure: stream.failure,
    began: stream.began,
    ended: stream.ended,
    waits: stream.waits
  }
}
