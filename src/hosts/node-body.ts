import type { Readable } from "node:stream"
import { toIncomingMessage } from "@effect/platform-node/NodeHttpServerRequest"
import * as Effect from "effect/Effect"
import type { TakeBytes, Unread } from "../gateway/read-bytes.ts"

/** Takes a body from `node:http` itself: its pieces are joined once, and nothing stands between. */
export const takeBytes: TakeBytes = (request, cap) => taken(toIncomingMessage(request), cap)

const taken = (source: Readable, cap: number): Effect.Effect<Uint8Array, Unread> =>
  Effect.callback((resume) => {
    const pieces: Buffer[] = []
    let bytes = 0
    const leave = (): void => {
      source.off("data", onData).off("end", onEnd).off("error", onBroken).off("close", onBroken)
    }
    const end = (how: Effect.Effect<Uint8Array, Unread>): void => {
      leave()
      resume(how)
    }
    const onData = (piece: Buffer): void => {
      pieces.push(piece)
      bytes += piece.length
      if (bytes <= cap) return
      end(Effect.fail("too-large"))
      source.on("error", ignore).resume()
    }
    const onEnd = (): void => end(Effect.succeed(joined(pieces)))
    const onBroken = (): void => end(Effect.fail("broken"))
    if (source.readableEnded || source.destroyed) return resume(Effect.fail("broken"))
    source.on("data", onData).on("end", onEnd).on("error", onBroken).on("close", onBroken)
    return Effect.sync(leave)
  })

const joined = (pieces: readonly Buffer[]): Uint8Array => {
  const [only] = pieces
  return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces)
}

const ignore = (): void => undefined
