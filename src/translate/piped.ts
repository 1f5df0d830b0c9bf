import type { Note } from "../words/notes/note.ts"
import type { StreamTranslation } from "./stream.ts"

/** A translation of a stream for `pipeThrough`. */
export interface PipedTranslation {
  readonly writable: WritableStream<Uint8Array>
  readonly readable: ReadableStream<Uint8Array>
  /** The notes found since this was last asked. */
  readonly notes: () => readonly Note[]
}

/**
 * Pipes bytes through a translation, no faster than they are read. An upstream that breaks off ends the client's stream
 * in an error of its format and not in a broken stream; a reader that leaves cancels the upstream.
 */
export const piped = (machine: StreamTranslation): PipedTranslation => {
  const encoder = new TextEncoder()
  const reader: { read: () => void } = { read: () => undefined }
  let leave: (reason: unknown) => void = () => undefined
  let out: ReadableStreamDefaultController<Uint8Array> | undefined
  const tell = (text: string): void => {
    if (text !== "") out?.enqueue(encoder.encode(text))
  }
  const finish = (how: "clean" | "cut"): void => {
    tell(machine.end(how))
    out?.close()
  }
  const readable = new ReadableStream<Uint8Array>({
    start: (controller) => {
      out = controller
    },
    pull: () => reader.read(),
    cancel: (reason) => leave(reason)
  })
  const writable = new WritableStream<Uint8Array>({
    start: (controller) => {
      leave = (reason) => {
        controller.error(reason)
        reader.read()
      }
    },
    write: async (piece) => {
      tell(machine.push(piece))
      if ((out?.desiredSize ?? 1) > 0) return
      await new Promise<void>((resolve) => {
        reader.read = resolve
      })
    },
    close: () => finish("clean"),
    abort: () => finish("cut")
  })
  return { writable, readable, notes: machine.notes }
}
