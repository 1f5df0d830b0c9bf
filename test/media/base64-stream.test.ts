import { createHash } from "node:crypto"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { describe } from "vitest"
import { base64Length, base64Of, writtenOut } from "../../src/endpoints/videos/generations.ts"

const textOf = <E>(bytes: Stream.Stream<Uint8Array, E>): Effect.Effect<string, E> =>
  Effect.map(Stream.runCollect(bytes), (pieces) => Buffer.concat([...pieces]).toString("latin1"))

/** Bytes in pieces of these sizes. */
const cut = (bytes: Uint8Array, sizes: readonly number[]): Stream.Stream<Uint8Array> => {
  const pieces: Uint8Array[] = []
  let at = 0
  for (const size of sizes) pieces.push(bytes.subarray(at, (at += size)))
  return Stream.fromIterable([...pieces, bytes.subarray(at)])
}

/** The test vectors of RFC 4648, section 10. */
const vectors: readonly (readonly [plain: string, base64: string])[] = [
  ["", ""],
  ["f", "Zg=="],
  ["fo", "Zm8="],
  ["foo", "Zm9v"],
  ["foob", "Zm9vYg=="],
  ["fooba", "Zm9vYmE="],
  ["foobar", "Zm9vYmFy"]
]

describe("bytes as base64", () => {
  it.effect.each(vectors)("are what RFC 4648 says of %j", ([plain, base64]) =>
    Effect.gen(function* () {
      expect(yield* textOf(base64Of(Stream.succeed(Buffer.from(plain))))).toBe(base64)
      expect(base64Length(plain.length)).toBe(base64.length)
    })
  )

  it.effect("are the same wherever they are cut", () =>
    Effect.gen(function* () {
      const plain = Buffer.from("\x00\xff\x10\x80foobar\xfe\x01", "latin1")
      for (let first = 0; first <= plain.length; first++) {
        for (let second = 0; second <= plain.length - first; second++) {
          expect(yield* textOf(base64Of(cut(plain, [first, second])))).toBe("AP8QgGZvb2Jhcv4B")
        }
      }
      expect(
        yield* textOf(
          base64Of(
            cut(
              plain,
              Array.from(plain, () => 1)
            )
          )
        )
      ).toBe("AP8QgGZvb2Jhcv4B")
    })
  )

  it.effect("of large pieces are read back by Node whole", () =>
    Effect.gen(function* () {
      const pieces = Array.from({ length: 40 }, (_, index) => Buffer.alloc(65_536 + index, index))
      const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")
      const base64 = yield* textOf(base64Of(Stream.fromIterable(pieces)))
      expect(hash(Buffer.from(base64, "base64"))).toBe(hash(Buffer.concat(pieces)))
      expect(base64.length).toBe(base64Length(Buffer.concat(pieces).length))
    })
  )

  it.effect("fail as their source does, and are not padded as if they were whole", () =>
    Effect.gen(function* () {
      const broken = Stream.concat(Stream.succeed(Buffer.from("foob")), Stream.fail("gone"))
      const heard: string[] = []
      const listening = Stream.runForEach(base64Of(broken), (piece) =>
        Effect.sync(() => heard.push(Buffer.from(piece).toString("latin1")))
      )
      expect(yield* Effect.flip(listening)).toBe("gone")
      expect(heard.join("")).toBe("Zm9v")
    })
  )
})

describe("an answer with videos in it", () => {
  const foo = { size: 3, bytes: Stream.succeed(Buffer.from("foo")) }
  const parts = ['{"é":"', foo, '","f":["', { size: 1, bytes: Stream.succeed(Buffer.from("f")) }, '"]}']

  it.effect("is the text with each in its place", () =>
    Effect.map(textOf(writtenOut(parts).body), (text) =>
      expect(Buffer.from(text, "latin1").toString()).toBe('{"é":"Zm9v","f":["Zg=="]}')
    )
  )

  it("says how many bytes it has before any is read", () => {
    const { length } = writtenOut(['{"é":"', { size: 4, bytes: Stream.die("was read") }, '"}'])
    expect(length).toBe(Buffer.byteLength('{"é":"Zm9vYg=="}'))
  })
})
