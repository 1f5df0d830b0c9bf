import type { TranslationNote } from "../core/notes/note.ts"
import type { StreamTranslation } from "./stream.ts"

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
