import { GatewayError } from "../errors/error.ts"
import { beyondBounds, type HeldCounter, withoutEcho } from "./stream-limits.ts"
import type { Json } from "../json/value.ts"
import { mostNotes, type TranslationNote } from "../notes/note.ts"

/** What was read of a long event before, in steps. */
export interface ReadEvent {
  /** Its data, without instructions that nobody reads again. */
  readonly data: string
  /** The same without long texts, for who looks for anything else. */
  readonly brief: string
  /** Its value, null where it is no JSON. */
  readonly value: Json
  /** Why it is not read; undefined where it is. */
  readonly beyond: GatewayError | undefined
}

/** One item of a wire stream, without its framing. */
export interface StreamFrame {
  /** The event's name, where the framing has names and one was given. */
  readonly event?: string
  readonly data: string
  /** It stood in no event, as some vendors write an error: clients of events do not read it. */
  readonly bare?: true
  /** What was read of it before it is pushed, where it is long. */
  readonly read?: ReadEvent
}

/** What a framing writes: text, or bytes where it is binary. */
export type WirePiece = string | Uint8Array

/** How frames stand in bytes. */
export interface StreamFraming<Written extends WirePiece = string> {
  readonly id: "sse" | "json-array" | "event-stream"
  readonly contentType: string
  /**
   * Bytes to frames. A frame of more than `max` bytes is an error, and ends the machine. `aside` is told of each line
   * that is no event's, where the framing has lines, and of each name that is said of one.
   */
  readonly read: (max?: number, aside?: (name?: string) => void) => Transducer<Uint8Array, StreamFrame | GatewayError>
  readonly write: () => Transducer<StreamFrame, Written>
}

/** How a stream ended: as the protocol says, by the connection's end, or by an error that its reader found. */
export type StreamEnding = "clean" | "cut" | GatewayError

/** What a machine says of an item, in its steps. */
export function* pushInSteps<A, B>(machine: Transducer<A, B>, item: A): Generator<void, readonly B[], void> {
  return machine.steps === undefined ? machine.push(item) : yield* machine.steps(item)
}

/**
 * A synchronous state machine over a stream. Whatever may be said after an item has been returned by the `push` of
 * that item. After an error, and after `end`, it returns nothing more.
 */
export interface Transducer<A, B> {
  readonly push: (item: A) => readonly B[]
  /** The same of a long item in steps, between which others may have their turn; absent: it takes one. */
  readonly steps?: (item: A) => Generator<void, readonly B[], void>
  readonly end: (how: StreamEnding) => readonly B[]
  /** The notes found since this was last asked. */
  readonly notes: () => readonly TranslationNote[]
}

/** The error of a stream that ended before its protocol said so: its reader's own, where that found one. */
export const endError = (how: StreamEnding): GatewayError =>
  how instanceof GatewayError
    ? how
    : new GatewayError("UpstreamFailed", "The upstream's stream ended before its last event.")

/** What a machine keeps while it writes. */
export interface EncoderWrites<B> {
  readonly frames: B[]
  readonly notes: TranslationNote[]
  /** What is kept for later. */
  readonly held: HeldCounter
  /** Whether it has said its last. */
  done: boolean
  /** The error that it said last. */
  failure?: GatewayError
}

/** A machine that may end a stream with an error of its own. */
export interface FailingTransducer<A, B> extends Transducer<A, B> {
  /** The error that it said last. */
  readonly failure?: () => GatewayError | undefined
}

/** A machine over what it keeps: `on` takes an item, `fail` says an error; both push there what they say. */
export const writingTransducer = <A, B, S>(
  to: S & EncoderWrites<B>,
  on: (to: S, item: A) => void,
  fail: (to: S, error: GatewayError) => void
): FailingTransducer<A, B> => {
  const nothing: readonly B[] = []
  const taken = (): readonly B[] => {
    const last = to.frames.pop()
    if (last === undefined) return nothing
    return to.frames.length === 0 ? [last] : [...to.frames.splice(0), last]
  }
  return {
    push: (item) => {
      if (to.done) return nothing
      on(to, item)
      const { error } = to.held
      if (error !== undefined && !to.done) fail(to, error)
      atMost(to.notes)
      return taken()
    },
    end: (how) => {
      if (to.done) return nothing
      fail(to, endError(how))
      return taken()
    },
    notes: () => (to.notes.length === 0 ? noNotes() : to.notes.splice(0)),
    failure: () => to.failure
  }
}

/** What a machine keeps while it reads. */
interface DecoderReads {
  readonly held: HeldCounter
  readonly notes: TranslationNote[]
  /** Whether it has said its last. */
  done: boolean
}

/**
 * Ends a machine with an error at a frame that holds more than it may, and once more would have to be kept than may be;
 * `fail` says it.
 */
export const keepingWithin = <A extends Pick<StreamFrame, "data" | "read">, B>(
  state: DecoderReads,
  machine: Transducer<A, B>,
  fail: (error: GatewayError) => readonly B[]
): Transducer<A, B> => {
  const allowed = (item: A): A | GatewayError => {
    const data = item.read?.data ?? (state.done ? item.data : withoutEcho(item.data))
    const beyond = state.done ? undefined : item.read === undefined ? beyondBounds(data) : item.read.beyond
    return beyond ?? (data === item.data ? item : { ...item, data })
  }
  const within = (written: readonly B[]): readonly B[] => {
    const { error } = state.held
    atMost(state.notes)
    return error === undefined || state.done ? written : [...written, ...fail(error)]
  }
  return {
    push: (given) => {
      const item = allowed(given)
      return item instanceof GatewayError ? fail(item) : within(machine.push(item))
    },
    *steps(given) {
      const item = allowed(given)
      return item instanceof GatewayError ? fail(item) : within(yield* pushInSteps(machine, item))
    },
    end: machine.end,
    notes: machine.notes
  }
}

/** The same of a machine whose state gathers what it says: `read` takes an item, `end` ends it, `fail` says an error. */
export const gatheringWithin = <
  A extends Pick<StreamFrame, "data" | "read">,
  B,
  S extends DecoderReads & { events: B[] }
>(
  state: S,
  read: (state: S, item: A) => void,
  end: (state: S, how: StreamEnding) => void,
  fail: (state: S, error: GatewayError) => void,
  notes = (): readonly TranslationNote[] => state.notes.splice(0)
): Transducer<A, B> => {
  const doing =
    <X>(act: (state: S, on: X) => void) =>
    (on: X): readonly B[] => {
      if (!state.done) act(state, on)
      return state.events.splice(0)
    }
  return keepingWithin(state, { push: doing(read), end: doing(end), notes }, doing(fail))
}

const atMost = (notes: TranslationNote[]): void => {
  if (notes.length > mostNotes) notes.length = mostNotes
}

const none: readonly TranslationNote[] = []

/** The notes of a machine that never writes any. */
export const noNotes = (): readonly TranslationNote[] => none

/** Feeds all that `first` says into `second`. */
export const chainTransducers = <A, B, C>(first: Transducer<A, B>, second: Transducer<B, C>): Transducer<A, C> => ({
  push: (item) => pushAll(second, first.push(item)),
  end: (how) => [...pushAll(second, first.end(how)), ...second.end(how)],
  notes: () => [...first.notes(), ...second.notes()]
})

/** Pushes items one after another and gathers what comes of them. */
export const pushAll = <A, B>(machine: Transducer<A, B>, items: readonly A[]): readonly B[] => {
  const [only] = items
  if (only === undefined) return []
  if (items.length === 1) return machine.push(only)
  const out: B[] = []
  for (const item of items) for (const written of machine.push(item)) out.push(written)
  return out
}
