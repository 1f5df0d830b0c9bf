import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { TaskStore } from "../../src/tasks.ts"

/** A task store as one of its users has it. */
export type Store = TaskStore["Service"]

/** A kind of store under test. */
export interface Kind {
  readonly name: string
  /** An empty store; what it gives opens it once more, as another process would. */
  readonly fresh: Effect.Effect<Effect.Effect<Store, never, Scope.Scope>, never, Scope.Scope>
}
