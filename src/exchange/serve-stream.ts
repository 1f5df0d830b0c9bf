import * as Effect from "effect/Effect"
import type { ByteFlow, FlowReader } from "../upstream/flow.ts"
import { afterSockets } from "../upstream/turns.ts"
import { alone } from "../core/bytes.ts"
import { concatBytes } from "../core/collections.ts"
import { GatewayError } from "../core/errors/error.ts"
import { unwanted } from "../upstream/call.ts"
import type { ChatFormat } from "../core/format.ts"
import type { StreamFraming } from "../core/framing/transducer.ts"
import type { ReplyStream, KeepAlive } from "./chat-exchange.ts"

/**
 * Feeds an upstream's stream through a machine. Waits for the first bytes before there is an answer, so that an error
 * before which nothing was said fails here and can have a status of its own. The flow that comes of it never fails, and
 * ends with the client's last event, whenever its upstream closes; `settle` is called once, after its last byte was
 * handed on, with the error that it ended with.
 */
export const serveStream = (
  body: ByteFlow<GatewayError>,
  machine: ReplyStream,
  keepAlive: KeepAlive | undefined,
  settle: (failure: GatewayError | undefined) => void
): Effect.Effect<ByteFlow, GatewayError> =>
  Effect.callback((resume) => {
    const served = new ServedStream(body, machine, keepAlive, settle, (defect) => {
      const failure = machine.failure()
      const opened = failure === undefined || machine.began() ? Effect.succeed(served) : Effect.fail(failure)
      resume(defect ?? opened)
    })
    body.read(served)
    return Effect.sync(() => served.leave())
  })

const isFull = ({ length }: Uint8Array): boolean => length > 0

/** Whether a machine has said its last event. */
const hasEnded = (machine: ReplyStream): boolean => machine.ended() || machine.failure() !== undefined

const none: readonly Uint8Array[] = []

const nothing = new Uint8Array(0)

/**
 * So many bytes are worked on at once where something waits for the reader: of short texts three or four times as many may
 * come of them.
 */
const slowStep = 2048

/** Drives a machine from a flow to its end, once, at its reader's pace. */
class ServedStream implements FlowReader<GatewayError>, ByteFlow {
  readonly #body: ByteFlow<GatewayError>
  readonly #machine: ReplyStream
  readonly #keepAlive: KeepAlive | undefined
  readonly #settle: (failure: GatewayError | undefined) => void
  readonly #opened: (defect?: Effect.Effect<never>) => void
  #reader: FlowReader | undefined
  /** What was said before anybody read. */
  #first = none
  /** What waits until the machine has gone on, or the reader. */
  #left: Uint8Array = nothing
  #began = false
  /** The upstream's stream is over, though what it said last may not be told yet. */
  #hasEnded = false
  /** Nothing comes any more. */
  #isOver = false
  /** Nobody reads any more. */
  #isLeft = false
  /** More was asked of the upstream, and did not come yet. */
  #isWanting = true
  /** How many bytes came behind an error, and the clock of how long they are waited for. */
  #behind = 0
  #clock: ReturnType<typeof setTimeout> | undefined

  /** `opened` is called once something was said, or nothing ever will be, or because of a defect. */
  constructor(
    body: ByteFlow<GatewayError>,
    machine: ReplyStream,
    keepAlive: KeepAlive | undefined,
    settle: (failure: GatewayError | undefined) => void,
    opened: (defect?: Effect.Effect<never>) => void
  ) {
    this.#body = body
    this.#machine = machine
    this.#keepAlive = keepAlive
    this.#settle = settle
    this.#opened = opened
  }

