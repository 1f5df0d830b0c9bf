import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Scope } from "effect/Scope"
import * as Stream from "effect/Stream"
import { type PlacedTask, type VideoModel, VideoModels } from "../../capabilities/models.ts"
import { mimeOf } from "../../media/kinds.ts"
import { MediaFetcher } from "../../media/fetch/fetcher.ts"
import { MediaStore } from "../../media/store/store.ts"
import { type PollAnswer, PollFailed } from "../../tasks/steps.ts"
import type { TaskIn, TaskFailure } from "../../tasks/store.ts"
import { decodeBytes } from "../../core/bytes.ts"
import { concatBytes } from "../../core/collections.ts"
import { answerTooLarge } from "../../upstream/failures.ts"
import { retryAfter } from "../../upstream/sending.ts"
import {
  isSuccess,
  CallingTenant,
  type UpstreamReply,
  type UpstreamRequest,
  type UpstreamStream
} from "../../upstream/upstream.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { JsonText } from "../../core/json/json.ts"
import type { VideoSource, VideoTask } from "../../core/video.ts"
import { withCalledHost, errorOf, notUnderstood } from "../call-model.ts"
import { type AboutCall, tellCallFailed, tellTaskFailed } from "../outcome.ts"

/** How long what was made is kept, in milliseconds: 24 hours. */
const retention = 24 * 3_600_000

/** The code of a result that is larger than what is taken or kept. */
const tooLarge = "result_too_large"

/** How long a vendor may take to say how far a task is, in milliseconds. */
const pollTimeout = 60_000

/** The most bytes of what a vendor says of a task, where its videos are no part of that. */
const mostSaid = 1024 * 1024

/** Asks a task's vendor how far it is, for the account whose task it is. What it made is kept before it is told. */
export const poll = (
  task: TaskIn<"submitted" | "running">
): Effect.Effect<PollAnswer, PollFailed, VideoModels | MediaStore> =>
  Effect.scoped(Effect.provideService(polled(task), CallingTenant, task.owner))

const polled = Effect.fnUntraced(function* (
  task: TaskIn<"submitted" | "running">
): Effect.fn.Return<PollAnswer, PollFailed, VideoModels | MediaStore> {
  const { id, ...place } = task.upstream
  const model = (yield* VideoModels).at(place)
  if (model === undefined || id === undefined) return yield* upstreamRemoved(place.name)
  const placed = { ...place, id }
  const about = { task: task.id, family: model.family, model: place.model }
  const { task: answered, wait } = yield* ask(model, placed, about)
  switch (answered.state) {
    case "queued":
      return { kind: "pending", state: "submitted", ...wait } as const
    case "in-progress":
      return { kind: "pending", state: "running", ...shareOf(answered.progress), ...wait } as const
    case "failed":
      yield* tellTaskFailed(about)
      return { kind: "failed", failure: { code: answered.code, message: answered.message } } as const
    case "succeeded":
      return yield* Effect.annotateLogs(keep(model, placed, answered), { ...about })
  }
})

/** Vendors say so many of a hundred. */
const shareOf = (progress: number | undefined): { readonly progress?: number } =>
  progress === undefined ? {} : { progress: Math.min(1, Math.max(0, progress / 100)) }

/** Nobody is asked: the configuration has lost the upstream, or its key. */
const upstreamRemoved = (name: string): Effect.Effect<never, PollFailed> =>
  Effect.andThen(
    Effect.logError(`Tasks were sent to the upstream \`${name}\` with a key that is no longer configured.`),
    Effect.fail(new PollFailed({ status: 401 }))
  )

const decoder = new TextDecoder()

/** In how many seconds a vendor wants to be asked again, where it says so. */
type Wait = Pick<PollFailed, "retryAfter">

interface Answered {
  readonly task: VideoTask
  readonly wait: Wait
}

/** An answer that is larger than what is taken holds a video that is: asked again, it would be no smaller. */
const ask = Effect.fnUntraced(function* (
  model: VideoModel,
  task: PlacedTask,
  about: AboutCall
): Effect.fn.Return<Answered, PollFailed> {
  const query = model.query(task)
  if (query === undefined) return yield* upstreamRemoved(task.name)
  const most = model.format.inline === true ? {} : { most: mostSaid }
  const once = { ...query, ...most, once: true, clocks: { ...query.clocks, total: pollTimeout } }
  return yield* Effect.matchEffect(model.upstream.unary(once), {
    onSuccess: (reply) => answered(model, once, reply, about),
    onFailure: (error) =>
      error.details.code === answerTooLarge
        ? Effect.succeed<Answered>({ task: { state: "failed", code: tooLarge, message: error.message }, wait: {} })
        : missed(new PollFailed({}), withCalledHost(once, error), about)
  })
})

/** A poll that came to nothing, of which a line tells. */
const missed = (failed: PollFailed, error: GatewayError, about: AboutCall): Effect.Effect<never, PollFailed> =>
  Effect.andThen(tellCallFailed(about, error), Effect.fail(failed))

