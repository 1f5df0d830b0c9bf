import { concatBytes } from "../core/collections.ts"
import { GatewayError } from "../core/errors/error.ts"
import { withoutAccount } from "../core/errors/failure.ts"
import type { ChatEvent } from "../core/chat/chat.ts"
import { type ReplyPreferences, type ChatFormat, emptyReplyContext } from "../core/format.ts"
import { eventTooLarge } from "../core/framing/stream-limits.ts"
import { type StreamFrame, type StreamEnding, noNotes, type Transducer } from "../core/framing/transducer.ts"
import type { PassedStream, Passthrough } from "../core/passthrough.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"
import { notUnderstood } from "./call-model.ts"
import type { ChatClient, ReplyStream } from "./chat-exchange.ts"
import {
  eventsIn,
  EventSplitter,
  framesIn,
  maskAsides,
  masked,
  withBlankLine,
  withLineFeed,
  wholeRest
} from "./event-lines.ts"
import { long, type Making, PausableWork, short } from "./offload.ts"
import { type Rewritten, rewritten, splice } from "./body.ts"
import { maskedData } from "./without-secrets.ts"
import { isUsageFrame, UnreadUsage, readingBehind, StreamObserver } from "./usage.ts"
import { errorBytes, failureBytes } from "./translate-stream.ts"

/**
 * Passes the events of a stream as they are, each once it is whole, and looks at the first and at those that tell
 * usage, an error or the end. Nothing passes after the upstream's own end or error, but its word that the answer failed.
 * `hidesUsage`: the frame that tells usage was not asked for by the client, and is kept back.
 */
export const passStream = (
  client: ChatClient,
  format: ChatFormat,
  preferences: ReplyPreferences,
  hidesUsage: boolean
): ReplyStream => new PassingStream(format, client, preferences, hidesUsage)

class PassingStream implements ReplyStream {
  readonly #format: ChatFormat
  readonly #passing: Passthrough
  readonly #preferences: ReplyPreferences
  readonly #most: number
  readonly #client: ChatClient
  readonly #hidesUsage: boolean
  readonly #followed: PassedStream | undefined
  readonly #watch = new StreamObserver()
  readonly #unread: UnreadUsage
  readonly #blocks = new EventSplitter()
  readonly #read: Transducer<Uint8Array, StreamFrame | GatewayError>
  readonly #decode: Transducer<StreamFrame, ChatEvent>
  readonly #left = new PausableWork<readonly Uint8Array[]>()
  /** Whether lines came that are no event's. */
  #hasAsides = false
  #over = false
  /** What tells that the answer failed, where the upstream said an error and nothing of its answer. */
  #untold = nothing

  /** Words without what is the operator's own, and without the deployment's secrets. */
  readonly #mask = (words: string): string => this.#client.secrets.text(withoutAccount(words))

  readonly notes = noNotes
  readonly usage = (): TokenUsage | undefined => {
    this.#unread.read()
    return this.#watch.usage()
  }
  readonly failure = this.#watch.failure
  readonly began = this.#watch.began
  readonly awaitsUsage = this.#watch.awaitsUsage
  readonly ended = (): boolean => this.#over
  readonly waits = (): boolean => this.#left.waits
  readonly completed: PassedStream["completed"]
  readonly last = (): Uint8Array => {
    const untold = this.#untold
    this.#untold = nothing
    return untold
  }

