import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerMemory, TaskStore } from "../../src/tasks.ts"
import { conforms } from "./conformance.ts"

conforms({
  name: "memory",
  fresh: Effect.map(Layer.build(layerMemory), (context) => Effect.provide(TaskStore, context))
})
