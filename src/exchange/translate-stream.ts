import { GatewayError } from "../core/errors/error.ts"
import { cutEvent, type ChatEvent } from "../core/chat/chat.ts"
import { eventCheck } from "../core/events/checked-answer.ts"
import type { ReplyPreferences, ReplyContext, UpstreamFormat } from "../core/format.ts"
import { type ChatClient, identified, placedFor, type ReplyStream } from "./chat-exchange.ts"
import { mostCandidates } from "../core/chat/codec.ts"
import { pushAll, type StreamEnding, type StreamFrame } from "../core/framing/transducer.ts"
import { noSecrets } from "../core/secrets/redactor.ts"
import { type CountPrompt, readingBehind, StreamObserver } from "./usage.ts"
import { readInSteps } from "./long-event.ts"
import { among, long, type Making, PausableWork, short } from "./offload.ts"
import { KeptNotes } from "./answer.ts"
import { isFull } from "./verdicts.ts"
import { maskedData, maskedPieces, maskOf, mayJoin } from "./without-secrets.ts"

const encoder = new TextEncoder()

/** Decodes an upstream's stream and encodes it for the client. */
export const translateStream = (
  client: ChatClient,
  upstream: UpstreamFormat,
  context: ReplyContext,
  preferences: ReplyPreferences,
  prompt?: CountPrompt
): ReplyStream => {
  const { event, kept: mostKept } = client.limits
  const watch = new StreamObserver(prompt)
  const read = upstream.framings[0].read(event)
  const decode = readingBehind(() => upstream.decodeStream(context, mostKept), eventCheck(context))
  const defaults = { ...client.defaults, ...(prompt && { prompt }) }
  const say = sayer({ ...client, defaults }, preferences, watch, upstream)
  const notes = new KeptNotes()
  const noted = (text: string): string => {
    notes.add(decode.notes())
    notes.add(say.notes())
    notes.add(watch.notes())
    return text
  }
  const left = new PausableWork<string>()
  const telling = new Telling(decode, say)
  const made = (making: Making<string>): readonly Uint8Array[] => {
    const before = left.rest().join("")
    return encoded(noted(before + left.begin(making)))
  }
  return {
    push: (bytes) => (bytes.length === 0 ? encoded(noted(left.next() ?? "")) : made(telling.frames(read.push(bytes)))),
    end: (how) => made(telling.end(read.end(how), how)),
    waits: () => left.waits,
    notes: () => notes.take(),
    usage: watch.usage,
    failure: watch.failure,
    awaitsUsage: watch.awaitsUsage,
    began: watch.began,
    begin: () => encoded(noted(say.begin())),
    ended: watch.ended
  }
}

/** What an upstream's frames say, written for the client and given piece by piece: what is long in steps of its own. */
class Telling {
  readonly #decode: ReturnType<typeof readingBehind>
  readonly #say: ReturnType<typeof sayer>
  /** What is written and was not given yet. */
  #text = ""

  constructor(decode: ReturnType<typeof readingBehind>, say: ReturnType<typeof sayer>) {
    this.#decode = decode
    this.#say = say
  }

  *frames(frames: readonly (StreamFrame | GatewayError)[]): Making<string> {
    yield* this.#frames(frames)
    return yield* piecesOf(this.#taken())
  }

  /** The last frames, and how the stream ends behind them. */
  *end(frames: readonly (StreamFrame | GatewayError)[], how: StreamEnding): Making<string> {
    yield* this.#frames(frames)
    yield* this.#events(this.#decode.end(how))
    yield* this.#write(this.#say.end(how))
    return yield* piecesOf(this.#taken())
  }

  *#frames(frames: readonly (StreamFrame | GatewayError)[]): Generator<string, void, void> {
    for (const frame of frames) {
      if (frame instanceof GatewayError) yield* this.#events(this.#decode.end(frame))
      else if (frame.data.length > short) yield* this.#longFrame(frame)
      else yield* this.#events(this.#decode.push(frame))
    }
  }

  /** A long frame is read, looked over and said in steps of their own. */
  *#longFrame(frame: StreamFrame): Generator<string, void, void> {
    yield* this.#given()
    const whole = yield* among(readInSteps(frame), "")
    yield ""
    const read = yield* among(this.#decode.read(whole), "")
    yield ""
    const events = this.#decode.checked(read)
    yield ""
    yield* this.#events(cutAll(events))
  }

  *#events(events: Iterable<ChatEvent>): Generator<string, void, void> {
    let said = 0
    for (const event of events) {
      if (isFull(said++)) yield* this.#given()
      yield* this.#write(this.#say.pieces(event))
    }
  }

  *#write(pieces: Iterable<string>): Generator<string, void, void> {
    for (const piece of pieces) {
      if (piece === "" || piece.length > long) yield* this.#given()
      this.#text += piece
      if (this.#text.length > short) yield* this.#given()
    }
  }

  *#given(): Generator<string, void, void> {
    yield yield* piecesOf(this.#taken())
  }

  #taken(): string {
    const text = this.#text
    this.#text = ""
    return text
  }
}

/** So many UTF-16 code units are given at once: what is longer is a medium, or near one. */
const longest = 2 * long

