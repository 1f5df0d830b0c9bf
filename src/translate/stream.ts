import { type ReplyOptions, responseDefaultsOf } from "./response.ts"
import { GatewayError } from "../core/errors/error.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../core/format.ts"
import type { ChatEvent } from "../core/events/event.ts"
import { checkedEvents } from "../core/events/checked-answer.ts"
import { type StreamFrame, chainTransducers, type StreamEnding } from "../core/framing/transducer.ts"
import type { TranslationNote } from "../core/notes/note.ts"

/** The translation of one stream, fed piece by piece. */
export interface StreamTranslation {
  /** Takes the upstream's next bytes or text, cut anywhere, and gives what can be told the client of them. */
  readonly push: (piece: Uint8Array | string) => string
  /**
   * Tells how the upstream ended, and gives the last of the client's stream. `clean` (the default): the connection
   * closed as it should; `cut`: it broke, as any error says; or the `GatewayError` that ended it. An answer that is not
   * known to be whole ends in an error of the client's format.
   */
  readonly end: (how?: StreamEnding | Error) => string
  /** The notes found since this was last asked. */
  readonly notes: () => readonly TranslationNote[]
  /** The error that the client's stream ended with, if it did. */
  readonly failure: () => GatewayError | undefined
}

/**
 * Translates a streamed answer, framing included: what comes out is the text that the client reads from its socket.
 * Whatever can be said of a piece is returned by the `push` of that piece.
 *
 * @example
 * const stream = translateStream({ from: Formats.messages, to: Formats.chatCompletions })
 * for await (const bytes of upstream) client.write(stream.push(bytes))
 * client.end(stream.end())
 */
export const translateStream = (options: ReplyOptions): StreamTranslation => {
  const reader = options.from.framings[0].read()
  let failure: GatewayError | undefined
  const seen = (events: readonly ChatEvent[]): readonly ChatEvent[] => {
    for (const event of events) if (event.type === "error") failure = event.error
    return events
  }
  const undo = options.undo ?? emptyReplyContext
  const decoder = checkedEvents(options.from.decodeStream(undo), undo)
  const events: typeof decoder = {
    ...decoder,
    push: (frame) => seen(decoder.push(frame)),
    end: (how) => seen(decoder.end(how))
  }
  const writer = options.to.encodeStream(options.asked ?? defaultReplyPreferences, responseDefaultsOf(options))
  const frames = chainTransducers(events, writer)
  const machine = chainTransducers(frames, options.to.framings[0].write())
  const encoder = new TextEncoder()
  let held = ""
  let over = false
  const take = (items: readonly (StreamFrame | StreamEnding)[]): string => {
    let text = ""
    for (const item of items) {
      if (over) break
      over = isEnding(item)
      text += (isEnding(item) ? machine.end(item) : machine.push(item)).join("")
    }
    return text
  }
  const bytesOf = (text: string): Uint8Array => {
    const whole = held + text
    held = /[\uD800-\uDBFF]$/.test(whole) ? whole.slice(-1) : ""
    return encoder.encode(held === "" ? whole : whole.slice(0, -1))
  }
  return {
    push: (piece) => take(reader.push(typeof piece === "string" ? bytesOf(piece) : piece)),
    end: (how = "clean") => {
      const ending = typeof how === "string" || how instanceof GatewayError ? how : "cut"
      return take([...reader.end(ending), ending])
    },
    notes: machine.notes,
    failure: () => failure ?? writer.failure?.()
  }
}

const isEnding = (item: StreamFrame | StreamEnding): item is StreamEnding =>
  typeof item === "string" || item instanceof GatewayError

/** A translation of a stream for `pipeThrough`. */
export interface PipedTranslation {
  readonly writable: WritableStream<Uint8Array>
  readonly readable: ReadableStream<Uint8Array>
  /** The notes found since this was last asked. */
  readonly notes: () => readonly TranslationNote[]
}

/**
 * Pipes bytes through a translation, no faster than they are read. An upstream that breaks off ends the client's stream
 * in an error of its format and not in a broken stream; a reader that leaves cancels the upstream.
 */
export const piped = (machine: StreamTranslation): PipedTranslation => {
  const encoder = new TextEncoder()
  let how: "clean" | "cut" = "clean"
  const tell = (text: string, client: TransformStreamDefaultController<Uint8Array>): void => {
    if (text !== "") client.enqueue(encoder.encode(text))
  }
  const translation = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, client) => tell(machine.push(piece), client),
    flush: (client) => tell(machine.end(how), client)
  })
  const writer = translation.writable.getWriter()
  const writable = new WritableStream<Uint8Array>({
    start: (upstream) => {
      writer.closed.catch((reason: unknown) => upstream.error(reason))
    },
    write: (piece) => writer.write(piece),
    close: () => writer.close(),
    abort: () => {
      how = "cut"
      return writer.close()
    }
  })
  return { writable, readable: translation.readable, notes: machine.notes }
}
