import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import type { VideoModel } from "../../capabilities/models.ts"
import {
  acceptedStep,
  failedStep,
  submittedStep,
  submittingStep,
  unknownStep,
  unsentStep,
  firstPause
} from "../../tasks/steps.ts"
import {
  type SupersededTask,
  TaskStore,
  newTaskId,
  type IdempotencyClaim,
  type ResultHandling,
  type TaskIn,
  type Task
} from "../../tasks/store.ts"
import { isSuccess, type UpstreamReply, type UpstreamRequest } from "../../upstream/upstream.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { JsonText } from "../../core/json/json.ts"
import { withCalledHost, errorOf, notUnderstood } from "../call-model.ts"

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
export const startVideo = Effect.fnUntraced(function* (
  order: VideoOrder
): Effect.fn.Return<Task, GatewayError, TaskStore> {
  const store = yield* TaskStore
  const known = yield* claimed(store, order)
  if (known !== undefined) return known
  const request = yield* order.request
  return yield* Effect.uninterruptible(create(store, order, request))
})

const claimed = (store: Store, { owner, claim }: VideoOrder): Effect.Effect<Task | undefined, GatewayError> =>
  claim === undefined ? Effect.undefined : store.claimed(owner, claim.key, claim.hash)

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
