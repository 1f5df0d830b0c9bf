import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type { GatewayError } from "../core/errors/error.ts"
import { encodeBinary } from "../core/bytes.ts"

/** What a task goes through. Only `submitted`, `running` and the two ends are ever told to a client as such. */
export type TaskState = "accepted" | "submitting" | "unknown" | "submitted" | "running" | "succeeded" | "failed"

/**
 * What may follow what. `accepted`: written, and nothing is sent; `submitting`: the upstream may have been called;
 * `unknown`: it was called, and its answer is lost; `submitted`: it has given its id. What has ended stays as it ended.
 */
export const nextStates = {
  accepted: ["accepted", "submitting", "failed"],
  submitting: ["submitting", "submitted", "unknown", "failed"],
  unknown: ["unknown", "submitted", "failed"],
  submitted: ["submitted", "running", "succeeded", "failed"],
  running: ["running", "succeeded", "failed"],
  succeeded: [],
  failed: []
} as const satisfies Readonly<Record<TaskState, readonly TaskState[]>>

/** Every state, in the order in which a task may come to them. */
export const taskStates: readonly TaskState[] = [
  "accepted",
  "submitting",
  "unknown",
  "submitted",
  "running",
  "succeeded",
  "failed"
]

/** The states that a state may follow on. */
export const previousStates = (state: TaskState): readonly TaskState[] =>
  taskStates.filter((before) => nextStates[before].some((after) => after === state))

/** What an owner said to have one task for many tries; their next body under it must be the same. */
export interface IdempotencyClaim {
  /** The `Idempotency-Key`. */
  readonly key: string
  /** A digest of what was asked: the endpoint, and its body. */
  readonly hash: string
  /** Until when the key stands for this task, in milliseconds since 1970. */
  readonly until: number
}

/** Where a task was sent, which is where it is asked about. */
export interface TaskPlace {
  /** The upstream's name. */
  readonly name: string
  /** Which of the upstream's keys it was sent with: a name for it, never the key. */
  readonly credential: string
  /** The id by which the upstream knows the model. */
  readonly model: string
  /** What the upstream calls the task, once it has said so. */
  readonly id?: string
}

/** How what comes of a task is handed out. */
export interface ResultHandling {
  /** Whether a link to it is told. */
  readonly link: boolean
  /** Whether it can be downloaded inside JSON. */
  readonly download: boolean
}

/** Who alone may work on a task, and until when, in milliseconds since 1970. */
export interface TaskLease {
  readonly holder: string
  readonly until: number
}

/** What came of a task that succeeded. */
export interface TaskResult {
  /** Where the media store keeps what was made, in order. */
  readonly refs: readonly string[]
  /** Until when it is kept, in milliseconds since 1970. */
  readonly expiresAt: number
  /** Why it is less than was asked for. */
  readonly withheld?: Pick<TaskFailure, "code" | "message">
}

/** Why a task failed: a short code, and a sentence for the client. */
export interface TaskFailure {
  readonly code: string
  readonly message: string
  /** That nothing of it was ever sent, or its upstream took no more requests, so that its claim stands for it no longer. */
  readonly unsent?: true
}

/** What is said of a task in every state. Times are milliseconds since 1970. */
export interface TaskFacts {
  /** Our own id: never the upstream's, and not to be guessed. */
  readonly id: string
  /** The name of the principal whose task it is; to all others it is unknown. */
  readonly owner: string
  /** What asks for such tasks, such as `video`. */
  readonly kind: string
  /** The model that was asked for, as its client calls it. */
  readonly model: string
  readonly upstream: TaskPlace
  readonly handing: ResultHandling
  /** What was asked for, as far as it is told again: texts by their names. */
  readonly asked: Readonly<Record<string, string>>
  readonly claim?: IdempotencyClaim
  /** How often the upstream was asked how far it is. */
  readonly polls: number
  /** How many of the last polls in a row failed, and how many of them found no such task. */
  readonly strikes: { readonly failed: number; readonly missing: number }
  /** When the upstream is asked next. */
  readonly nextPollAt: number
  /** When the task has failed if it has not ended. */
  readonly deadlineAt: number
  /** From when an ended task may be forgotten. */
  readonly expiresAt: number
  readonly createdAt: number
  readonly updatedAt: number
  /** How far it is, from 0 to 1, where the upstream says so. */
  readonly progress?: number
  /** Absent where nobody works on it. */
  readonly lease?: TaskLease
  /** Grows with each lease; a write with an older one is refused. */
  readonly fence: number
}

/** A state, and what it alone says. */
export type TaskStage =
  | { readonly [S in Exclude<TaskState, "succeeded" | "failed">]: { readonly state: S } }[Exclude<
      TaskState,
      "succeeded" | "failed"
    >]
  | { readonly state: "succeeded"; readonly result: TaskResult }
  | { readonly state: "failed"; readonly failure: TaskFailure }

/** One long job of one owner at one upstream: what a store keeps of it. */
export type Task = TaskFacts & TaskStage

/** A task in one of some states. */
export type TaskIn<S extends TaskState> = TaskFacts & Extract<TaskStage, { readonly state: S }>

/** A task that has ended. */
export type EndedTask = TaskIn<"succeeded" | "failed">

/** Whether a task has ended. */
export const isEnded = (task: Task): task is EndedTask => nextStates[task.state].length === 0

/** When somebody may next take a task to work on; undefined where it has ended. */
export const dueAt = (task: Task): number | undefined =>
  isEnded(task) ? undefined : Math.max(task.nextPollAt, task.lease?.until ?? 0)

/** How many random bytes an id has: 192 bits. */
const size = 24

/** A new id that nobody can guess: `prefix`, `_`, and 32 characters that stand in a path as they are. */
export const newTaskId = (prefix: string): string =>
  `${prefix}_${encodeBinary(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(size))))}`

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
    /** Fails where nothing can be written, full or read-only as the store may be; what it writes to see that is not kept. */
    readonly probe?: Effect.Effect<void, GatewayError>
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
  /** Writes what stands for no row, over what the last probe wrote. */
  readonly probe: Effect.Effect<void, unknown>
}
