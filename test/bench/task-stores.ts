import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { createClient } from "redis"
import { rowOf } from "../../src/tasks/store-from-rows.ts"
import { prepareStatements, schemaTables } from "../../src/tasks/sqlite/statements.ts"
import {
  acceptedStep,
  type TaskIn,
  layerMemory,
  newTaskId,
  polledStep,
  submittedStep,
  submittingStep,
  TaskStore
} from "../../src/tasks.ts"
import { layerRedis } from "../../src/tasks-redis.ts"
import { layerSqlite } from "../../src/tasks-sqlite.ts"
import { redisServer } from "../tasks/redis/server.ts"

/** A task that an upstream works on, and which was asked about so often that it is asked about most seldom. */
export type Open = TaskIn<"submitted" | "running">

/** A kind of store, filled with open tasks for as long as the scope is open. */
export interface Kind {
  readonly name: string
  readonly filled: (tasks: readonly Open[]) => Effect.Effect<Layer.Layer<TaskStore>, unknown, Scope.Scope>
}

/** An open task of one of a hundred keys, next asked about at some time. */
export const openTask = (at: number, now: number, nextPollAt: number): Open => {
  const wanted = {
    id: newTaskId("task"),
    owner: "ann",
    kind: "video",
    model: "a-model",
    upstream: { name: "vendor", credential: `key-${at % 100}`, model: "sent" },
    handing: { link: true, download: false },
    asked: { seconds: "4" },
    claim: { key: `key ${at}`, hash: "0".repeat(64) }
  }
  const sent = submittedStep(
    submittingStep(acceptedStep(wanted, { holder: "bench", until: now }, now)),
    `operations/${at}`,
    now
  )
  return { ...polledStep(sent, { state: "running" }, nextPollAt), polls: 9 }
}

/** A store in memory has no other way in than its own steps. */
const fillMemory = (tasks: readonly Open[]) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(layerMemory)
    const store = Effect.provide(TaskStore, context)
    yield* Effect.forEach(tasks, (task) => Effect.flatMap(store, (into) => bring(into, task)), { discard: true })
    return Layer.succeedContext(context)
  })

const bring = (store: TaskStore["Service"], task: Open) =>
  Effect.gen(function* () {
    const first = { ...task, state: "accepted" } as const
    yield* store.create(first)
    yield* store.save(submittingStep(first))
    yield* store.save({ ...task, state: "submitted" })
  })

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "isogloss-bench-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

/** Writes rows as the store would, but at one stroke: each by itself would wait for the disk. */
const fillFile = (path: string, tasks: readonly Open[]): void => {
  const database = new DatabaseSync(path)
  database.exec(schemaTables)
  const { insert } = prepareStatements(database)
  database.exec("BEGIN")
  for (const task of tasks) insert.run({ ...rowOf(task) })
  database.exec("COMMIT")
  database.close()
}

/** Writes rows as the scripts do, but without asking for each whether its key is claimed. */
const fillRedis = async (url: string, tasks: readonly Open[]): Promise<void> => {
  const client = await createClient({ url }).connect()
  const base = "{isogloss}"
  for (let from = 0; from < tasks.length; from += 500) {
    const rows = tasks.slice(from, from + 500).map(rowOf)
    const written = rows.map(({ id, owner, state, fence, document }) =>
      client.hSet(`${base}:task:${id}`, { owner, state, holder: "", until: "", fence, document })
    )
    const due = rows.map(({ id, due }) => ({ value: id, score: due ?? 0 }))
    await Promise.all([...written, client.zAdd(`${base}:due`, due)])
  }
  await client.hSet(`${base}:states`, "running", tasks.length)
  await client.close()
}

/** The kinds of store there are. */
export const kinds: readonly Kind[] = [
  { name: "memory", filled: fillMemory },
  {
    name: "SQLite",
    filled: (tasks) =>
      Effect.map(folder, (where) => {
        const path = join(where, "tasks.db")
        fillFile(path, tasks)
        return layerSqlite({ path })
      })
  },
  {
    name: "Redis",
    filled: (tasks) =>
      Effect.flatMap(redisServer, ({ url }) =>
        Effect.as(
          Effect.promise(() => fillRedis(url, tasks)),
          layerRedis({ url })
        )
      )
  }
]
