import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { memoryRows } from "../../src/tasks/memory.ts"
import { tasksIn } from "../../src/tasks/store-from-rows.ts"
import { layerMemory, TaskStore } from "../../src/tasks.ts"
import { conforms } from "./conformance.ts"
import { day, made } from "./tasks.ts"

conforms({
  name: "memory",
  fresh: Effect.map(Layer.build(layerMemory), (context) => Effect.provide(TaskStore, context))
})

it("a claim is kept for as long as it stands, and no longer", async () => {
  const claims: Parameters<typeof memoryRows>[1] = new Map()
  const rows = memoryRows(new Map(), claims)
  const claim = (key: string, until: number) => ({ claim: { key, hash: "h", until } })
  for (let n = 0; n < 10; n++) {
    await Effect.runPromise(tasksIn(rows).create({ ...made(), ...claim(`${n}`, n < 7 ? day : 2 * day) }))
  }
  await Effect.runPromise(rows.sweep(day, 1))
  expect([...claims.values()].map(({ claim: { key } }) => key)).toEqual(["7", "8", "9"])
})
