import { createCipheriv, createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { Credentials } from "../../src/credentials/credentials.ts"
import { videoGeneration } from "../../src/endpoints/videos/generations.ts"
import { videoContent } from "../../src/endpoints/videos/videos.ts"
import { VideoTasks } from "../../src/exchange/videos/tasks.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { toNodeHandler } from "../../src/hosts/node.ts"
import { layerFiles } from "../../src/media/store/files.ts"
import { MediaStore } from "../../src/media/store/store.ts"
import type { TaskIn } from "../../src/tasks/store.ts"
import { answer } from "./child.ts"
import { listen } from "./listen.ts"
import { clientKey } from "./models.ts"

/** A task whose id is the reference of what it made. */
const taskOf = (ref: string): TaskIn<"succeeded"> => ({
  id: ref,
  owner: "bench",
  kind: "video",
  model: "video",
  upstream: { name: "video", credential: "key", model: "video" },
  handing: { link: true, download: true },
  asked: {},
  polls: 1,
  strikes: { failed: 0, missing: 0 },
  nextPollAt: 0,
  deadlineAt: 0,
  expiresAt: Infinity,
  createdAt: 0,
  updatedAt: 0,
  fence: 1,
  state: "succeeded",
  result: { refs: [ref], expiresAt: Infinity }
})

const folder = mkdtempSync(join(tmpdir(), "isogloss-bench-"))
process.on("exit", () => rmSync(folder, { recursive: true, force: true }))
process.on("SIGTERM", () => process.exit())

const store = layerFiles({ path: join(folder, "media") })

let media: MediaStore["Service"] | undefined

/** The store as it is, and tasks that are all finished. */
const tasks = Layer.effect(VideoTasks)(
  Effect.map(MediaStore, (opened) => {
    media = opened
    return {
      start: () => Effect.die("nothing is submitted"),
      find: (_owner, id) => Effect.succeed(taskOf(id)),
      made: ({ id }) => Effect.map(opened.find(id), (kept) => kept && [kept])
    }
  })
)

const gateway = Gateway.make(
  Gateway.layer(videoGeneration, videoContent).pipe(
    Layer.provide(tasks.pipe(Layer.provide(store))),
    Layer.provide(Credentials.keys({ key: clientKey, name: "bench" }))
  )
)

const port = gateway.ready.then(() => listen(toNodeHandler(gateway)))

const step = 256 * 1024

/** Bytes that no two videos share: a cipher's stream, keyed by the video's number. */
const bytesOf = (seed: number, size: number, hash: (piece: Uint8Array) => void): Stream.Stream<Uint8Array> => {
  const cipher = createCipheriv("aes-128-ctr", Buffer.alloc(16, seed), Buffer.alloc(16))
  return Stream.unfold(size, (left) =>
    Effect.sync(() => {
      if (left === 0) return undefined
      const piece = cipher.update(Buffer.alloc(Math.min(step, left)))
      hash(piece)
      return [piece, left - piece.length] as const
    })
  )
}

/** A video that is kept, and the SHA-256 of its bytes. */
export interface Video {
  readonly ref: string
  readonly size: number
  readonly hash: string
}

const keep = async ({ seed, size }: { readonly seed: number; readonly size: number }): Promise<Video> => {
  await gateway.ready
  if (media === undefined) throw new Error("the store is not open")
  const hash = createHash("sha256")
  const bytes = bytesOf(seed, size, (piece) => hash.update(piece))
  const ref = await Effect.runPromise(media.keep(bytes, { mime: "video/mp4", until: Date.now() + 3_600_000 }))
  return { ref, size, hash: hash.digest("hex") }
}

/** Kilobytes that the process holds, as the system sees it and as the collector does. */
export interface Held {
  readonly rss: number
  readonly heap: number
}

const held = (): Held => {
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss: rss / 1024, heap: (heapUsed + external) / 1024 }
}

let most: Held = { rss: 0, heap: 0 }

const look = (): void => {
  const { rss, heap } = held()
  most = { rss: Math.max(most.rss, rss), heap: Math.max(most.heap, heap) }
}

setInterval(look, 10).unref()

const table = {
  port: () => port,
  keep,
  /** What is held after a collection; the most that is held is looked for from now on. */
  rest: (): Held => {
    globalThis.gc?.()
    globalThis.gc?.()
    most = held()
    return most
  },
  /** The most that was held at any time since. */
  most: (): Held => most
}

/** What the server of media can be asked. */
export type MediaAnswers = typeof table

answer(table)
