import { createHash } from "node:crypto"
import { expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { type StoreCaps, type KeptMedia, MediaStore } from "../../src/media.ts"
import { GatewayError } from "../../src/core/errors/error.ts"

/** A kind of media store under test: each Layer is a store of its own, empty. */
export interface Kind {
  readonly name: string
  readonly fresh: (caps?: Partial<StoreCaps>) => Layer.Layer<MediaStore>
}

export const day = 86_400_000

/** Bytes as a stream of pieces of a size. */
export const inPieces = (bytes: Uint8Array, size: number): Stream.Stream<Uint8Array> =>
  Stream.fromIterable(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
  )

export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

export const textOf = <E>(bytes: Stream.Stream<Uint8Array, E>): Effect.Effect<string, E> =>
  Effect.map(Stream.runCollect(bytes), (pieces) => Buffer.concat([...pieces]).toString("latin1"))

/** Keeps a text for a day. */
export const keeping = (text: string, mime = "video/mp4"): Effect.Effect<string, GatewayError, MediaStore> =>
  Effect.flatMap(MediaStore, ({ keep }) => keep(Stream.succeed(Buffer.from(text, "latin1")), { mime, until: day }))

export const finding = (ref: string): Effect.Effect<KeptMedia | undefined, GatewayError, MediaStore> =>
  Effect.flatMap(MediaStore, ({ find }) => find(ref))

/** What a reference stands for, which must be there. */
export const found = (ref: string): Effect.Effect<KeptMedia, GatewayError, MediaStore> =>
  Effect.flatMap(finding(ref), (kept) => (kept === undefined ? Effect.die("nothing is kept") : Effect.succeed(kept)))

/** References that no store ever gave. */
export const hostile: readonly string[] = [
  "",
  ".",
  "..",
  "../..",
  "../secret",
  "..%2fsecret",
  "/etc/passwd",
  "C:\\secret",
  "..\\secret",
  "a/b",
  "\0",
  "x\0y",
  "__proto__",
  "constructor",
  "zzzzzzzz.3.." + "0".repeat(46) + ".dmlkZW8vbXA0",
  "zzzzzzzz.3." + "0".repeat(48) + ".dmlkZW8vbXA0",
  "zzzzzzzz.3." + "0".repeat(48) + ".dmlkZW8vbXA0\n",
  "zzzzzzzz.3." + "0".repeat(48) + "./../../secret",
  "é".repeat(100),
  "a".repeat(10_000)
]

/** Every promise of a media store, as tests of one kind of it. */
export const conforms = ({ name, fresh }: Kind): void => {
  const holds = (promise: string, body: Effect.Effect<void, unknown, MediaStore>, caps?: Partial<StoreCaps>): void => {
    it.effect(promise, () => Effect.provide(body, fresh(caps)))
  }

  describe(`media kept in ${name}`, () => {
    holds(
      "are there with all that is to be known of them",
      Effect.gen(function* () {
        const ref = yield* keeping("0123456789", 'video/mp4; codecs="avc1, mp4a"')
        const kept = yield* found(ref)
        expect([kept.size, kept.mime, kept.until]).toEqual([10, 'video/mp4; codecs="avc1, mp4a"', day])
        expect(yield* textOf(kept.read())).toBe("0123456789")
      })
    )

    holds(
      "are read as often as anybody likes",
      Effect.gen(function* () {
        const kept = yield* found(yield* keeping("0123456789"))
        const both = yield* Effect.all([textOf(kept.read()), textOf(kept.read())], { concurrency: 2 })
        expect(both).toEqual(["0123456789", "0123456789"])
      })
    )

    holds(
      "are read in part",
      Effect.gen(function* () {
        const { keep } = yield* MediaStore
        const kept = yield* found(
          yield* keep(inPieces(Buffer.from("0123456789"), 3), { mime: "video/mp4", until: day })
        )
        const part = (offset: number, length: number) => textOf(kept.read({ offset, length }))
        expect(yield* part(0, 1)).toBe("0")
        expect(yield* part(2, 5)).toBe("23456")
        expect(yield* part(3, 3)).toBe("345")
        expect(yield* part(9, 1)).toBe("9")
        expect(yield* part(0, 10)).toBe("0123456789")
        expect(yield* part(5, 0)).toBe("")
      })
    )

    holds(
      "are the same byte for byte, however large",
      Effect.gen(function* () {
        const { keep } = yield* MediaStore
        const bytes = Buffer.alloc(3_000_001, "0123456789abc")
        const kept = yield* found(yield* keep(inPieces(bytes, 70_001), { mime: "video/mp4", until: day }))
        const all = Buffer.concat([...(yield* Stream.runCollect(kept.read()))])
        const end = Buffer.concat([...(yield* Stream.runCollect(kept.read({ offset: 1_234_567, length: 999_999 })))])
        expect([kept.size, hashOf(all)]).toEqual([3_000_001, hashOf(bytes)])
        expect(hashOf(end)).toBe(hashOf(bytes.subarray(1_234_567, 2_234_566)))
      })
    )

    holds(
      "may be empty",
      Effect.gen(function* () {
        const kept = yield* found(yield* keeping(""))
        expect([kept.size, yield* textOf(kept.read())]).toEqual([0, ""])
      })
    )

    holds(
      "each have a reference of their own, with 192 bits that nobody can guess, which stands in a path as it is",
      Effect.gen(function* () {
        const refs = yield* Effect.all(Array.from({ length: 50 }, () => keeping("same")))
        expect(new Set(refs.map((ref) => ref.split(".")[2])).size).toBe(50)
        for (const ref of refs) expect([ref.split(".")[2]?.length, encodeURIComponent(ref)]).toEqual([48, ref])
      })
    )

    holds(
      "are not the bytes of whoever gave them",
      Effect.gen(function* () {
        const { keep } = yield* MediaStore
        const bytes = Buffer.from("kept")
        const ref = yield* keep(Stream.succeed(bytes), { mime: "video/mp4", until: day })
        bytes.fill("x")
        expect(yield* textOf((yield* found(ref)).read())).toBe("kept")
      })
    )

    holds(
      "are gone from the moment their time is over",
      Effect.gen(function* () {
        const ref = yield* keeping("kept")
        yield* TestClock.adjust(day - 1)
        expect(yield* finding(ref)).toBeDefined()
        yield* TestClock.adjust(1)
        expect(yield* finding(ref)).toBeUndefined()
      })
    )

    holds(
      "are found by no other reference",
      Effect.gen(function* () {
        const ref = yield* keeping("kept")
        for (const other of [...hostile, `${ref}x`, ref.slice(1), ref.slice(0, -1), `./${ref}`, ` ${ref}`]) {
          expect(yield* finding(other)).toBeUndefined()
        }
      })
    )

    holds(
      "are not kept where their source fails, which says why",
      Effect.gen(function* () {
        const { keep } = yield* MediaStore
        const lost = new GatewayError("UpstreamFailed", "The connection broke off.")
        const broken = Stream.concat(Stream.succeed(Buffer.alloc(1000)), Stream.fail(lost))
        for (let time = 0; time < 10; time++) {
          expect(yield* Effect.flip(keep(broken, { mime: "video/mp4", until: day }))).toBe(lost)
        }
        expect(yield* textOf((yield* found(yield* keeping("x".repeat(1000)))).read())).toHaveLength(1000)
      }),
      { all: 1500 }
    )

    holds(
      "are refused where one is larger than the store takes, and leave nothing",
      Effect.gen(function* () {
        for (let time = 0; time < 10; time++) {
          expect(yield* Effect.flip(keeping("x".repeat(101)))).toMatchObject({ reason: "PayloadTooLarge", status: 413 })
        }
        expect((yield* found(yield* keeping("x".repeat(100)))).size).toBe(100)
      }),
      { medium: 100, all: 150 }
    )

    holds(
      "are refused where there is no room for more, until some are gone",
      Effect.gen(function* () {
        const { keep } = yield* MediaStore
        yield* keep(Stream.succeed(Buffer.alloc(100)), { mime: "video/mp4", until: 1000 })
        const refusal = yield* Effect.flip(keeping("x".repeat(60)))
        expect(refusal).toMatchObject({
          reason: "Overloaded",
          status: 503,
          details: { code: "media_store_full", retryAfter: 60 }
        })
        yield* keeping("x".repeat(50))
        yield* TestClock.adjust(1000)
        expect((yield* found(yield* keeping("x".repeat(60)))).size).toBe(60)
      }),
      { all: 150 }
    )

    holds(
      "take room while they arrive, so that many at once do not take more than there is",
      Effect.gen(function* () {
        const { keep } = yield* MediaStore
        const isThere = yield* Deferred.make<void>()
        const rest = Stream.fromEffectDrain(Effect.andThen(Deferred.succeed(isThere, undefined), Effect.never))
        const slow = Stream.concat(Stream.succeed(Buffer.alloc(60)), rest)
        const arriving = yield* Effect.forkChild(keep(slow, { mime: "video/mp4", until: day }))
        yield* Deferred.await(isThere)
        expect(yield* Effect.flip(keeping("x".repeat(60)))).toMatchObject({ details: { code: "media_store_full" } })
        yield* Fiber.interrupt(arriving)
        expect(yield* finding(yield* keeping("x".repeat(60)))).toBeDefined()
      }),
      { all: 100 }
    )
  })
}
