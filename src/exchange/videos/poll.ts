import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type PlacedTask, type VideoModel, VideoModels } from "../../capabilities/models.ts"
import { MediaStore } from "../../media/store/store.ts"
import { type Found, PollFailed } from "../../tasks/poll.ts"
import type { In, TaskFailure } from "../../tasks/task.ts"
import { answerTooLarge } from "../../upstream/failures.ts"
import { retryAfter } from "../../upstream/retry.ts"
import { Tenant, type UpstreamReply, type UpstreamRequest } from "../../upstream/upstream.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { JsonText } from "../../core/json/json.ts"
import type { VideoSource, VideoTask } from "../../core/video/video.ts"
import { calling, errorOf, isSuccess } from "../ask.ts"
import { type AboutCall, tellCallFailed, tellTaskFailed } from "../failure-lines.ts"
import { notUnderstood } from "../translate-reply.ts"
import { openVideo } from "./open-video.ts"

/** How long what was made is kept, in milliseconds: 24 hours. */
const kept = 24 * 3_600_000

/** The code of a result that is larger than what is taken or kept. */
const tooLarge = "result_too_large"

/** How long a vendor may take to say how far a task is, in milliseconds. */
const longest = 60_000

/** The most bytes of what a vendor says of a task, where its videos are no part of that. */
const mostSaid = 1024 * 1024

/** Asks a task's vendor how far it is, for the account whose task it is. What it made is kept before it is told. */
export const poll = (task: In<"submitted" | "running">): Effect.Effect<Found, PollFailed, VideoModels | MediaStore> =>
  Effect.provideService(polled(task), Tenant, task.owner)

const polled = (task: In<"submitted" | "running">): Effect.Effect<Found, PollFailed, VideoModels | MediaStore> =>
  Effect.gen(function* () {
    const { id, ...place } = task.upstream
    const model = (yield* VideoModels).at(place)
    if (model === undefined || id === undefined) return yield* gone(place.name)
    const placed = { ...place, id }
    const about = { task: task.id, family: model.family, model: place.model }
    const { said, wait } = yield* ask(model, placed, about)
    switch (said.state) {
      case "queued":
        return { kind: "pending", state: "submitted", ...wait } as const
      case "in-progress":
        return { kind: "pending", state: "running", ...shareOf(said.progress), ...wait } as const
      case "failed":
        yield* tellTaskFailed(about)
        return { kind: "failed", failure: { code: said.code, message: said.message } } as const
      case "succeeded":
        return yield* Effect.annotateLogs(keep(model, placed, said), { ...about })
    }
  })

/** Vendors say so many of a hundred. */
const shareOf = (progress: number | undefined): { readonly progress?: number } =>
  progress === undefined ? {} : { progress: Math.min(1, Math.max(0, progress / 100)) }

/** Nobody is asked: the configuration has lost the upstream, or its key. */
const gone = (name: string): Effect.Effect<never, PollFailed> =>
  Effect.andThen(
    Effect.logError(`Tasks were sent to the upstream \`${name}\` with a key that is not had any more.`),
    Effect.fail(new PollFailed({ status: 401 }))
  )

const decoder = new TextDecoder()

/** In how many seconds a vendor wants to be asked again, where it says so. */
type Wait = Pick<PollFailed, "retryAfter">

interface Answered {
  readonly said: VideoTask
  readonly wait: Wait
}

/** An answer that is larger than what is taken holds a video that is: asked again, it would be no smaller. */
const ask = (model: VideoModel, task: PlacedTask, about: AboutCall): Effect.Effect<Answered, PollFailed> =>
  Effect.gen(function* () {
    const query = model.query(task)
    if (query === undefined) return yield* gone(task.name)
    const most = model.format.inline === true ? {} : { most: mostSaid }
    const once = { ...query, ...most, once: true, clocks: { ...query.clocks, total: longest } }
    return yield* Effect.matchEffect(model.upstream.unary(once), {
      onSuccess: (reply) => answered(model, once, reply, about),
      onFailure: (error) =>
        error.details.code === answerTooLarge
          ? Effect.succeed<Answered>({ said: { state: "failed", code: tooLarge, message: error.message }, wait: {} })
          : missed(new PollFailed({}), calling(once, error), about)
    })
  })

/** A poll that came to nothing, of which a line tells. */
const missed = (failed: PollFailed, error: GatewayError, about: AboutCall): Effect.Effect<never, PollFailed> =>
  Effect.andThen(tellCallFailed(about, error), Effect.fail(failed))

const answered = (
  { format, decodeError }: VideoModel,
  request: UpstreamRequest,
  reply: UpstreamReply,
  about: AboutCall
): Effect.Effect<Answered, PollFailed> =>
  Effect.gen(function* () {
    const wait = waitIn(reply, yield* Clock.currentTimeMillis)
    if (!isSuccess(reply.status)) {
      const error = errorOf({ format: { decodeError } }, reply)
      return yield* missed(new PollFailed({ status: reply.status, ...wait }), calling(request, error), about)
    }
    const said = format.decodeTask(JsonText.source(decoder.decode(reply.body)))
    return said.ok
      ? { said: said.value, wait }
      : yield* missed(new PollFailed(wait), calling(request, notUnderstood()), about)
  })

const waitIn = ({ headers }: UpstreamReply, now: number): Wait => {
  const wait = retryAfter(headers, now)
  return wait === undefined ? {} : { retryAfter: wait / 1000 }
}

/** Keeps the videos, so that they outlive their vendor's links. What cannot be had or kept now is at the next poll. */
const keep = (
  model: VideoModel,
  task: PlacedTask,
  { videos, withheld }: Extract<VideoTask, { readonly state: "succeeded" }>
): Effect.Effect<Found, PollFailed, MediaStore> =>
  Effect.gen(function* () {
    if (!videos.every(isInReach)) return { kind: "failed", failure: outOfReach }
    const store = yield* MediaStore
    const expiresAt = (yield* Clock.currentTimeMillis) + kept
    const about = { mime: "video/mp4", until: expiresAt }
    const one = (source: VideoSource): Effect.Effect<string, GatewayError> =>
      Effect.scoped(Effect.flatMap(openVideo(model, task, source), (bytes) => store.keep(bytes, about)))
    return yield* Effect.matchEffect(Effect.forEach(videos, one), {
      onSuccess: (refs) =>
        Effect.succeed<Found>({
          kind: "succeeded",
          result: { refs, expiresAt, ...(withheld === undefined ? {} : { withheld }) }
        }),
      onFailure: (error) => unkept(error)
    })
  })

/** Whether a video lies where it can be fetched from, and not in a vendor's storage, as at `gs://`. */
const isInReach = (source: VideoSource): boolean =>
  source.kind !== "url" || !URL.canParse(source.url) || schemes.has(new URL(source.url).protocol)

const schemes: ReadonlySet<string> = new Set(["https:", "http:", "data:"])

const outOfReach: TaskFailure = {
  code: "result_out_of_reach",
  message: "The video was made, and its vendor keeps it in a storage that it is not fetched from."
}

const unfetched: TaskFailure = {
  code: "result_not_fetched",
  message: "The video was made, and could not be fetched from where its vendor keeps it."
}

const unkept = ({ reason, message }: GatewayError): Effect.Effect<Found, PollFailed> =>
  reason === "PayloadTooLarge"
    ? Effect.succeed({ kind: "failed", failure: { code: tooLarge, message } })
    : Effect.andThen(
        Effect.logWarning("A video that was made could not be kept.", message),
        Effect.fail(new PollFailed({ unkept: reason === "Overloaded", end: unfetched }))
      )
