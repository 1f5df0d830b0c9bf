import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { GatewayError } from "../../core/errors/error.ts"
import { newRef, readRef, MediaStore, type ByteRange, type StoreCaps, StoreQuota } from "./store.ts"

/** 64 MiB of one medium, 256 MiB of all. */
const caps: StoreCaps = { medium: 64 * 1024 * 1024, all: 256 * 1024 * 1024 }

/** Keeps media in this process's memory: they end with it. */
export const layerMemory = (options: Partial<StoreCaps> = {}): Layer.Layer<MediaStore> =>
  Layer.sync(MediaStore)(() => inMemory(new StoreQuota({ ...caps, ...options })))

type Pieces = readonly Uint8Array[]

const inMemory = (room: StoreQuota): MediaStore["Service"] => {
  const media = new Map<string, Pieces>()
  return {
    keep: Effect.fnUntraced(function* (bytes, about) {
      forget(media, room, yield* Clock.currentTimeMillis)
      return yield* Effect.acquireUseRelease(
        Effect.sync(() => room.enter()),
        (entry) =>
          Effect.map(gathered(bytes, entry.add), (pieces) => {
            const ref = newRef({ ...about, size: entry.size() })
            media.set(ref, pieces)
            entry.stay()
            return ref
          }),
        (entry) => Effect.sync(entry.leave)
      )
    }),
    find: (ref) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const [facts, pieces] = [readRef(ref), media.get(ref)]
        if (facts === undefined || pieces === undefined || facts.until <= now) return undefined
        return { ...facts, read: (range) => Stream.fromIterable(range === undefined ? pieces : cut(pieces, range)) }
      })
  }
}

const forget = (media: Map<string, Pieces>, room: StoreQuota, now: number): void => {
  for (const ref of media.keys()) {
    const facts = readRef(ref)
    if (facts === undefined || facts.until > now) continue
    media.delete(ref)
    room.free(facts.size)
  }
}

const gathered = (
  bytes: Stream.Stream<Uint8Array, GatewayError>,
  add: (bytes: number) => GatewayError | undefined
): Effect.Effect<Pieces, GatewayError> =>
  Effect.suspend(() => {
    const pieces: Uint8Array[] = []
    const taken = Stream.runForEach(bytes, (piece) => {
      const why = add(piece.length)
      if (why !== undefined) return Effect.fail(why)
      pieces.push(Uint8Array.from(piece))
      return Effect.void
    })
    return Effect.as(taken, pieces)
  })

const cut = (pieces: Pieces, { offset, length }: ByteRange): Pieces => {
  const out: Uint8Array[] = []
  let at = 0
  for (const piece of pieces) {
    const part = piece.subarray(Math.max(0, offset - at), Math.max(0, offset + length - at))
    if (part.length > 0) out.push(part)
    at += piece.length
  }
  return out
}
