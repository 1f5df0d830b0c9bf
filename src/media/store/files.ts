import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { open, mkdir, readdir, rename, rm, stat, type FileHandle } from "node:fs/promises"
import { type GatewayError, OutageLog, systemCode } from "../../core/errors/error.ts"
import {
  readRef,
  newRef,
  type RefFacts,
  type MediaFacts,
  MediaStore,
  type ByteRange,
  type StoreCaps,
  type PendingEntry,
  StoreQuota,
  mediaForgotten,
  storeFull,
  storeUnavailable
} from "./store.ts"
import { join } from "node:path"

/** Where media are kept, and how many. */
export interface FilesOptions extends Partial<StoreCaps> {
  /** A folder; it is made where there is none, in a folder that must be there. */
  readonly path: string
  /** After how many milliseconds media whose time is over are looked for again; 60,000 by default. */
  readonly sweepEvery?: number
}

/** 512 MiB of one medium, 10 GiB of all. */
const caps: StoreCaps = { medium: 512 * 1024 * 1024, all: 10 * 1024 * 1024 * 1024 }

/**
 * Keeps media in a folder, which outlives this process however it ends. Processes may share one: then `all` is held to
 * as well as each knows of the others' media once a sweep.
 */
export const layerFiles = ({ path, sweepEvery = 60_000, ...options }: FilesOptions): Layer.Layer<MediaStore> =>
  Layer.effect(MediaStore)(
    Effect.gen(function* () {
      const folder = new Folder(path)
      const room = new StoreQuota({ ...caps, ...options })
      const reaching = watching()
      const swept = sweep(folder, room, reaching)
      yield* Effect.ignore(
        Effect.andThen(
          reaching("begin", () => folder.make()),
          swept
        )
      )
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(sweepEvery), Effect.ignore(swept))))
      return {
        keep: (bytes, about) =>
          Effect.andThen(
            Effect.suspend(() => (room.isFull ? swept : Effect.void)),
            keep({ folder, room, reaching }, bytes, about)
          ),
        find: Effect.fnUntraced(function* (ref) {
          const facts = readRef(ref)
          if (facts === undefined || facts.until <= (yield* Clock.currentTimeMillis)) return undefined
          if (!(yield* reaching("read", () => folder.has(ref)))) return undefined
          return {
            ...facts,
            read: (range) => read(folder.at(ref), range ?? { offset: 0, length: facts.size }, reaching)
          }
        }),
        probe: reaching("write", () => folder.probe())
      }
    })
  )

const sweep = (folder: Folder, room: StoreQuota, reaching: Reaching): Effect.Effect<void, GatewayError> =>
  Clock.currentTimeMillis.pipe(
    Effect.flatMap((now) => reaching("read", () => folder.sweep(now))),
    Effect.map((bytesKept) => room.count(bytesKept))
  )

/** Where something is kept, and how. */
interface Place {
  readonly folder: Folder
  readonly room: StoreQuota
  readonly reaching: Reaching
}

const keep = (
  { folder, room, reaching }: Place,
  bytes: Stream.Stream<Uint8Array, GatewayError>,
  about: MediaFacts
): Effect.Effect<string, GatewayError> =>
  Effect.acquireUseRelease(
    reaching("begin", () => folder.begin()),
    (draft) => {
      const entry = room.enter()
      const stored = Effect.andThen(
        Stream.runForEach(bytes, (piece) => write(draft, entry, piece, reaching)),
        Effect.uninterruptible(
          Effect.tap(
            reaching("write", () => folder.finish(draft, { ...about, size: entry.size() })),
            () => Effect.sync(entry.stay)
          )
        )
      )
      return Effect.ensuring(stored, Effect.sync(entry.leave))
    },
    (draft) => Effect.ignore(Effect.tryPromise(() => folder.leave(draft)))
  )

const write = (
  { file }: Draft,
  entry: PendingEntry,
  piece: Uint8Array,
  reaching: Reaching
): Effect.Effect<void, GatewayError> =>
  Effect.suspend(() => {
    const why = entry.add(piece.length)
    return why === undefined ? reaching("begin", () => file.writeFile(piece)) : Effect.fail(why)
  })

/** How much is read at once, in bytes. */
const step = 128 * 1024

