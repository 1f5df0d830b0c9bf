import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { GatewayError } from "../core/errors/error.ts"
import type { TaskIn, TaskState, Task } from "./task.ts"

/**
 * What was saved is not what the store has any more: somebody else holds the task, it has ended, or what was saved may
 * not follow on what it is. Whoever gets this stops working on the task.
 */
export class SupersededTask extends Data.TaggedError("Superseded")<{ readonly id: string }> {}

/** What came of creating a task. */
export interface CreateOutcome {
  readonly task: Task
  /** Whether it is the one that was given, and not the first that the owner's idempotency key stands for. */
  readonly isNew: boolean
}

/** Who takes tasks, for how long in milliseconds, and how many at most. */
export interface LeaseRequest {
  readonly holder: string
  readonly duration: number
  readonly limit: number
}

/**
 * Keeps tasks so that none is lost once it was answered, and so that one party works on each at a time. Every operation
 * happens whole or not at all. Where the store cannot be reached it fails as `Overloaded`, and works again by itself.
 * Times are the caller's clock: clocks of many nodes may differ by less than a lease, and the fence covers the rest.
 */
export class TaskStore extends Context.Service<
  TaskStore,
  {
    /**
     * Writes a new task down, held by its creator. Where its claim's key already stands for a task of this owner, that
     * one is given; fails as `Conflict` where it was claimed with another hash.
     */
    readonly create: (task: TaskIn<"accepted">) => Effect.Effect<CreateOutcome, GatewayError>
    /**
     * The task that an owner's idempotency key stands for; undefined where it stands for none, or its time is over.
     * Fails as `Conflict` where it was claimed with another hash. A later `create` may still find that another was first.
     */
    readonly claimed: (owner: string, key: string, hash: string) => Effect.Effect<Task | undefined, GatewayError>
    /** An owner's task; undefined where there is none, or where it is another's. */
    readonly get: (owner: string, id: string) => Effect.Effect<Task | undefined, GatewayError>
    /** Takes tasks that are due and that nobody holds, the longest due first. */
    readonly take: (taking: LeaseRequest) => Effect.Effect<readonly Task[], GatewayError>
    /**
     * Writes a task's next step, which must be of the lease that the task was taken with, and gives it as written; again
     * where it is saved once more because its answer was lost. A task that ends unsent gives up its claim with that: the
     * next `create` under its key is the first again.
     */
    readonly save: <T extends Task>(task: T) => Effect.Effect<T, GatewayError | SupersededTask>
    /** Holds a task for so many milliseconds from now. */
    readonly renew: (task: Task, duration: number) => Effect.Effect<void, GatewayError | SupersededTask>
    /** Forgets ended tasks whose time is over, so many at most, the oldest first; how many there were. */
    readonly sweep: (limit: number) => Effect.Effect<number, GatewayError>
    /** How many tasks are in each state. */
    readonly counts: Effect.Effect<Readonly<Record<TaskState, number>>, GatewayError>
  }
>()("isogloss/TaskStore") {}
