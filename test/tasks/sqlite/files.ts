import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TaskStore } from "../../../src/tasks.ts"
import { layerSqlite } from "../../../src/tasks-sqlite.ts"

/** A folder of its own, which goes with the scope. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "isogloss-tasks-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

/** A store of the file at a path, as a process of its own would open it. */
export const storeAt = (path: string) =>
  Effect.suspend(() =>
    Effect.flatMap(Layer.build(layerSqlite({ path })), (context) => Effect.provide(TaskStore, context))
  )
