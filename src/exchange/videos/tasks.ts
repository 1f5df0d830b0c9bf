import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { VideoModels, VideoModel } from "../../capabilities/models.ts"
import { type KeptMedia, MediaStore } from "../../media/store/store.ts"
import { type PollerOptions, pollTasks } from "../../tasks/poller.ts"
import {
  TaskStore,
  type TaskIn,
  type Task,
  type TaskResult,
  type TaskFailure,
  type SupersededTask,
  newTaskId,
  type IdempotencyClaim,
  type ResultHandling
} from "../../tasks/store.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { poll } from "./poll.ts"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import {
  acceptedStep,
  failedStep,
  submittedStep,
  submittingStep,
  unknownStep,
  unsentStep,
  firstPause
} from "../../tasks/steps.ts"
import { isSuccess, type UpstreamReply, type UpstreamRequest } from "../../upstream/upstream.ts"
import { JsonText } from "../../core/json/json.ts"
import { withCalledHost, errorOf, notUnderstood } from "../call-model.ts"

/** How the tasks of videos are worked on. */
export interface VideoTaskOptions extends Partial<Omit<PollerOptions, "poll">> {
  /** Whether this gateway asks upstreams about tasks; else others on the same store do. True by default. */
  readonly polls?: boolean
}

/** The videos that are being made. */
export class VideoTasks extends Context.Service<
  VideoTasks,
  {
    /**
     * Submits a video once and for all: the task is written down before its upstream is called, and where the order's
     * key already stands for a task it is that one that is given. Once the upstream is called nothing stops it.
     */
    readonly start: (order: VideoOrder) => Effect.Effect<Task, GatewayError>
    /** An owner's task; fails as `NotFound` where there is none, or where it is another's. */
    readonly find: (owner: string, id: string) => Effect.Effect<Task, GatewayError>
    /** What a task made, in order; undefined where it is not kept any more. */
    readonly made: (task: TaskIn<"succeeded">) => Effect.Effect<readonly KeptMedia[] | undefined, GatewayError>
  }
>()("isogloss/VideoTasks") {
  /** Tasks in a store that asks nobody but upstreams, each of its own, until they have ended. */
  static readonly layer = ({ polls = true, ...polling }: VideoTaskOptions = {}): Layer.Layer<
    VideoTasks,
    GatewayError,
    VideoModels | TaskStore | MediaStore
  > =>
    Layer.effect(VideoTasks)(
      Effect.gen(function* () {
        const store = yield* TaskStore
        const media = yield* MediaStore
        yield* store.counts
        if (polls) yield* Effect.forkScoped(pollTasks({ ...polling, poll }))
        return {
          start: (order) => startVideo(store, order),
          find: (owner, id) =>
            Effect.flatMap(store.get(owner, id), (task) =>
              task === undefined ? Effect.fail(unknownTask()) : Effect.succeed(task)
            ),
          made: ({ result: { refs } }) => Effect.map(Effect.forEach(refs, media.find), whole)
        }
      })
    )
}

/** All of some things; undefined where one of them is missing. */
const whole = <A>(all: readonly (A | undefined)[]): readonly A[] | undefined => {
  const there = all.filter((one) => one !== undefined)
  return there.length === all.length ? there : undefined
}

/** The same for a task that nobody knows and for one of another's. */
const unknownTask = (): GatewayError => new GatewayError("NotFound", "No such task.", { code: "task_not_found" })

/** What a client is told of a task, and what it made where that is there. */
export type TaskView =
  | { readonly status: "submitted" | "queued" }
  | { readonly status: "in_progress"; readonly progress?: number }
  | { readonly status: "succeeded"; readonly videos: readonly KeptMedia[]; readonly withheld?: TaskResult["withheld"] }
  | { readonly status: "expired" }
  | { readonly status: "failed"; readonly failure: TaskFailure }

