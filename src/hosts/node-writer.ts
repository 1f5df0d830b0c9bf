import { ServerResponse } from "node:http"
// oxlint-disable-next-line eslint/no-restricted-imports -- opens none: what a response writes to is looked at
import { Socket } from "node:net"
import type { Writable } from "node:stream"
import { joinChunks } from "./node-body.ts"

/** Writes a body that comes by and by, behind its head. */
export interface BodyWriter {
  /** Writes pieces; whether more may be written at once, else once {@link BodyWriter.drains} says `drain`. */
  readonly write: (pieces: readonly Uint8Array[]) => boolean
  readonly end: () => void
  readonly drains: Writable
}

/**
 * Writes through a response of which the head is known. Node hands each chunk to its socket in four parts and in a turn
 * of its own, which costs more than most events do: where nothing stands between a response and its socket, chunks are
 * framed here, and those behind the first, with which the head goes, are given to the socket itself.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-7.1 (read 2026-11)
 */
export const bodyWriter = (response: ServerResponse): BodyWriter => {
  const { socket } = response
  if (!(socket instanceof Socket) || !framesChunks(response)) {
    return {
      write: (pieces) => response.write(joinChunks(pieces)),
      end: () => void response.end(),
      drains: response
    }
  }
  response.chunkedEncoding = false
  let to: Writable = response
  return {
    write: (pieces) => {
      const isTaken = to.write(chunkOf(pieces))
      to = socket
      return isTaken
    },
    end: () => {
      to.write(lastChunk)
      response.end()
    },
    drains: socket
  }
}

/** Whether node frames what is written, and nobody else, such as who compresses, would see the frames. */
const framesChunks = (response: ServerResponse): boolean =>
  response.chunkedEncoding &&
  response.write === ServerResponse.prototype.write &&
  response.end === ServerResponse.prototype.end

const lastChunk = "0\r\n\r\n"

/** Pieces as one chunk; nothing where they are empty, for an empty chunk is the last. */
const chunkOf = (pieces: readonly Uint8Array[]): Buffer => {
  let size = 0
  for (const { length } of pieces) size += length
  if (size === 0) return Buffer.alloc(0)
  const head = `${size.toString(16)}\r\n`
  const chunk = Buffer.allocUnsafe(head.length + size + 2)
  let at = chunk.write(head, "latin1")
  for (const piece of pieces) {
    chunk.set(piece, at)
    at += piece.length
  }
  chunk.write("\r\n", at, "latin1")
  return chunk
}
