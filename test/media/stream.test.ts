import type { Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { describe, expect, it } from "vitest"
import { type FetcherOptions, layerNode } from "../../src/media/fetch/node-fetcher.ts"
import { MediaFetcher, type MediaStream } from "../../src/media/fetch/fetcher.ts"
import type { GatewayError } from "../../src/core/errors/error.ts"
import { answer, rig, type Rig } from "./server.ts"

/** How an MP4 begins. */
const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom"), Buffer.alloc(12)])

const over = <A, E>(
  { network }: Rig,
  body: (opened: Effect.Effect<MediaStream, GatewayError, Scope.Scope>) => Effect.Effect<A, E, Scope.Scope>,
  options: FetcherOptions = {}
): Promise<A> =>
  Effect.flatMap(MediaFetcher, ({ stream }) => body(stream("http://v.example/", { kinds: ["video"] }))).pipe(
    Effect.scoped,
    Effect.provide(layerNode({ http: true, network, ...options })),
    Effect.runPromise
  )

/** Writes for as long as the other side takes it; how much it took. */
const pouring = (socket: Socket, bytes: Uint8Array): (() => number) => {
  let poured = 0
  const pour = (): void => {
    while (socket.writable && socket.write(bytes, () => (poured += bytes.length)));
  }
  socket.on("drain", pour)
  pour()
  return () => poured
}

/** Writes an answer byte by byte. */
const dripping = async (socket: Socket, bytes: Uint8Array): Promise<void> => {
  socket.write(head)
  for (const byte of bytes) {
    socket.write(Buffer.from([byte]))
    await sleep(2)
  }
  socket.end()
}

const head = answer(200, { "content-type": "video/mp4" })

describe("a video that is passed on", () => {
  it.each(["application/octet-stream", "binary/octet-stream", "video/mp4; codecs=avc1"])(
    "may be called %s, and is what its bytes show",
    async (type) => {
      const server = await rig((_, socket) => void socket.end(answer(200, { "content-type": type }, mp4)))
      expect(
        await over(
          server,
          Effect.map(({ mime }) => mime)
        )
      ).toBe("video/mp4")
    }
  )

  it("is none where a storage without names for things holds something else", async () => {
    const page = answer(200, { "content-type": "application/octet-stream" }, "<html><body>An inside page</body></html>")
    const server = await rig((_, socket) => void socket.end(page))
    const error = await over(server, (opened) => Effect.flip(opened))
    expect([error.reason, error.message]).toEqual([
      "InvalidRequest",
      "The URL cannot be used. It is not a video of a supported type."
    ])
  })

  it("is known by its first bytes however they are cut", async () => {
    const server = await rig((_, socket) => void dripping(socket, mp4))
    const bytes = await over(
      server,
      Effect.flatMap(({ bytes }) => Stream.runCollect(bytes))
    )
    expect(Buffer.concat(bytes)).toEqual(mp4)
  })

  it("is there before its last byte was sent", async () => {
    const server = await rig((_, socket) => void socket.write(Buffer.concat([head, mp4])))
    const first = await over(
      server,
      Effect.flatMap(({ bytes }) => Stream.runHead(bytes))
    )
    expect(first).toMatchObject({ _tag: "Some", value: mp4 })
  })

  it("is held to the clock also once its bytes pass", async () => {
    const server = await rig((_, socket) => {
      socket.write(Buffer.concat([head, mp4]))
      const timer = setInterval(() => socket.write("a"), 20)
      socket.on("close", () => clearInterval(timer))
    })
    const late = over(
      server,
      Effect.flatMap(({ bytes }) => Effect.flip(Stream.runDrain(bytes))),
      { streams: { total: 300 } }
    )
    expect((await late).message).toBe("The URL cannot be used. Its content did not arrive in time.")
  })

  it("comes no faster than it is read", async () => {
    let poured = (): number => 0
    const server = await rig((_, socket) => {
      socket.write(Buffer.concat([head, mp4]))
      poured = pouring(socket, Buffer.alloc(65_536))
    })
    await over(
      server,
      Effect.flatMap(({ bytes }) => Effect.andThen(Effect.sleep(300), Stream.runDrain(Stream.take(bytes, 2))))
    )
    expect(poured()).toBeLessThan(32 * 1024 * 1024)
  })

  it("is hung up on when nobody reads it any more", async () => {
    let closed: Promise<void> = Promise.resolve()
    const server = await rig((_, socket) => {
      closed = new Promise((resolve) => socket.once("close", () => resolve()))
      socket.write(Buffer.concat([head, mp4]))
    })
    await over(server, Effect.asVoid)
    await closed
    expect(server.heads).toHaveLength(1)
  })
})
