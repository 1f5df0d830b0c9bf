import { open } from "node:fs/promises"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { GatewayError } from "../../../words/errors/error.ts"
import { type Caps, type Entry, Room } from "../caps.ts"
import { forgotten, full, unavailable } from "../failures.ts"
import { readRef } from "../ref.ts"
import { type Keeping, MediaStore, type Range } from "../store.ts"
import { codeOf, type Draft, Folder } from "./folder.ts"

/** Where media are kept, and how many. */
export interface FilesOptions extends Partial<Caps> {
  /** A folder; it is made where there is none, in a folder that must be there. */
  readonly path: string
  /** After how many milliseconds media whose time is over are looked for again; 60,000 by default. */
  readonly sweepEvery?: number
}

/** 512 MiB of one medium, 10 GiB of all. */
const caps: Caps = { medium: 512 * 1024 * 1024, all: 10 * 1024 * 1024 * 1024 }

/**
 * Keeps media in a folder, which outlives this process however it ends. Processes may share one: then `all` is held to
 * as well as each knows of the others' media once a sweep.
 */
export const layerFiles = ({ path, sweepEvery = 60_000, ...options }: FilesOptions): Layer.Layer<MediaStore> =>
  Layer.effect(MediaStore)(
    Effect.gen(function* () {
      const folder = new Folder(path)
      const room = new Room({ ...caps, ...options })
      const swept = sweep(folder, room)
      yield* Effect.ignore(
        Effect.andThen(
          reaching(() => folder.make()),
          swept
        )
      )
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(sweepEvery), Effect.ignore(swept))))
      return {
        keep: (bytes, about) =>
          Effect.andThen(
            Effect.suspend(() => (room.isFull ? swept : Effect.void)),
            keep(folder, room, bytes, about)
          ),
        find: (ref) =>
          Effect.gen(function* () {
            const said = readRef(ref)
            if (said === undefined || said.until <= (yield* Clock.currentTimeMillis)) return undefined
            if (!(yield* reaching(() => folder.has(ref)))) return undefined
            return { ...said, read: (range) => read(folder.at(ref), range ?? { offset: 0, length: said.size }) }
          })
      }
    })
  )

const sweep = (folder: Folder, room: Room): Effect.Effect<void, GatewayError> =>
  Clock.currentTimeMillis.pipe(
    Effect.flatMap((now) => reaching(() => folder.sweep(now))),
    Effect.map((kept) => room.count(kept))
  )

const keep = (
  folder: Folder,
  room: Room,
  bytes: Stream.Stream<Uint8Array, GatewayError>,
  about: Keeping
): Effect.Effect<string, GatewayError> =>
  Effect.acquireUseRelease(
    reaching(() => folder.begin()),
    (draft) => {
      const entry = room.enter()
      const kept = Effect.andThen(
        Stream.runForEach(bytes, (piece) => write(draft, entry, piece)),
        Effect.uninterruptible(
          Effect.tap(
            reaching(() => folder.finish(draft, { ...about, size: entry.size() })),
            () => Effect.sync(entry.stay)
          )
        )
      )
      return Effect.ensuring(kept, Effect.sync(entry.leave))
    },
    (draft) => Effect.ignore(reaching(() => folder.leave(draft)))
  )

const write = ({ file }: Draft, entry: Entry, piece: Uint8Array): Effect.Effect<void, GatewayError> =>
  Effect.suspend(() => {
    const why = entry.add(piece.length)
    return why === undefined ? reaching(() => file.writeFile(piece)) : Effect.fail(why)
  })

/** How much is read at once, in bytes. */
const step = 128 * 1024

const read = (path: string, range: Range): Stream.Stream<Uint8Array, GatewayError> =>
  Stream.unwrap(
    Effect.map(
      Effect.acquireRelease(
        reaching(() => open(path, "r"), forgotten),
        (file) => Effect.ignore(reaching(() => file.close()))
      ),
      (file) =>
        Stream.unfold(range, ({ offset, length }) => {
          if (length === 0) return Effect.undefined
          const piece = Buffer.allocUnsafe(Math.min(step, length))
          return Effect.flatMap(
            reaching(() => file.read(piece, 0, piece.length, offset)),
            ({ bytesRead }) =>
              bytesRead === 0
                ? Effect.fail(unavailable())
                : Effect.succeed([
                    piece.subarray(0, bytesRead),
                    { offset: offset + bytesRead, length: length - bytesRead }
                  ])
          )
        })
    )
  )

const noRoom: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"])

/** What the folder does, or the error for what the system says; `missing` where a file is not there. */
const reaching = <A>(done: () => Promise<A>, missing = unavailable): Effect.Effect<A, GatewayError> =>
  Effect.tryPromise({ try: done, catch: (why) => why }).pipe(
    Effect.tapError((why) => Effect.logWarning("The media store failed.", codeOf(why))),
    Effect.mapError((why) => {
      const code = codeOf(why)
      return noRoom.has(code) ? full() : code === "ENOENT" ? missing() : unavailable()
    })
  )