const read = (path: string, range: ByteRange, reaching: Reaching): Stream.Stream<Uint8Array, GatewayError> =>
  Stream.unwrap(
    Effect.map(
      Effect.acquireRelease(
        reaching("read", () => open(path, "r"), mediaForgotten),
        (file) => Effect.ignore(reaching("read", () => file.close()))
      ),
      (file) =>
        Stream.unfold(range, ({ offset, length }) => {
          if (length === 0) return Effect.undefined
          const piece = Buffer.allocUnsafe(Math.min(step, length))
          return Effect.flatMap(
            reaching("read", () => file.read(piece, 0, piece.length, offset)),
            ({ bytesRead }) =>
              bytesRead === 0
                ? Effect.fail(storeUnavailable())
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
type Reaching = <A>(
  how: keyof typeof doing,
  done: () => Promise<A>,
  missing?: () => GatewayError
) => Effect.Effect<A, GatewayError>

/** What may fail alone: what is full can still be read. A medium that is begun is not kept yet. */
const doing = { read: "read", begin: "written to", write: "written to" } as const

/** Says once that the folder cannot be read or written to, and once that it can be again. */
const watching = (): Reaching => {
  const [reading, writing] = [new OutageLog(), new OutageLog()]
  const outages = { read: reading, begin: writing, write: writing }
  return (how, done, missing) =>
    Effect.tryPromise({ try: done, catch: (why) => String(systemCode(why)) }).pipe(
      Effect.tap(() => Effect.suspend(() => (how === "begin" ? Effect.void : logRecovery(how, outages[how].ends())))),
      Effect.catch((code) => {
        if (code === "ENOENT" && missing !== undefined) return Effect.fail(missing())
        const error = noRoom.has(code) ? storeFull() : storeUnavailable()
        return Effect.andThen(outages[how].begins() ? logOutage(how, code) : Effect.void, Effect.fail(error))
      })
    )
}

const logOutage = (how: keyof typeof doing, code: string): Effect.Effect<void> =>
  Effect.logWarning(`The media store cannot be ${doing[how]}.`, code)

const logRecovery = (how: keyof typeof doing, failures: number): Effect.Effect<void> =>
  failures === 0
    ? Effect.void
    : Effect.logInfo(`The media store can be ${doing[how]} again. Calls that failed: ${failures}.`)

/** Ends the names of media that are on their way in. */
const unfinished = ".part"

/** How long nothing is written to a medium on its way in before it counts as left behind, in milliseconds. */
const abandonedAfter = 120_000

/** Shows that a disk has room: as many bytes as most disks give at once. */
const probed = new Uint8Array(4096)

/** The most that one sweep removes. */
const mostSwept = 1000

/** A medium on its way in. */
interface Draft {
  readonly path: string
  readonly file: FileHandle
}

/** A folder of media: a file each, whose name is its reference. A file is there under its name once it is whole. */
class Folder {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  /** Where the medium of a reference lies. */
  at(ref: string): string {
    return join(this.#path, ref)
  }

  /** Makes the folder where it is not there; its own folder must be. */
  async make(): Promise<void> {
    await mkdir(this.#path, { mode: 0o700 }).catch((why: unknown) => {
      if (systemCode(why) !== "EEXIST") throw why
    })
  }

  /** Writes a draft and removes it; rejects where the folder is not there. */
  async probe(): Promise<void> {
    await stat(this.#path)
    const draft = await this.begin()
    try {
      await draft.file.writeFile(probed)
    } finally {
      await this.leave(draft)
    }
  }

  async begin(): Promise<Draft> {
    await this.make()
    const path = this.at(`${crypto.randomUUID()}${unfinished}`)
    return { path, file: await open(path, "wx", 0o600) }
  }

  /** Makes a draft a medium, so that not even a loss of power takes it back; its reference. */
  async finish({ path, file }: Draft, facts: Omit<RefFacts, "tag">): Promise<string> {
    await file.sync()
    const ref = newRef(facts)
    await rename(path, this.at(ref))
    if (canSyncFolders) await synced(this.#path)
    return ref
  }

  /** Closes a draft, and removes it where it became no medium. */
  async leave({ path, file }: Draft): Promise<void> {
    try {
      await file.close()
    } finally {
      await rm(path, { force: true })
    }
  }

  /** Whether a reference's medium lies here; rejects where the folder itself does not. */
  async has(ref: string): Promise<boolean> {
    try {
      return (await stat(this.at(ref))).isFile()
    } catch (why) {
      if (systemCode(why) !== "ENOENT") throw why
      await stat(this.#path)
      return false
    }
  }

  /** Removes media whose time is over and drafts that were left behind; how many bytes the other media have. */
  async sweep(now: number): Promise<number> {
    let [left, bytesKept] = [mostSwept, 0]
    for (const name of await readdir(this.#path)) {
      const facts = readRef(name)
      const isOver = facts === undefined ? await this.#isLeft(name, now) : facts.until <= now
      if (isOver && left > 0) {
        left--
        await rm(this.at(name), { force: true })
      } else bytesKept += facts?.size ?? 0
    }
    return bytesKept
  }

  async #isLeft(name: string, now: number): Promise<boolean> {
    if (!name.endsWith(unfinished)) return false
    const found = await stat(this.at(name)).catch(() => undefined)
    return found !== undefined && found.mtimeMs < now - abandonedAfter
  }
}

/** Whether a folder can be opened; elsewhere its names are as safe as the system makes them. */
const canSyncFolders = process.platform !== "win32"

const synced = async (path: string): Promise<void> => {
  const folder = await open(path, "r")
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
