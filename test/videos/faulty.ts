import * as Effect from "effect/Effect"
import type { TaskStore } from "../../src/tasks.ts"
import type { TaskState } from "../../src/tasks/store.ts"
import { GatewayError } from "../../src/core/errors/error.ts"
import { newTasks } from "./stores.ts"

/** How an operation of a store goes wrong: nothing is done, or it is done and nobody is told. */
export type Fault = "lost" | "untold"

/** An operation that may go wrong; the writes of a step by its state. */
export type Operation = "create" | "claimed" | "get" | "take" | TaskState

const unreachable = (): GatewayError =>
  new GatewayError("Overloaded", "Tasks cannot be kept at the moment.", { code: "task_store_unavailable" })

/** A store of tasks whose operations go wrong as a test says. */
export class FaultyTasks {
  /** What goes wrong, and how. */
  readonly faults = new Map<Operation, Fault>()
  /** What it really holds. */
  readonly inner: TaskStore["Service"] = newTasks()

  get service(): TaskStore["Service"] {
    const { inner } = this
    return {
      ...inner,
      create: (task) => this.#through("create", inner.create(task)),
      claimed: (owner, key, hash) => this.#through("claimed", inner.claimed(owner, key, hash)),
      get: (owner, id) => this.#through("get", inner.get(owner, id)),
      take: (taking) => this.#through("take", inner.take(taking)),
      save: (task) => this.#through(task.state, inner.save(task))
    }
  }

  #through<A, E>(operation: Operation, work: Effect.Effect<A, E>): Effect.Effect<A, E | GatewayError> {
    return Effect.suspend((): Effect.Effect<A, E | GatewayError> => {
      const fault = this.faults.get(operation)
      if (fault === undefined) return work
      return fault === "lost" ? Effect.fail(unreachable()) : Effect.andThen(work, Effect.fail(unreachable()))
    })
  }
}
