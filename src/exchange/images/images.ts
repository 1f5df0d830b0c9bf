import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { type ImageModel, ImageModels } from "../../capabilities/models.ts"
import { MediaFetcher } from "../../media/fetch/fetcher.ts"
import { concatBytes } from "../../core/collections.ts"
import { tooLarge } from "../../upstream/failures.ts"
import type { GatewayError } from "../../core/errors/error.ts"
import { callAll } from "../call-model.ts"
import { badRequest } from "../answer.ts"
import { fetchMedia } from "../fetch-media.ts"
import type { Job } from "../offload.ts"
import { Policies } from "../policies.ts"
import {
  type UnaryResult,
  type UnaryCall,
  unary,
  type ReplyJobInput,
  writeReply,
  replyJob,
  type UnaryInput
} from "../unary.ts"
import { answered } from "./answer.ts"
import type {
  ImageAddress,
  ReplyState,
  ImageAsk,
  ImageState,
  ImageEndpoint,
  MissingLinks,
  DownloadedImage
} from "./calls.ts"

/** The path of a call for images: normalised, split into calls, what they need fetched, and their answers joined. */
export const imagesExchange = <G extends UnaryInput, Asked extends ImageAsk>(imaging: ImageEndpoint<G, Asked>) => {
  const { endpoint, format, read, write } = imaging
  const tell = replyJob({ endpoint, models: ImageModels, tell: answered(imaging) })
  const { answer, prepare } = unary({
    endpoint,
    format,
    models: ImageModels,
    read,
    write,
    run: (way: UnaryCall<Omit<G, "body">, ImageModel, ImageAddress, ImageState>) => run(tell, way)
  })
  return { jobs: [prepare, tell], answer }
}

/** The job that tells an answer. */
type Tell<About> = Job<ReplyJobInput<About, ReplyState>, UnaryResult | MissingLinks, ImageModels>

const run = Effect.fnUntraced(function* <About>(
  tell: Tell<About>,
  way: UnaryCall<About, ImageModel, ImageAddress, ImageState>
): Effect.fn.Return<UnaryResult, GatewayError, ImageModels> {
  const { about, model, calls: written } = way
  if (written.state.downloads && Option.isNone(yield* Effect.serviceOption(MediaFetcher)))
    return yield* Effect.fail(undownloaded())
  const { needs } = written
  const sent = needs.length === 0 ? written : yield* way.again(yield* fetchMedia(needs, ["image"]))
  yield* way.follow
  const { replies, failures } = yield* callAll(model, sent, true)
  const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const state = { ...written.state, now }
  const reply = yield* writeReply(tell, ImageModels, way, { about, state, replies, failures })
  if (!("links" in reply)) return reply
  const linked = yield* download(reply.links)
  const bytes = [...linked.values()].reduce((sum, image) => sum + image.bytes.length, 0)
  const again = yield* writeReply(
    tell,
    ImageModels,
    way,
    { about, state: { ...state, linked }, replies: reply.replies, failures },
    bytes
  )
  return "links" in again ? yield* Effect.die(new Error("Links of the answer were followed twice.")) : again
})

const undownloaded = (): GatewayError =>
  badRequest(
    "/response_format",
    "This model returns links, and this gateway does not download them. Set `response_format` to `url`."
  )

/** How many images are downloaded at once. */
const downloadsAtOnce = 4

/**
 * The images that links lead to; those that cannot be had are not among them. They are paid for, and the links are the
 * vendor's own: they may take as long as a film may, and are asked for again.
 */
const download = (links: readonly string[]): Effect.Effect<ReadonlyMap<string, DownloadedImage>> =>
  Effect.flatMap(Effect.serviceOption(MediaFetcher), (fetcher) =>
    Option.isNone(fetcher)
      ? Effect.succeed<ReadonlyMap<string, DownloadedImage>>(new Map())
      : Effect.suspend(() => fetched(fetcher.value, links))
  )

const fetched = (
  fetcher: MediaFetcher["Service"],
  links: readonly string[]
): Effect.Effect<ReadonlyMap<string, DownloadedImage>> => {
  const linked = new Map<string, DownloadedImage>()
  const one = (link: string): Effect.Effect<void> =>
    Effect.match(Effect.retry(fetchWhole(fetcher, link), retryBusy), {
      onSuccess: (image) => void linked.set(link, image),
      onFailure: () => undefined
    })
  return Effect.as(Effect.forEach(links, one, { concurrency: downloadsAtOnce, discard: true }), linked)
}

/** Storage that is busy for a moment costs no image. */
const retryBusy = {
  while: ({ reason }: GatewayError) => reason === "InvalidRequest",
  times: 2,
  schedule: Schedule.exponential(200)
}

/** All bytes of an image: no more than a whole answer of a vendor may have. */
const fetchWhole = Effect.fnUntraced(function* (
  { stream }: MediaFetcher["Service"],
  link: string
): Effect.fn.Return<DownloadedImage, GatewayError, Scope.Scope> {
  const { answers } = yield* Policies
  const { mime, bytes } = yield* stream(link, { kinds: ["image"] })
  let size = 0
  const counted = Stream.tap(bytes, (piece) => {
    size += piece.length
    return size > answers.whole ? Effect.fail(tooLarge(answers.whole)) : Effect.void
  })
  return { mime, bytes: concatBytes(yield* Stream.runCollect(counted)) }
}, Effect.scoped)
