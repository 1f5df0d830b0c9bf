/** Long jobs that outlive a crash: what a task is, and the store that keeps it. */
export { newTaskId } from "./tasks/store.ts"
export { layerMemory } from "./tasks/memory.ts"
export { firstPause, pauseAfter, type PollAnswer, PollFailed } from "./tasks/steps.ts"
export { type PollerOptions, pollTasks } from "./tasks/poller.ts"
export {
  acceptedStep,
  failedStep,
  type PollMiss,
  missedStep,
  polledStep,
  type PollProgress,
  type TaskSpans,
  defaultSpans,
  submittedStep,
  submittingStep,
  succeededStep,
  unknownStep,
  unsentStep,
  type NewTask
} from "./tasks/steps.ts"
export { type CreateOutcome, SupersededTask, type LeaseRequest, TaskStore } from "./tasks/store.ts"
export {
  type IdempotencyClaim,
  dueAt,
  type EndedTask,
  type TaskFacts,
  type ResultHandling,
  type TaskIn,
  isEnded,
  type TaskLease,
  type TaskPlace,
  type TaskResult,
  type TaskStage,
  type TaskState,
  taskStates,
  type Task,
  type TaskFailure
} from "./tasks/store.ts"
