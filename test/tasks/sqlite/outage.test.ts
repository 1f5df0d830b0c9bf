import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe } from "vitest"
import { failedStep } from "../../../src/tasks.ts"
import { atUpstream, everything, failure, made, running, taking, unavailable } from "../tasks.ts"
import { folder, storeAt } from "./files.ts"

describe("a file of tasks", () => {
  it.effect("that cannot be opened is no store, and nothing is half-written; once it can, all is well", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "not-yet", "tasks.db")
      const store = yield* storeAt(path)
      const task = made({ claim: { key: "k", hash: "h" } })
      for (const refused of everything(store, task)) expect(yield* Effect.flip(refused)).toMatchObject(unavailable)
      mkdirSync(dirname(path))
      expect(yield* store.create(task)).toEqual({ task, isNew: true })
    })
  )

  it.live("that another program has locked is waited for while other work goes on", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "tasks.db")
      const store = yield* storeAt(path)
      const task = made({ claim: { key: "k", hash: "h" } })
      yield* store.counts
      const other = new DatabaseSync(path)
      other.exec("BEGIN EXCLUSIVE")
      const creating = yield* Effect.forkChild(store.create(task))
      for (let turn = 0; turn < 50; turn++) yield* Effect.promise(() => new Promise((go) => setImmediate(go)))
      const another = yield* storeAt(path)
      expect(yield* another.get("ann", task.id)).toBeUndefined()
      other.exec("ROLLBACK")
      other.close()
      expect(yield* Fiber.join(creating)).toEqual({ task, isNew: true })
    })
  )

  it.effect.each([
    { how: "removed", lose: (path: string) => rmSync(path) },
    {
      how: "replaced",
      lose: (path: string) => {
        cpSync(path, `${path}.copy`)
        renameSync(`${path}.copy`, path)
      }
    }
  ])("that is $how while it is open takes nothing, and is opened anew", ({ lose }) =>
    Effect.gen(function* () {
      const path = join(yield* folder, "tasks.db")
      const store = yield* storeAt(path)
      yield* store.create(made())
      lose(path)
      const task = made({ claim: { key: "k", hash: "h" } })
      expect(yield* Effect.flip(store.create(task))).toMatchObject(unavailable)
      expect(yield* store.create(task)).toEqual({ task, isNew: true })
      const other = yield* storeAt(path)
      expect(yield* other.get("ann", task.id)).toEqual(task)
    })
  )

  it.live("that another program has locked is no store until it lets go", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "tasks.db")
      const store = yield* storeAt(path)
      const task = made({ claim: { key: "k", hash: "h" } })
      yield* store.counts
      const other = new DatabaseSync(path)
      other.exec("BEGIN EXCLUSIVE")
      expect(yield* Effect.flip(store.create(task))).toMatchObject(unavailable)
      other.exec("ROLLBACK")
      other.close()
      expect(yield* store.get("ann", task.id)).toBeUndefined()
      expect(yield* store.create(task)).toEqual({ task, isNew: true })
    })
  )

  it.effect("that is something else is left as it is", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "tasks.db")
      writeFileSync(path, "These are somebody's notes, and no tasks at all.".repeat(100))
      const store = yield* storeAt(path)
      expect(yield* Effect.flip(store.create(made()))).toMatchObject(unavailable)
    })
  )

  it.effect("that takes a claim and not its task has neither", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "tasks.db")
      const store = yield* storeAt(path)
      yield* store.counts
      const other = new DatabaseSync(path)
      other.exec("CREATE TRIGGER refusal BEFORE INSERT ON tasks BEGIN SELECT RAISE(ABORT, 'no'); END")
      const task = made({ claim: { key: "k", hash: "h" } })
      expect(yield* Effect.flip(store.create(task))).toMatchObject(unavailable)
      expect(other.prepare("SELECT * FROM claims").all()).toEqual([])
      other.exec("DROP TRIGGER refusal")
      other.close()
      expect(yield* store.create(task)).toEqual({ task, isNew: true })
    })
  )

  it.effect("outlives whoever wrote it", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "tasks.db")
      const claim = { key: "k", hash: "h" }
      const task = made({ claim })
      yield* Effect.scoped(Effect.flatMap(storeAt(path), (store) => store.create(task)))
      const store = yield* storeAt(path)
      expect(yield* store.get("ann", task.id)).toEqual(task)
      expect(yield* store.create(made({ claim }))).toEqual({ task, isNew: false })
    })
  )

  it.effect("that holds a task of another version serves all others", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "tasks.db")
      const store = yield* storeAt(path)
      const strange = made()
      const task = made()
      yield* store.create({ ...strange, lease: { holder: "creator", until: 0 } })
      yield* store.create({ ...task, lease: { holder: "creator", until: 0 } })
      const other = new DatabaseSync(path)
      other.prepare("UPDATE tasks SET document = ? WHERE id = ?").run('{"state":"dreaming"}', strange.id)
      other.close()
      expect((yield* store.take(taking("a"))).map(({ id }) => id)).toEqual([task.id])
      expect(yield* Effect.flip(store.get("ann", strange.id))).toMatchObject({ reason: "Internal" })
    })
  )

  it.effect("keeps what another version says of a task", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "tasks.db")
      const store = yield* storeAt(path)
      const { id } = yield* atUpstream(store)
      const other = new DatabaseSync(path)
      const document = () => String(other.prepare("SELECT document FROM tasks WHERE id = ?").get(id)?.["document"])
      other.prepare("UPDATE tasks SET document = ? WHERE id = ?").run(document().replace("{", '{"later":[1],'), id)
      const [task] = yield* store.take(taking("a"))
      if (task === undefined) return yield* Effect.die("Nothing was due.")
      yield* store.save(failedStep(running(task), failure))
      expect(JSON.parse(document())).toMatchObject({ later: [1], state: "failed" })
      other.close()
    })
  )
})
