import { decodeBase64Url, encodeBase64Url, encodeHex } from "../../core/bytes.ts"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { GatewayError } from "../../core/errors/error.ts"

/** What is to be known of a medium that is kept. */
export interface MediaFacts {
  /** MIME type. */
  readonly mime: string
  /** Until when it is kept, in milliseconds since 1970. */
  readonly until: number
}

/** Some of a medium's bytes: `length` of them, from `offset` on. */
export interface ByteRange {
  readonly offset: number
  readonly length: number
}

/** A medium that is kept. */
export interface KeptMedia extends MediaFacts {
  /** How many bytes it has. */
  readonly size: number
  /** Names these bytes and no others, and opens nothing: 16 letters and digits. */
  readonly tag: string
  /** Its bytes, or some of them, as they are read from where they lie. */
  readonly read: (range?: ByteRange) => Stream.Stream<Uint8Array, GatewayError>
  /** A signed link to it that anybody may follow until it is forgotten, where the operator publishes such links. */
  readonly link?: string
}

/**
 * Keeps what models made, so that it outlives its vendor's own link. What is kept is kept whole or not at all. Where the
 * store cannot be reached it fails as `Overloaded`, and works again by itself.
 */
export class MediaStore extends Context.Service<
  MediaStore,
  {
    /**
     * Keeps bytes as they come and gives the reference by which they are found. Fails as `PayloadTooLarge` where there
     * are more than the store takes, and as the bytes fail.
     */
    readonly keep: (
      bytes: Stream.Stream<Uint8Array, GatewayError>,
      about: MediaFacts
    ) => Effect.Effect<string, GatewayError>
    /** What a reference stands for; undefined where it is none, or its time is over. */
    readonly find: (ref: string) => Effect.Effect<KeptMedia | undefined, GatewayError>
    /** Fails where nothing can be written, full or read-only as the storage may be; what it writes to see that is not kept. */
    readonly probe?: Effect.Effect<void, GatewayError>
  }
>()("isogloss/MediaStore") {}

/** Whether a text may name a node: small letters, digits and dashes, which stand in references. */
export const isNodeName = (text: string): boolean => /^[a-z0-9-]{1,32}$/.test(text)

/** What a reference says of the medium that it stands for. */
export type RefFacts = Pick<KeptMedia, "mime" | "until" | "size" | "tag">

/** How many random bytes a reference has: 64 bits that are its tag, and 128 that nobody is told besides. */
const random = 24

/** The last moment that a date can say. */
const latestDate = 8.64e15

/**
 * A new reference: until when, how large, what nobody can guess, and the MIME type, between dots. It stands in a path
 * and is the name of a file as it is, also where names are the same in capitals.
 */
export const newRef = ({ until, size, mime }: Omit<RefFacts, "tag">): string => {
  return [
    Math.trunc(Math.min(until, latestDate)).toString(36),
    size.toString(36),
    encodeHex(crypto.getRandomValues(new Uint8Array(random))),
    encodeBase64Url(mime)
  ].join(".")
}

const grammar = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-f]{16})[0-9a-f]{32}\.([A-Za-z0-9_-]{1,180})$/

/** What a reference says; undefined where it is none. Whether a medium is kept by it, only its store knows. */
export const readRef = (ref: string): RefFacts | undefined => {
  const [, until = "", size = "", tag = "", name = ""] = grammar.exec(ref) ?? []
  const mime = decodeBase64Url(name)
  if (name === "" || mime === undefined) return undefined
  return { until: parseInt(until, 36), size: parseInt(size, 36), tag, mime }
}

/** How much a store takes, in bytes. */
export interface StoreCaps {
  /** Of one medium. */
  readonly medium: number
  /** Of all together. */
  readonly all: number
}

/** How much of a store is taken: by what is kept, and by what is on its way in. */
export class StoreQuota {
  readonly #caps: StoreCaps
  #kept = 0
  #arriving = 0

  constructor(caps: StoreCaps) {
    this.#caps = caps
  }

  /** Whether nothing more fits in. */
  get isFull(): boolean {
    return this.#kept + this.#arriving >= this.#caps.all
  }

  /** Takes room for one medium, piece by piece. */
  enter(): PendingEntry {
    let size = 0
    const leave = (): void => {
      this.#arriving -= size
    }
    return {
      add: (bytes) => {
        size += bytes
        this.#arriving += bytes
        if (size > this.#caps.medium) return tooLarge(this.#caps.medium)
        return this.#kept + this.#arriving > this.#caps.all ? storeFull() : undefined
      },
      size: () => size,
      stay: () => {
        this.#kept += size
      },
      leave
    }
  }

  /** Gives the room of what is forgotten. */
  free(size: number): void {
    this.#kept -= size
  }

  /** How much is kept, counted anew. */
  count(bytes: number): void {
    this.#kept = bytes
  }
}

/** One medium on its way in. */
export interface PendingEntry {
  /** More of it; why it may not be taken, where it may not. */
  readonly add: (bytes: number) => GatewayError | undefined
  readonly size: () => number
  /** It is kept. */
  readonly stay: () => void
  /** It is on its way no more, kept or not. */
  readonly leave: () => void
}

/** The store cannot be reached. */
export const storeUnavailable = (): GatewayError =>
  new GatewayError("Overloaded", "Media cannot be stored or read at the moment. Try again shortly.", {
    code: "media_store_unavailable",
    retryAfter: 1
  })

/** The store takes nothing more until something is forgotten. */
export const storeFull = (): GatewayError =>
  new GatewayError("Overloaded", "There is no room for more media at the moment. Try again later.", {
    code: "media_store_full",
    retryAfter: 60
  })

/** A medium has more bytes than the store takes. */
const tooLarge = (most: number): GatewayError =>
  new GatewayError("PayloadTooLarge", `The media file is larger than ${most} bytes.`)

/** A medium was forgotten between finding and reading it. */
export const mediaForgotten = (): GatewayError =>
  new GatewayError("Gone", "The media file is no longer stored.", { code: "expired" })

/** 64 MiB of one medium, 256 MiB of all. */
const memoryCaps: StoreCaps = { medium: 64 * 1024 * 1024, all: 256 * 1024 * 1024 }

/** Keeps media in this process's memory: they end with it. */
export const layerMemory = (options: Partial<StoreCaps> = {}): Layer.Layer<MediaStore> =>
  Layer.sync(MediaStore)(() => inMemory(new StoreQuota({ ...memoryCaps, ...options })))

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