/** A task as its client is told of it now. No upstream is called. */
export const viewTask = (task: Task): Effect.Effect<TaskView, GatewayError, VideoTasks> => {
  switch (task.state) {
    case "accepted":
    case "submitting":
    case "unknown":
      return Effect.succeed({ status: "submitted" })
    case "submitted":
      return Effect.succeed({ status: "queued" })
    case "running":
      return Effect.succeed({
        status: "in_progress",
        ...(task.progress === undefined ? {} : { progress: task.progress })
      })
    case "failed":
      return Effect.succeed({ status: "failed", failure: task.failure })
    case "succeeded":
      return Effect.gen(function* () {
        if (task.result.expiresAt <= (yield* Clock.currentTimeMillis)) return { status: "expired" } as const
        const videos = yield* (yield* VideoTasks).made(task)
        return videos === undefined
          ? ({ status: "expired" } as const)
          : ({ status: "succeeded", videos, withheld: task.result.withheld } as const)
      })
  }
}

/** One of the videos of an owner's task: fails where it is not there yet, not any more, or never was. */
export const finishedVideo = (task: Task, index: number): Effect.Effect<KeptMedia, GatewayError, VideoTasks> =>
  Effect.flatMap(viewTask(task), (shown) => {
    switch (shown.status) {
      case "submitted":
      case "queued":
      case "in_progress":
        return Effect.fail(new GatewayError("Conflict", "The video is not finished.", { code: "task_not_finished" }))
      case "failed":
        return Effect.fail(
          new GatewayError("Gone", "The task has failed; there is no video.", { code: shown.failure.code })
        )
      case "expired":
        return Effect.fail(new GatewayError("Gone", "The video is no longer stored.", { code: "expired" }))
      case "succeeded": {
        const video = shown.videos[index]
        return video === undefined ? Effect.fail(beyond(shown.videos.length)) : Effect.succeed(video)
      }
    }
  })

const beyond = (count: number): GatewayError =>
  new GatewayError("InvalidRequest", `\`index\` must be below ${count}, the number of videos that the task made.`, {
    pointer: "/index"
  })

/** A video that an owner wants. */
export interface VideoOrder {
  readonly owner: string
  /** The id that the client asks for. */
  readonly requestedModel: string
  readonly model: VideoModel
  /** The submit as it is sent; it is made once nobody has the task already. */
  readonly request: Effect.Effect<UpstreamRequest, GatewayError>
  /** Has it written down how the submit goes. */
  readonly follow: Effect.Effect<void>
  readonly claim?: Omit<IdempotencyClaim, "until">
  readonly handing: ResultHandling
  /** What of the request is told again, as texts by their names. */
  readonly extras: Readonly<Record<string, string>>
}

type Store = TaskStore["Service"]

/** How long an upstream may take to take a task, and how long its creator holds it meanwhile, in milliseconds. */
const submitTimes = { submit: 150_000, lease: 240_000 } as const

/** Writes a task down, submits it, and gives it as its upstream took it. */
const startVideo = Effect.fnUntraced(function* (store: Store, order: VideoOrder): Effect.fn.Return<Task, GatewayError> {
  const { owner, claim } = order
  const known = claim === undefined ? undefined : yield* store.claimed(owner, claim.key, claim.hash)
  if (known !== undefined) return known
  const request = yield* order.request
  return yield* Effect.uninterruptible(create(store, order, request))
})

const create = Effect.fnUntraced(function* (
  store: Store,
  order: VideoOrder,
  request: UpstreamRequest
): Effect.fn.Return<Task, GatewayError> {
  const { owner, requestedModel, model, claim, handing, extras } = order
  const now = yield* Clock.currentTimeMillis
  const wanted = {
    id: newTaskId("video"),
    owner,
    kind: "video",
    model: requestedModel,
    upstream: model.place,
    handing,
    asked: extras,
    ...(claim === undefined ? {} : { claim })
  }
  const lease = { holder: newTaskId("submit"), until: now + submitTimes.lease }
  const wish = acceptedStep(wanted, lease, now)
  const { task, isNew } = yield* Effect.tapError(store.create(wish), () => givenUp(store, wish))
  return isNew && task.state === "accepted" ? yield* submit(store, order, task, request) : task
})