  constructor(format: ChatFormat, client: ChatClient, preferences: ReplyPreferences, hidesUsage: boolean) {
    const { passing, limits } = client
    this.#format = format
    this.#passing = passing
    this.#preferences = preferences
    this.#most = limits.event
    this.#client = client
    this.#hidesUsage = hidesUsage
    this.#followed = passing.follow?.(limits.kept)
    this.completed = this.#followed?.completed ?? (() => [])
    this.#read = format.framings[0].read(limits.event, () => {
      this.#hasAsides = true
    })
    this.#decode = readingBehind(() => format.decodeStream(emptyReplyContext, limits.kept))
    this.#unread = new UnreadUsage(passing, (usage) => this.#watch.see({ type: "usage", usage }))
  }

  push(piece: Uint8Array): readonly Uint8Array[] {
    if (piece.length === 0) return this.#left.next() ?? none
    const before = this.#rest()
    if (this.#over && (this.failure() === undefined || this.#blocks.size > this.#most)) return before
    const whole = this.#blocks.push(piece)
    const out = whole === undefined ? none : this.#left.begin(this.#pass(whole))
    const pieces = before.length === 0 ? out : [...before, ...out]
    return this.#over || this.#blocks.size <= this.#most ? pieces : [...pieces, ...this.#fail(tooLarge(this.#most))]
  }

  end(how: StreamEnding): readonly Uint8Array[] {
    const before = this.#rest()
    if (this.#over) return before
    const out = this.#left.begin(this.#ending(how))
    return before.length === 0 ? out : [...before, ...out]
  }

  /** Passes what came last, without a blank line after it, and ends with an error where the stream broke off. */
  *#ending(how: StreamEnding): Making<readonly Uint8Array[]> {
    const rest = how === "clean" ? this.#blocks.rest() : undefined
    const whole = yield* wholeRest(this.#format, this.#passing, rest)
    const out = whole === undefined ? none : yield* this.#pass(whole)
    if (this.#over) return out
    this.#over = true
    if (whole === undefined && rest !== undefined) yield* this.#behind(yield* framesIn(this.#read, withBlankLine(rest)))
    this.#see(this.#decode.end(how))
    const error = this.failure() ?? (how instanceof GatewayError ? how : undefined)
    return error === undefined ? out : [...out, ...this.#fail(error)]
  }

  #rest(): readonly Uint8Array[] {
    return this.#left.waits ? this.#left.rest().flat() : none
  }

  /** Passes whole events, as far as they may. */
  *#pass(whole: Uint8Array): Making<readonly Uint8Array[]> {
    const frames = yield* framesIn(this.#read, whole)
    if (this.#over) return yield* this.#behind(frames)
    const verdicts: Verdict[] = []
    for (const frame of frames) {
      if (this.#over) break
      if ((!(frame instanceof GatewayError) && frame.data.length > short) || isFull(verdicts.length)) yield none
      const verdict = yield* this.#judge(frame)
      if (verdict !== "breaks" && !(frame instanceof GatewayError)) this.#followed?.passed(frame)
      verdicts.push(verdict)
      this.#over = verdict === "last" || verdict === "breaks"
    }
    const told = this.#hasAsides ? yield* maskAsides(whole, this.#mask) : whole
    this.#hasAsides = false
    const all = verdicts.length === frames.length && verdicts.every(passes)
    if (!all && told.length > long) yield none
    const out = all ? told : yield* chosen(this.#format, told, verdicts, this.#mask)
    const own = this.#over ? this.#restOf(verdicts.at(-1)) : none
    const behind = this.failure() === undefined ? none : yield* this.#behind(frames.slice(verdicts.length))
    const rest = [...own, ...behind]
    if (out.length === 0) return rest
    return [this.#over ? withLineFeed(out) : out, ...rest]
  }

  *#judge(frame: StreamFrame | GatewayError): Generator<readonly Uint8Array[], Verdict, void> {
    if (frame instanceof GatewayError) {
      this.#watch.fail(frame)
      return "breaks"
    }
    const isLong = frame.data.length > short
    if (this.#passing.ends(frame)) {
      if (isLong) yield none
      const events = this.#decode.push(this.#brief(frame))
      this.#see(this.#watch.began() ? events.filter(({ type }) => type !== "error") : events)
      return this.failure() === undefined ? "last" : "breaks"
    }
    if (this.#passing.tells(frame) || !this.#watch.began() || !isReadable(frame.data)) {
      this.#unread.read()
      this.#see(this.#decode.push(frame))
    } else this.#unread.pass(frame)
    const failure = this.failure()
    if (failure !== undefined) return this.#isTold(failure, frame) && this.#passing.fails(frame) ? "last" : "breaks"
    this.#watch.spoke()
    if (isLong) yield none
    if (!object.test(frame.data) || this.#passing.quotes?.(frame) === true)
      return frame.data.length > long ? "keep" : "masked"
    if (this.#hidesUsage && isUsageFrame(frame)) return "keep"
    const edits = this.#passing.shown?.(frame.data, this.#preferences) ?? []
    return edits.length === 0 ? "pass" : { from: frame.data, to: splice(frame.data, edits) }
  }

  /**
   * Looks at what is not told: behind an error it may say what the answer cost, and half an event is one that cannot be
   * read. Only that the answer failed is told in the upstream's own words.
   */
  *#behind(frames: readonly (StreamFrame | GatewayError)[]): Making<readonly Uint8Array[]> {
    const out: Uint8Array[] = []
    for (const frame of frames) {
      if (frame instanceof GatewayError) break
      if (frame.data.length > short) yield none
      this.#see(this.#decode.push(frame))
      if (this.#untold.length > 0 && this.#followed?.follows(frame) === true) {
        this.#untold = nothing
        out.push(failureBytes(this.#client, [frame]))
      }
    }
    return out
  }

  /** A last event that is long, without what it repeats. */
  #brief(frame: StreamFrame): StreamFrame {
    const { repeats } = this.#passing
    if (repeats === undefined || frame.data.length <= short) return frame
    return { ...frame, data: splice(frame.data, [{ path: repeats, value: [] }]) }
  }

  /**
   * Whether clients are told the upstream's own words: not of an event that is not read, nor where they stand in none,
   * are about the operator's account or hold one of the deployment's secrets.
   */
  #isTold({ details }: GatewayError, { data, bare }: StreamFrame): boolean {
    return (
      bare !== true &&
      details.code !== eventTooLarge &&
      details.refusal === undefined &&
      maskedData(data, this.#mask) === data
    )
  }

  #see(events: readonly ChatEvent[]): void {
    for (const event of events) this.#watch.see(event)
  }

  /** What is to be told at once after the last frame that passes. */
  #restOf(last: Verdict | undefined): readonly Uint8Array[] {
    const error = this.failure()
    if (last === "breaks") return this.#fail(error ?? notUnderstood())
    if (error !== undefined && this.#followed !== undefined) this.#untold = this.#tell(error)
    return none
  }

  /** Ends the stream with an error that the upstream has not told itself. */
  #fail(error: GatewayError): readonly Uint8Array[] {
    this.#over = true
    this.#watch.fail(error)
    return [this.#tell(error)]
  }

  #tell(error: GatewayError): Uint8Array {
    const frames = this.#followed?.failed(error)
    return frames === undefined
      ? errorBytes(this.#client, this.#preferences, error)
      : failureBytes(this.#client, frames)
  }
}

/** What becomes of a frame: it passes, as it is, masked or with other data, is kept back, is the last, or breaks the stream. */
type Verdict = "pass" | "masked" | "keep" | "last" | "breaks" | Rewritten

/** How the data of every format begin; others are words of who knows whom. */
const object = /^\s*\{/

/** How the data of an event begin, and how they end. */
const begun = /^\s*(?:\[|\{\s*["}])/
const ends = /[\]}]\s*$/

/** Whether data look like those of an event: no client could read others. */
const isReadable = (data: string): boolean => begun.test(data) && ends.test(data.slice(-8))

/** So many events are judged in one step: none that says something is so short that a piece holds as many. */
const mostEvents = 1024

/** Whether a step is full behind so many events. */
const isFull = (events: number): boolean => events > 0 && events % mostEvents === 0

const passes = (verdict: Verdict): boolean => verdict === "pass" || verdict === "last"

/** The events that pass, of whole ones whose frames were judged so; after the last verdict nothing does. */
function* chosen(
  format: ChatFormat,
  whole: Uint8Array,
  verdicts: readonly Verdict[],
  mask: (words: string) => string
): Generator<readonly Uint8Array[], Uint8Array, void> {
  const out: Uint8Array[] = []
  let [blocks, judged] = [0, 0]
  for (const block of eventsIn(whole)) {
    if (block === undefined || isFull(++blocks)) yield none
    if (block === undefined) continue
    const { length } = yield* framesIn(format.framings[0].read(), block)
    const verdict = length === 0 ? "pass" : verdicts[judged]
    judged += length
    if (verdict === undefined || verdict === "breaks") break
    if (verdict === "masked") out.push(masked(block, mask))
    else if (verdict !== "keep") out.push(typeof verdict === "string" ? block : rewritten(block, verdict))
    if (verdict === "last") break
  }
  return concatBytes(out)
}

const tooLarge = (most: number): GatewayError =>
  new GatewayError("UpstreamFailed", `The upstream sent a stream event of more than ${most} bytes.`, {
    code: eventTooLarge
  })

const none: readonly Uint8Array[] = []

const nothing: Uint8Array = new Uint8Array(0)
