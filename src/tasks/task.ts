import { encodeBinary } from "../core/bytes/encodings.ts"

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
