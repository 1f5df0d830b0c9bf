import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { expect, it, onTestFinished } from "vitest"
import { layerFiles, layerMemory, MediaStore } from "../../src/media.ts"

const mebibyte = 1024 * 1024

const folder = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), "isogloss-caps-"))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

/** Why a store does not take so many bytes; they are refused before any of them is written. */
const refusal = (store: Layer.Layer<MediaStore>, bytes: number): Promise<string> =>
  Effect.flatMap(MediaStore, ({ keep }) =>
    keep(Stream.succeed(new Uint8Array(bytes)), { mime: "video/mp4", until: Date.now() + 60_000 })
  ).pipe(
    Effect.match({ onSuccess: () => "taken", onFailure: ({ reason }) => reason }),
    Effect.provide(store),
    Effect.runPromise
  )

it("a medium of more than 64 MiB is not kept in memory, unless more is allowed", async () => {
  expect(await refusal(layerMemory(), 64 * mebibyte + 1)).toBe("PayloadTooLarge")
  expect(await refusal(layerMemory({ medium: 65 * mebibyte }), 64 * mebibyte + 1)).toBe("taken")
})

it("media of more than 256 MiB together are not kept in memory", async () => {
  const whole = new Uint8Array(64 * mebibyte)
  const kept = (bytes: Uint8Array) =>
    Effect.flatMap(MediaStore, ({ keep }) =>
      Effect.match(keep(Stream.succeed(bytes), { mime: "video/mp4", until: Date.now() + 60_000 }), {
        onSuccess: () => "taken",
        onFailure: ({ details }) => details.code
      })
    )
  const told = Effect.all([...Array.from({ length: 4 }, () => kept(whole)), kept(new Uint8Array(1))])
  expect(await Effect.runPromise(Effect.provide(told, layerMemory()))).toEqual([
    ...Array.from({ length: 4 }, () => "taken"),
    "media_store_full"
  ])
})

it("a medium of more than 512 MiB is not kept in a folder", async () =>
  expect(await refusal(layerFiles({ path: await folder() }), 512 * mebibyte + 1)).toBe("PayloadTooLarge"))