const answered = Effect.fnUntraced(function* (
  { format, decodeError }: VideoModel,
  request: UpstreamRequest,
  reply: UpstreamReply,
  about: AboutCall
): Effect.fn.Return<Answered, PollFailed> {
  const wait = waitIn(reply, yield* Clock.currentTimeMillis)
  if (!isSuccess(reply.status)) {
    const error = errorOf({ format: { decodeError } }, reply)
    return yield* missed(new PollFailed({ status: reply.status, ...wait }), withCalledHost(request, error), about)
  }
  const task = format.decodeTask(JsonText.source(decoder.decode(reply.body)))
  return task.ok
    ? { task: task.value, wait }
    : yield* missed(new PollFailed(wait), withCalledHost(request, notUnderstood()), about)
})

const waitIn = ({ headers }: UpstreamReply, now: number): Wait => {
  const wait = retryAfter(headers, now)
  return wait === undefined ? {} : { retryAfter: wait / 1000 }
}

/** Keeps the videos, so that they outlive their vendor's links. What cannot be had or kept now is at the next poll. */
const keep = Effect.fnUntraced(function* (
  model: VideoModel,
  task: PlacedTask,
  { videos, withheld }: Extract<VideoTask, { readonly state: "succeeded" }>
): Effect.fn.Return<PollAnswer, PollFailed, MediaStore> {
  if (!videos.every(isInReach)) return { kind: "failed", failure: outOfReach }
  const store = yield* MediaStore
  const expiresAt = (yield* Clock.currentTimeMillis) + retention
  const about = { mime: "video/mp4", until: expiresAt }
  const one = (source: VideoSource): Effect.Effect<string, GatewayError> =>
    Effect.scoped(Effect.flatMap(openVideo(model, task, source), (bytes) => store.keep(bytes, about)))
  return yield* Effect.matchEffect(Effect.forEach(videos, one), {
    onSuccess: (refs) =>
      Effect.succeed<PollAnswer>({
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
  message: "The video was made, but the vendor stores it at a host from which this gateway does not fetch."
}

const unfetched: TaskFailure = {
  code: "result_not_fetched",
  message: "The video was made, but could not be fetched from its vendor."
}

const unkept = ({ reason, message }: GatewayError): Effect.Effect<PollAnswer, PollFailed> =>
  reason === "PayloadTooLarge"
    ? Effect.succeed({ kind: "failed", failure: { code: tooLarge, message } })
    : Effect.andThen(
        Effect.logWarning("A video that was made could not be stored.", message),
        Effect.fail(new PollFailed({ unkept: reason === "Overloaded", end: unfetched }))
      )

/** A video as it comes. */
type Bytes = Stream.Stream<Uint8Array, GatewayError>

/**
 * Opens a finished video: what its vendor keeps is asked for with the key, and where that leads elsewhere it is followed
 * without it, as what lies elsewhere from the beginning is.
 */
const openVideo = (
  model: VideoModel,
  task: PlacedTask,
  source: VideoSource
): Effect.Effect<Bytes, GatewayError, Scope> => {
  if (source.kind === "bytes") {
    return Effect.try({ try: () => onlyVideo(Stream.make(decodeBytes(source.base64))), catch: downloadFailed })
  }
  const request = model.content(task, source)
  if (request === undefined) return source.kind === "url" ? download(source.url) : Effect.fail(downloadFailed())
  return Effect.flatMap(model.upstream.stream({ ...request, redirects: "answer" }), (answer) =>
    follow(answer, request.url)
  )
}

const follow = ({ status, headers, body }: UpstreamStream, from: string): Effect.Effect<Bytes, GatewayError, Scope> => {
  if (isSuccess(status)) return Effect.succeed(onlyVideo(body))
  const { location } = headers
  if (status < 300 || status >= 400 || location === undefined) return Effect.fail(downloadFailed())
  return URL.canParse(location, from) ? download(new URL(location, from).href) : Effect.fail(downloadFailed())
}

const download = (url: string): Effect.Effect<Bytes, GatewayError, Scope> =>
  Effect.flatMap(Effect.serviceOption(MediaFetcher), (fetcher) =>
    Option.isNone(fetcher)
      ? Effect.fail(downloadFailed())
      : Effect.map(fetcher.value.stream(url, { kinds: ["video"] }), ({ bytes }) => bytes)
  )

/** How many bytes tell whether a medium is a video. */
const sniffedBytes = 16

/** Fails where what comes is no video: a page that says why there is none, or nothing at all. */
const onlyVideo = (bytes: Bytes): Bytes =>
  Stream.suspend(() => {
    let first: Uint8Array = new Uint8Array(0)
    const looked = Stream.tap(bytes, (piece) => {
      if (first.length >= sniffedBytes) return Effect.void
      first = concatBytes([first, piece.subarray(0, sniffedBytes)])
      return first.length < sniffedBytes || mimeOf(first, ["video"]) !== undefined
        ? Effect.void
        : Effect.fail(downloadFailed())
    })
    return Stream.concat(
      looked,
      Stream.suspend(() => (first.length < sniffedBytes ? Stream.fail(downloadFailed()) : Stream.empty))
    )
  })

const downloadFailed = (): GatewayError =>
  new GatewayError("UpstreamFailed", "A video was made and could not be downloaded.")