/** The task's next step is written before the call and after it, so that nobody ever sends it a second time. */
const submit = Effect.fnUntraced(function* (
  store: Store,
  { model, follow }: VideoOrder,
  task: TaskIn<"accepted">,
  request: UpstreamRequest
): Effect.fn.Return<Task, GatewayError> {
  const written = Effect.tapError(store.save(submittingStep(task)), () => givenUp(store, task))
  const about = yield* Effect.catchTag(written, "Superseded", () => Effect.fail(late()))
  const once = { ...request, once: true, most: mostSaid, clocks: { ...request.clocks, total: submitTimes.submit } }
  yield* follow
  return yield* Effect.matchEffect(model.upstream.unary(once), {
    onSuccess: (reply) => answered(store, model, about, request, reply),
    onFailure: (error) =>
      ended(
        store,
        error.details.unsent === true ? unsentStep(about, unreached) : unknownStep(about),
        withCalledHost(request, error)
      )
  })
})

/** The most bytes of what an upstream says of a task that it took: its name, and what was asked. */
const mostSaid = 1024 * 1024

const decoder = new TextDecoder()

const answered = (
  store: Store,
  { format, decodeError }: VideoModel,
  task: TaskIn<"submitting">,
  request: UpstreamRequest,
  reply: UpstreamReply
): Effect.Effect<Task, GatewayError> => {
  if (!isSuccess(reply.status)) {
    const calledError = withCalledHost(request, errorOf({ format: { decodeError } }, reply))
    const error = isRefusal(reply.status) ? calledError : calledError.with({ shouldRetry: false })
    const failure = { code: error.details.code ?? "refused", message: error.message }
    return ended(store, failedStep(task, reply.status === 429 ? { ...failure, unsent: true } : failure), error)
  }
  const id = format.decodeSubmit(JsonText.source(decoder.decode(reply.body)))
  if (!id.ok) return ended(store, unknownStep(task), withCalledHost(request, notUnderstood()))
  return Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const next = submittedStep(task, id.value, now + firstPause(yield* Random.next))
    const saving: Effect.Effect<Task, GatewayError | SupersededTask> = Effect.retry(store.save(next), saveRetry)
    const saved = Effect.catchTag(saving, "Superseded", () => savedBefore(store, next))
    return yield* Effect.mapError(saved, (error) => error.with({ shouldRetry: false }))
  })
}

/** Whether an upstream cannot have worked on what it answers with this status: other errors may come after the work. */
const isRefusal = (status: number): boolean => status < 500 || status === 503 || status === 529

/** A step that is refused because it stands already: it was saved, and that it was got lost on the way. */
const savedBefore = (store: Store, { owner, id, upstream }: TaskIn<"submitted">): Effect.Effect<Task, GatewayError> =>
  Effect.flatMap(store.get(owner, id), (task) =>
    task !== undefined && task.upstream.id === upstream.id ? Effect.succeed(task) : Effect.fail(late())
  )

/**
 * A task that was not taken, as far as anybody knows. Its client may try again as another where it cannot have run, and
 * no key of its own means this one.
 */
const ended = (
  store: Store,
  task: TaskIn<"failed" | "unknown">,
  error: GatewayError
): Effect.Effect<never, GatewayError> =>
  Effect.andThen(
    Effect.ignore(Effect.retry(store.save(task), saveRetry)),
    Effect.fail(isFree(task) ? error : error.with({ shouldRetry: false }))
  )

const unreached = "The upstream could not be reached."

/**
 * Ends a task that was perhaps written, and whose upstream is not called now. What cannot be told to the store either
 * ends when its creator's time is over.
 */
const givenUp = (store: Store, task: TaskIn<"accepted">): Effect.Effect<void> =>
  Effect.ignore(store.save(unsentStep(task, "The task could not be stored, and was not sent. Send it again.")))

/** Whether it cannot have run, and its client can ask for another. */
const isFree = (task: TaskIn<"failed" | "unknown">): boolean =>
  task.state === "failed" && (task.claim === undefined || task.failure.unsent === true)

/** What an upstream said is worth trying to save for ten seconds. */
const saveRetry = {
  while: ({ _tag }: GatewayError | SupersededTask) => _tag === "GatewayError",
  times: 20,
  schedule: Schedule.spaced(500)
}

/** Its creator held the task for as long as submitting may take, and took longer. */
const late = (): GatewayError =>
  new GatewayError("UpstreamTimeout", "The task took too long to submit. It may have run.", { shouldRetry: false })
