import type * as Effect from "effect/Effect"
import type { IdempotencyClaim, TaskState } from "./task.ts"

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
