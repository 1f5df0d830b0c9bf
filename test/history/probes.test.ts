import { closeSync, openSync, readdirSync, rmSync, statSync, writeSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { describe } from "vitest"
import { layerSqlite as responsesAt } from "../../src/history-sqlite.ts"
import { layerMemory, ResponseStore } from "../../src/history.ts"
import { layerFiles, MediaStore } from "../../src/media.ts"
import { layerSqlite as tasksAt } from "../../src/tasks-sqlite.ts"
import { layerMemory as tasksInMemory, TaskStore } from "../../src/tasks.ts"
import { folder } from "../tasks/sqlite/files.ts"

const probeOf = <S, Id extends { readonly probe?: Effect.Effect<void, unknown> }>(
  service: Context.Key<S, Id>,
  layer: Layer.Layer<S>
) => Effect.map(Layer.build(Layer.fresh(layer)), (context) => Context.get(context, service).probe ?? Effect.die("none"))

/** Stores of a file of SQLite, by what they keep. */
const files = [
  { what: "tasks", at: (path: string) => probeOf(TaskStore, tasksAt({ path })) },
  { what: "responses", at: (path: string) => probeOf(ResponseStore, responsesAt({ path })) }
] as const

/** Byte 18 of a file says who may write it: above 2 it may only be read (https://www.sqlite.org/fileformat.html). */
const writableBy = (path: string, version: number): void => {
  const file = openSync(path, "r+")
  writeSync(file, Uint8Array.of(version), 0, 1, 18)
  closeSync(file)
}

describe.each(files)("whether a file of $what takes writes", ({ at }) => {
  it.effect("is seen where it may only be read, and where it may be written again", () =>
    Effect.gen(function* () {
      const path = `${yield* folder}/store.sqlite`
      yield* Effect.scoped(Effect.flatten(at(path)))
      writableBy(path, 3)
      const probe = yield* at(path)
      expect(yield* Effect.flip(probe)).toMatchObject({ reason: "Overloaded", status: 503 })
      writableBy(path, 2)
      yield* probe
    })
  )

  it.live("is waited for where another program has locked it for a moment", () =>
    Effect.gen(function* () {
      const path = `${yield* folder}/store.sqlite`
      const probe = yield* at(path)
      yield* probe
      const other = new DatabaseSync(path)
      other.exec("BEGIN IMMEDIATE")
      const asking = yield* Effect.forkChild(probe)
      yield* Effect.sleep(50)
      expect(asking.pollUnsafe()).toBeUndefined()
      other.exec("COMMIT")
      other.close()
      yield* Fiber.join(asking)
    })
  )

  it.effect("is asked any number of times, and the file does not grow", () =>
    Effect.gen(function* () {
      const path = `${yield* folder}/store.sqlite`
      const sizes = Effect.sync(() => {
        const other = new DatabaseSync(path)
        other.exec("PRAGMA wal_checkpoint(TRUNCATE)")
        other.close()
        return statSync(path).size
      })
      const probe = yield* at(path)
      yield* probe
      const before = yield* sizes
      yield* Effect.repeat(probe, { times: 300 })
      expect(statSync(`${path}-wal`).size).toBeLessThan(24 * 1024 * 1024)
      expect((yield* sizes) - before).toBeLessThan(128 * 1024)
    })
  )
})

describe("whether a folder of media takes files", () => {
  it.effect("is seen, and nothing is left of it", () =>
    Effect.gen(function* () {
      const path = `${yield* folder}/media`
      const probe = yield* probeOf(MediaStore, layerFiles({ path }))
      yield* probe
      expect(readdirSync(path)).toEqual([])
      rmSync(path, { recursive: true })
      expect(yield* Effect.flip(probe)).toMatchObject({ reason: "Overloaded", status: 503 })
    })
  )
})

it.effect("memory takes what comes", () =>
  Effect.gen(function* () {
    yield* yield* probeOf(TaskStore, tasksInMemory)
    yield* yield* probeOf(ResponseStore, layerMemory())
  })
)