  read(reader: FlowReader): void {
    this.#reader = reader
    const first = this.#first
    this.#first = none
    if (this.#hand(first) && this.#goesOn()) this.#want()
  }

  resume(): void {
    this.#isLeft = false
    if (this.#goesOn()) this.#want()
  }

  #want(): void {
    this.#isWanting = true
    this.#body.resume()
  }

  leave(): void {
    this.#isLeft = true
    this.#isWanting = false
    clearTimeout(this.#clock)
    this.#clock = undefined
    this.#body.leave()
  }

  take(pieces: readonly Uint8Array[]): boolean {
    this.#left = concatBytes(pieces)
    return (this.#isWanting = this.#feed(none, this.#left.length === 0))
  }

  end(error?: GatewayError): void {
    this.#hasEnded = true
    this.#isWanting = false
    const last = this.#machine.end(error ?? "clean")
    this.#isOver = !this.#machine.waits()
    if (this.#say(last, false)) this.#goesOn()
  }

  die(thrown: unknown): void {
    clearTimeout(this.#clock)
    if (this.#reader === undefined) this.#opened(Effect.die(thrown))
    else this.#reader.die(thrown)
  }

  /** Whether the machine is to go on before anything else is pushed. */
  get #waits(): boolean {
    return this.#left.length > 0 || this.#machine.waits()
  }

  /**
   * Feeds what is left, up to a piece that takes long. Where something waits for the reader, that is done in steps, until
   * there are eight times as many bytes as one takes: what is said waits in the client's bytes, which may be several times
   * those of the upstream's.
   * Whether more is wanted now.
   */
  #feed(pieces: readonly Uint8Array[], isQuiet: boolean): boolean {
    const step = this.#reader?.waits?.() === true ? slowStep : Infinity
    const out = [...pieces]
    let size = 0
    while (!this.#machine.waits() && size < 8 * step) {
      const piece = this.#left.subarray(0, step)
      if (piece.length === 0) break
      this.#left = this.#left.subarray(piece.length)
      if (this.#machine.failure() !== undefined) this.#behind += piece.length
      for (const more of this.#machine.push(piece)) {
        out.push(more)
        size += more.length
      }
    }
    this.#left = alone(this.#left)
    this.#isOver = !this.#waits && (this.#hasEnded || (hasEnded(this.#machine) && !this.#looksBehind()))
    return this.#say(out, isQuiet) && this.#goesOn()
  }

  /** Whether what comes behind an error is looked at, though none of it is told: for a moment, as an end is read. */
  #looksBehind(): boolean {
    if (!this.#machine.awaitsUsage()) return false
    this.#clock ??= setTimeout(this.#giveUp, unwanted.clock)
    return this.#behind <= unwanted.bytes
  }

  readonly #giveUp = (): void => {
    this.#behind = Infinity
    this.#isOver ||= !this.#waits
    if (!this.#isWanting || !this.#isOver) return
    this.#body.leave()
    this.#finish()
  }

  /** Says what was made, or that more will come. Whether its reader takes more at once. */
  #say(pieces: readonly Uint8Array[], isQuiet: boolean): boolean {
    if (this.#clock !== undefined && !this.#isOver && (isQuiet || this.#isStatus)) return true
    const isSilent = isQuiet && !this.#isOver && !this.#waits
    const out = (isSilent ? (this.#machine.begin?.() ?? none) : pieces).filter(isFull)
    if (out.length > 0) {
      this.#began = true
      return this.#hand(out)
    }
    const keepAlive = this.#keepAlive
    if (!isSilent || keepAlive === undefined) return true
    return this.#hand([this.#began ? keepAlive.bytes : keepAlive.first])
  }

  /** Whether the answer is an error with a status of its own: nothing was said, and nobody reads yet. */
  get #isStatus(): boolean {
    return this.#reader === undefined && this.#machine.failure() !== undefined && !this.#machine.began()
  }

  #hand(pieces: readonly Uint8Array[]): boolean {
    const [first, ...more] = pieces
    if (this.#reader !== undefined) return first === undefined || this.#reader.take([first, ...more])
    this.#first = pieces
    this.#opened()
    return false
  }

  /** Ends, or goes on with what takes long, or whether more is to come from upstream. */
  #goesOn(): boolean {
    if (this.#isOver) this.#finish()
    else if (this.#waits) afterSockets(this.#goOn)
    else return true
    return false
  }

  readonly #goOn = (): void => {
    if (this.#isLeft) return
    try {
      if (this.#feed(this.#machine.push(nothing), false)) this.#want()
    } catch (thrown) {
      this.die(thrown)
    }
  }

  #finish(): void {
    clearTimeout(this.#clock)
    if (this.#reader === undefined) return this.#opened()
    const last = this.#machine.last?.() ?? nothing
    if (!this.#hand(last.length > 0 ? [last] : none)) return
    this.#settle(this.#machine.failure())
    this.#reader.end()
  }
}

const encoder = new TextEncoder()

/** A stream in another of its format's framings. It is closed with its last event, an error among them. */
export const inFraming = (stream: ReplyStream, format: ChatFormat, framing: StreamFraming): ReplyStream => {
  const [usual] = format.framings
  if (framing.id === usual.id) return stream
  const read = usual.read(Infinity)
  const print = framing.write()
  let [upstreamEnded, closed] = [false, false]
  const printed = (pieces: readonly Uint8Array[]): string => {
    let text = ""
    for (const piece of pieces) {
      for (const frame of read.push(piece)) if (!(frame instanceof GatewayError)) text += print.push(frame).join("")
    }
    return text
  }
  /** Pieces as the other framing has them, with its end behind the last. */
  const told = (pieces: readonly Uint8Array[]): readonly Uint8Array[] => {
    let text = printed(pieces)
    if (!closed && !stream.waits() && (upstreamEnded || hasEnded(stream))) {
      closed = true
      text += print.end("clean").join("")
    }
    return text === "" ? none : [encoder.encode(text)]
  }
  return {
    push: (piece) => told(stream.push(piece)),
    end: (how) => {
      upstreamEnded = true
      return told(stream.end(how))
    },
    notes: () => stream.notes(),
    usage: stream.usage,
    failure: stream.failure,
    began: stream.began,
    begin: () => told(stream.begin?.() ?? none),
    ended: stream.ended,
    waits: stream.waits,
    awaitsUsage: stream.awaitsUsage
  }
}
