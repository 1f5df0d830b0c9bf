import { GatewayError } from "../core/errors/error.ts"
import { withoutAccount } from "../core/errors/failure.ts"
import type { ChatEvent } from "../core/chat/chat.ts"
import { type ReplyPreferences, type ChatFormat, emptyReplyContext } from "../core/format.ts"
import { eventTooLarge, heldTooLarge } from "../core/framing/stream-limits.ts"
import { type StreamFrame, type StreamEnding, noNotes, type Transducer } from "../core/framing/transducer.ts"
import type { PassedStream, Passthrough } from "../core/passthrough.ts"
import type { TokenUsage } from "../core/tokens/usage.ts"
import { notUnderstood } from "./call-model.ts"
import type { ChatClient, ReplyStream } from "./chat-exchange.ts"
import { EventSplitter, framesIn, maskAsides, withBlankLine, withLineFeed, wholeRest } from "./event-lines.ts"
import { outlined, readInSteps, readOutline } from "./long-event.ts"
import { among, long, type Making, PausableWork, short } from "./offload.ts"
import { splice } from "./body.ts"
import { chosen, isFull, passes, type Verdict } from "./verdicts.ts"
import { maskedData, maskOf } from "./without-secrets.ts"
import { type AnswerReader, isUsageFrame, UnreadUsage, readingBehind, StreamObserver } from "./usage.ts"
import { errorBytes, failurePieces } from "./translate-stream.ts"

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
  readonly #decode: AnswerReader
  readonly #left = new PausableWork<readonly Uint8Array[]>()
  /** Whether lines came that are no event's, or names of events that are masked. */
  #hasAsides = false
  #hasNames = false
  /** Whether no event has come. */
  #begins = true
  /** The last name of an event that needs no mask. */
  #name: string | undefined
  #over = false
  /** What tells that the answer failed, where the upstream said an error and nothing of its answer. */
  #untold = nothing

  /** Words without what is the operator's own, and without the deployment's secrets. */
  readonly #mask = (words: string): Generator<void, string, void> => maskOf(this.#client.secrets, withoutAccount)(words)

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
    this.#read = format.framings[0].read(limits.event, (name) => {
      if (name === undefined) this.#hasAsides = true
      else if (name !== this.#name) this.#named(name)
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
    if (this.#over || this.#blocks.size <= this.#most) return pieces
    const all = [...pieces, ...this.#rest()]
    return this.#over ? all : [...all, ...this.#left.begin(this.#fail(tooLarge(this.#most)))]
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
    return error === undefined ? out : [...out, ...(yield* this.#fail(error))]
  }

  /** Looks at a name that is not the last one's. */
  #named(name: string): void {
    const isPlain = name.length <= longestName && this.#client.secrets.text(withoutAccount(name)) === name
    if (isPlain) this.#name = name
    else this.#hasAsides = this.#hasNames = true
  }

  #rest(): readonly Uint8Array[] {
    return this.#left.waits ? this.#left.rest().flat() : none
  }

  /** Passes whole events, as far as they may. */
  *#pass(whole: Uint8Array): Making<readonly Uint8Array[]> {
    const begins = this.#begins
    this.#begins = false
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
    const told = this.#hasAsides ? yield* maskAsides(whole, this.#mask, this.#hasNames) : whole
    this.#hasAsides = this.#hasNames = false
    const all = verdicts.length === frames.length && verdicts.every(passes)
    if (!all && told.length > long) yield none
    const out = all ? told : yield* chosen(this.#format, { whole: told, begins }, verdicts, this.#mask)
    const own = this.#over ? yield* this.#restOf(verdicts.at(-1)) : none
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
    const outline = isLong ? yield* among(outlined(frame.data), none) : undefined
    const brief = outline === undefined ? frame : { ...frame, data: outline.brief }
    if (this.#passing.ends(brief)) {
      if (isLong) yield none
      const events = this.#decode.push(this.#withoutRepeats(frame))
      this.#see(this.#watch.began() ? events.filter(({ type }) => type !== "error") : events)
      return this.failure() === undefined ? "last" : "breaks"
    }
    const tells = this.#passing.tells(brief)
    if (tells || !this.#watch.began() || !isReadable(frame.data)) {
      this.#unread.read()
      if (outline === undefined) this.#see(this.#decode.push(frame))
      else {
        const read = yield* among(readOutline(outline), none)
        yield none
        yield* this.#seeLong({ ...frame, read })
      }
    } else this.#unread.pass(brief)
    const failure = this.failure()
    if (isLong) yield none
    if (failure !== undefined)
      return (yield* this.#isTold(failure, frame)) && this.#passing.fails(brief) ? "last" : "breaks"
    this.#watch.spoke()
    if (!object.test(frame.data) || this.#passing.quotes?.(brief, tells) === true)
      return frame.data.length > long ? "keep" : "masked"
    if (this.#hidesUsage && isUsageFrame(brief)) return "keep"
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
      const isLong = frame.data.length > short
      if (isLong) {
        yield none
        yield* this.#seeLong(yield* among(readInSteps(frame), none))
        yield none
      } else this.#see(this.#decode.push(frame))
      if (this.#untold.length > 0 && this.#followed?.follows(frame) === true) {
        this.#untold = nothing
        out.push(yield* failurePieces(this.#client, [frame]))
      }
    }
    return out
  }

  /** A last event that is long, without what it repeats. */
  #withoutRepeats(frame: StreamFrame): StreamFrame {
    const { repeats } = this.#passing
    if (repeats === undefined || frame.data.length <= short) return frame
    return { ...frame, data: splice(frame.data, [{ path: repeats, value: [] }]) }
  }

  /**
   * Whether clients are told the upstream's own words: not of an event that is not read or kept, nor where they stand in none
   * or in one of which not all is looked through, are about the operator's account or hold one of the deployment's secrets.
   */
  *#isTold({ details }: GatewayError, { data, bare }: StreamFrame): Generator<readonly Uint8Array[], boolean, void> {
    return (
      bare !== true &&
      data.length <= longestError &&
      details.code !== eventTooLarge &&
      details.code !== heldTooLarge &&
      details.refusal === undefined &&
      (yield* among(maskedData(data, this.#mask), none)) === data
    )
  }

  *#seeLong(frame: StreamFrame): Generator<readonly Uint8Array[], void, void> {
    this.#see(this.#decode.checked(yield* among(this.#decode.read(frame), none)))
  }

  #see(events: readonly ChatEvent[]): void {
    for (const event of events) this.#watch.see(event)
  }

  /** What is to be told at once after the last frame that passes. */
  *#restOf(last: Verdict | undefined): Making<readonly Uint8Array[]> {
    const error = this.failure()
    if (last === "breaks") return yield* this.#fail(error ?? notUnderstood())
    if (error !== undefined && this.#followed !== undefined) this.#untold = yield* this.#tell(error)
    return none
  }

  /** Ends the stream with an error that the upstream has not told itself. */
  *#fail(error: GatewayError): Making<readonly Uint8Array[]> {
    this.#over = true
    this.#watch.fail(error)
    return [yield* this.#tell(error)]
  }

  *#tell(error: GatewayError): Generator<readonly Uint8Array[], Uint8Array, void> {
    const frames = this.#followed?.failed(error)
    return frames === undefined
      ? errorBytes(this.#client, this.#preferences, error)
      : yield* failurePieces(this.#client, frames)
  }
}

/** An event that tells an error in more characters is told in our words: of an escape each, they take long to look through. */
const longestError = 4 * long

/** A longer name of an event is no vendor's, and is masked with the lines that are no event's. */
const longestName = 1024

/** How the data of every format begin; others are words of who knows whom. */
const object = /^\s*\{/

/** How the data of an event begin, and how they end. */
const begun = /^\s*(?:\[|\{\s*["}])/
const ends = /[\]}]\s*$/

/** Whether data look like those of an event: no client could read others. */
const isReadable = (data: string): boolean => begun.test(data) && ends.test(data.slice(-8))

const tooLarge = (most: number): GatewayError =>
  new GatewayError("UpstreamFailed", `The upstream sent a stream event of more than ${most} bytes.`, {
    code: eventTooLarge
  })

const none: readonly Uint8Array[] = []

const nothing: Uint8Array = new Uint8Array(0)
