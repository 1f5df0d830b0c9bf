/** Long jobs that outlive a crash: what a task is, and the store that keeps it. */
export { newTaskId } from "./tasks/task.ts"
export { layerMemory } from "./tasks/memory.ts"
export { firstPause, pauseAfter } from "./tasks/task.ts"
export { type Found, PollFailed } from "./tasks/poll.ts"
export { type Polling, pollTasks } from "./tasks/poller.ts"
export {
  accepted,
  failed,
  type Miss,
  missed,
  polled,
  type Seen,
  type Spans,
  spans,
  submitted,
  submitting,
  succeeded,
  unknown,
  unsent,
  type Wanted
} from "./tasks/steps.ts"
export { type Created, Superseded, type Taking, TaskStore } from "./tasks/store.ts"
export {
  type Claim,
  dueAt,
  type Ended,
  type Facts,
  type Handing,
  type In,
  isEnded,
  type Lease,
  type Place,
  type Result,
  type Stage,
  type State,
  states,
  type Task,
  type TaskFailure
} from "./tasks/task.ts"