/** A text as it is given: of a long one piece by piece, of which bytes are made in turns of their own; the last at its end. */
function* piecesOf(text: string): Generator<string, string, void> {
  let from = 0
  while (text.length - from > longest) {
    const end = from + long
    const to = isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end
    yield text.slice(from, to)
    from = to
  }
  return text.slice(from)
}

/** Whether a code unit is the first half of a character, which bytes cannot be made of. */
const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00

/** Events of a long frame, none of which says a long text. */
function* cutAll(events: readonly ChatEvent[]): Generator<ChatEvent, void, void> {
  for (const event of events) yield* cutEvent(event)
}

/** The bytes that tell a client of an error in the middle of a stream. */
export const errorBytes = (client: ChatClient, preferences: ReplyPreferences, error: GatewayError): Uint8Array => {
  const say = sayer(client, preferences, new StreamObserver())
  return encoder.encode(say.events([{ type: "error", error }]))
}

/** The bytes of frames that tell a client of an error, and say again what came before it in pieces: they are looked through in steps. */
export function* failurePieces(
  { format, secrets, keys = noSecrets }: ChatClient,
  frames: readonly StreamFrame[]
): Generator<readonly Uint8Array[], Uint8Array, void> {
  const told: StreamFrame[] = []
  for (const frame of frames) told.push({ ...frame, data: yield* among(maskedData(frame.data, maskOf(secrets)), none) })
  let text = ""
  for (const piece of maskedPieces(keys, pushAll(format.framings[0].write(), told).join(""))) {
    if (piece === "") yield none
    text += piece
  }
  return encoder.encode(text)
}

export const sayer = (
  client: ChatClient,
  preferences: ReplyPreferences,
  watch: StreamObserver,
  upstream: Pick<UpstreamFormat, "id"> = client.format
) => {
  const encode = client.format.encodeStream(preferences, client.defaults, client.limits.kept)
  const print = client.format.framings[0].write()
  const mask = maskOf(client.secrets)
  const text = (frame: StreamFrame): string => {
    let written = ""
    for (const piece of print.push(frame)) written += piece
    return written
  }
  /**
   * Texts of frames, each made when it is asked for; before a long one an empty one says that it takes a while. `joins`:
   * whether they may tell what is put together of pieces.
   */
  function* texts(frames: readonly StreamFrame[], joins: boolean): Generator<string, void, void> {
    for (const frame of frames) {
      if (frame.data.length > long) yield ""
      const hasFailed = watch.failure() !== undefined
      const told = text(hasFailed ? { ...frame, data: yield* among(maskedData(frame.data, mask), "") } : frame)
      if (client.keys === undefined || !joins) yield told
      else yield* maskedPieces(client.keys, told)
    }
  }
  /** What says nothing but that an answer begins: it goes with what says more, or once nothing comes for a while. */
  let beginning: readonly StreamFrame[] = []
  const begun = (): readonly StreamFrame[] => {
    const said = beginning
    beginning = []
    return said
  }
  const afterBeginning = (said: readonly StreamFrame[]): readonly StreamFrame[] =>
    beginning.length === 0 || said.length === 0 ? said : [...begun(), ...said]
  const pieces = (event: ChatEvent): Iterable<string> => {
    const missing = watch.see(event)
    const before = missing === undefined ? [] : encode.push(missing)
    const said = encode.push(forClient(event, client, upstream))
    const opens = event.type === "candidate" && !watch.began() && beginning.length <= mostCandidates
    if (event.type === "start" || opens) {
      beginning = [...beginning, ...said]
      return []
    }
    if (said.length > 0) watch.spoke()
    const failed = encode.failure?.()
    if (failed !== undefined) watch.fail(failed)
    const frames = afterBeginning(before.length === 0 ? said : [...before, ...said])
    return texts(frames, mayJoin(event, frames))
  }
  return {
    /** What says an event, frame by frame. */
    pieces,
    events: (events: readonly ChatEvent[]): string => events.map((event) => [...pieces(event)].join("")).join(""),
    /** What says that an answer begins, where nothing else was said. */
    begin: (): string => {
      if (beginning.length > 0) watch.spoke()
      return [...texts(begun(), false)].join("")
    },
    /** What ends a stream, frame by frame. */
    *end(how: StreamEnding): Generator<string, void, void> {
      yield* texts(afterBeginning(encode.end(how)), true)
      yield* print.end(how)
    },
    notes: encode.notes
  }
}

/** An event as its client may read it. */
const forClient = (event: ChatEvent, client: ChatClient, upstream: Pick<UpstreamFormat, "id">): ChatEvent => {
  if (event.type === "error") return placed(event, client, upstream)
  return event.type === "start" ? { ...event, response: identified(client, event.response) } : event
}

/** An error as its client may read it. */
const placed = (
  { type, error }: Extract<ChatEvent, { type: "error" }>,
  { format }: ChatClient,
  upstream: Pick<UpstreamFormat, "id">
): ChatEvent => ({ type, error: placedFor(format, upstream, error) })

const none: readonly Uint8Array[] = []

const encoded = (text: string): readonly Uint8Array[] => (text === "" ? none : [encoder.encode(text)])
