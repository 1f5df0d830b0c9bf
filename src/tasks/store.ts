import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { GatewayError } from "../core/errors/error.ts"
import type { TaskIn, TaskState, Task, IdempotencyClaim } from "./task.ts"

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

/** The members of a task that a store looks at or changes itself. Times are milliseconds since 1970. */
export interface TaskRow {
  readonly id: string
  readonly owner: string
  readonly state: TaskState
  /** When it may be taken; null where it has ended. */
  readonly due: number | null
  readonly holder: string | null
  readonly until: number | null
  readonly fence: number
  /** From when it may be forgotten. */
  readonly expires: number
  /** All else of the task: JSON that no store reads. */
  readonly document: string
}

/** The members of a row that make a task. */
export type KeptTask = Pick<TaskRow, "owner" | "holder" | "until" | "fence" | "document">

/** A row that an unexpired claim stands for, and the hash that it was claimed by. */
export interface ClaimedRow {
  readonly hash: string
  readonly row: KeptTask
}

/** What a lease writes. */
export interface LeaseUpdate {
  readonly now: number
  readonly holder: string
  readonly until: number
  readonly limit: number
}

/** What a step must follow on, and what goes with it. */
export interface RowUpdate {
  /** The states that the row may be in before. */
  readonly before: readonly TaskState[]
  /** Whether not even a loss of power may take it back. A storage that cannot say so for each write does as for all. */
  readonly isLasting: boolean
  /** The key of a claim that the row gives up, where it stands for this row and no other. */
  readonly freed?: string
}

/**
 * What a kind of storage must do, each at one stroke, whoever else writes at the same time. An operation fails with
 * whatever the storage says; the message is logged, and never told to a client.
 */
export interface TaskRows {
  /** Adds a row and its claim, to last, unless its owner's key is claimed: then gives what it stands for. */
  readonly insert: (
    row: TaskRow,
    claim: IdempotencyClaim | undefined,
    now: number
  ) => Effect.Effect<ClaimedRow | undefined, unknown>
  readonly claimed: (owner: string, key: string, now: number) => Effect.Effect<ClaimedRow | undefined, unknown>
  readonly read: (id: string) => Effect.Effect<KeptTask | undefined, unknown>
  /** Of the rows that are due, the longest due: their fence grows by one, and they are due when the lease ends. */
  readonly take: (taken: LeaseUpdate) => Effect.Effect<readonly KeptTask[], unknown>
  /** Replaces the row with this id and this fence, where its state is one of `before`; whether it did. */
  readonly replace: (row: TaskRow, replacing: RowUpdate) => Effect.Effect<boolean, unknown>
  /** Moves the end of the lease of a row with this id and this fence that has not ended; whether it did. */
  readonly renew: (id: string, fence: number, until: number) => Effect.Effect<boolean, unknown>
  /** Removes rows that have ended and expired, and forgets expired claims; how many rows there were. */
  readonly sweep: (now: number, limit: number) => Effect.Effect<number, unknown>
  /** How many rows are in each state that any is in. */
  readonly counts: Effect.Effect<ReadonlyMap<string, number>, unknown>
}
