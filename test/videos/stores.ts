import * as Effect from "effect/Effect"
import { layerMemory as mediaInMemory, MediaStore } from "../../src/media.ts"
import { layerMemory as tasksInMemory, TaskStore } from "../../src/tasks.ts"

/** A store of tasks in memory, that several gateways may share. */
export const newTasks = (): TaskStore["Service"] => Effect.runSync(Effect.provide(TaskStore, tasksInMemory))

/** A store of media in memory. */
export const newMedia = (): MediaStore["Service"] => Effect.runSync(Effect.provide(MediaStore, mediaInMemory()))
