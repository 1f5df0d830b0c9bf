import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { type ImageModel, ImageModels } from "../../capabilities/models.ts"
import { MediaFetcher, fetchMedia } from "../../media/fetch/fetcher.ts"
import { concatBytes } from "../../core/collections.ts"
import { tooLarge } from "../../upstream/failures.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { callAll } from "../call-model.ts"
import { badRequest } from "../answer.ts"
import { type Job, crossing, errorFrom, type Steps } from "../offload.ts"
import { Policies } from "../policies.ts"
import {
  type UnaryResult,
  type UnaryCall,
  unary,
  type ReplyJobInput,
  writeReply,
  replyJob,
  type UnaryInput,
  type ReplyInput
} from "../unary.ts"
import {
  type ImageAddress,
  type ReplyState,
  type ImageAsk,
  type ImageState,
  type ImageEndpoint,
  type MissingLinks,
  type DownloadedImage,
  readImageReply,
  type CallShare
} from "./calls.ts"
import { encodedInSteps } from "../../core/bytes.ts"
import { fail, succeed, type Result } from "../../core/errors/invalid.ts"
import type { ImageResponse } from "../../core/image.ts"
import { stringifyJson } from "../../core/json/json.ts"
import { type TranslationNote, type Translated, noteRules } from "../../core/notes/note.ts"
import { sumUsage } from "../../core/tokens/usage.ts"

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

/** The client's answer, made of those of all calls; or the links that must be followed first. */
export const answered = <G extends UnaryInput, Asked extends ImageAsk>({ answer, headers }: ImageEndpoint<G, Asked>) =>
  function* (
    { about, state, replies, failures }: ReplyInput<Omit<G, "body">, ReplyState>,
    model: ImageModel
  ): Steps<UnaryResult | MissingLinks> {
    const answers: Called[] = []
    for (const [index, reply] of replies.entries()) {
      const failed = failures.get(index)
      answers.push(failed === undefined ? yield* readImageReply(model, reply) : fail(errorFrom(failed)))
      yield
    }
    if (state.downloads && state.linked === undefined) {
      const links = linksIn(answers)
      if (links.length > 0) return succeed({ links, replies })
    }
    const joined = join(state.calls, yield* downloaded(answers, state.linked), state.downloads)
    if (!joined.ok) return joined
    yield
    const { value: response, notes } = joined.value
    const { usage, created = state.now } = response
    const body = stringifyJson(answer({ ...response, created }, about))
    yield
    return succeed({
      body: crossing(body),
      headers: headers(about),
      notes,
      ...(usage === undefined ? {} : { usage })
    })
  }

type ImageItem = ImageResponse["images"][number]

/** Where an image must be fetched. */
const linkOf = (image: ImageItem): string | undefined =>
  "error" in image || image.base64 !== undefined ? undefined : image.url

const linksIn = (answers: readonly Called[]): readonly string[] => [
  ...new Set(
    answers.flatMap((answer) => (answer.ok ? answer.value.value.images.flatMap((it) => linkOf(it) ?? []) : []))
  )
]

/** The images of answers as bytes, where links were followed; those that could not be had stay links. */
function* downloaded(
  answers: readonly Called[],
  linked: ReadonlyMap<string, DownloadedImage> | undefined
): Generator<void, readonly Called[], void> {
  if (linked === undefined) return answers
  const all: Called[] = []
  for (const answer of answers) {
    if (!answer.ok) {
      all.push(answer)
      continue
    }
    const images: ImageItem[] = []
    for (const image of answer.value.value.images) images.push(yield* inBytes(image, linked))
    all.push(succeed({ ...answer.value, value: { ...answer.value.value, images } }))
  }
  return all
}

function* inBytes(image: ImageItem, linked: ReadonlyMap<string, DownloadedImage>): Generator<void, ImageItem, void> {
  const link = linkOf(image)
  if (link === undefined) return image
  const found = linked.get(link)
  if (found === undefined) return image
  const { url: _, ...rest } = "error" in image ? {} : image
  return { ...rest, mime: found.mime, base64: yield* encodedInSteps(found.bytes) }
}

/** What came of a call. */
type Called = Result<Translated<ImageResponse>, GatewayError>

/**
 * The answers of several calls as one, in their order: as many images as were asked for, of those that failed why. The
 * first error where all did. What they cost is that of all that were made.
 */
const join = (calls: readonly CallShare[], answers: readonly Called[], asBytes = false): Called => {
  const parts = answers.map((answer, index) => partOf(answer, calls[index]))
  const images = parts.flatMap((part) => part.images)
  const errors = images.flatMap((image) => ("error" in image ? [image.error] : []))
  const usage = sumUsage(answers.map((answer) => (answer.ok ? answer.value.value : answer.error.details).usage))
  const [first] = errors
  if (first !== undefined && errors.length === images.length) return fail(first.with({ usage }))
  const got = answers.flatMap((answer) => (answer.ok ? [answer.value] : []))
  const created = got.find(({ value }) => value.created !== undefined)?.value.created
  const chosen = got.find(({ value }) => value.chosen !== undefined)?.value.chosen
  return succeed({
    value: {
      images,
      ...(created === undefined ? {} : { created }),
      ...(chosen === undefined ? {} : { chosen }),
      ...(usage === undefined ? {} : { usage })
    },
    notes: [...got.flatMap(({ notes }) => notes), ...parts.flatMap(({ notes }) => notes), ...losses(images, asBytes)]
  })
}

/** What is not there of the images that were asked for: all of one, or its bytes. */
const losses = (images: readonly ImageItem[], asBytes: boolean): readonly TranslationNote[] =>
  images.flatMap((image, index) => {
    const target = `/data/${index}`
    if ("error" in image) return [rules.note("failed", "", { target, detail: image.error.message })]
    return asBytes && image.base64 === undefined ? [rules.note("linked", "", { target })] : []
  })

/** What a call gives: as many images as it was asked for, or a sequence as long as it came. */
const partOf = (
  answer: Called,
  call: CallShare | undefined
): { readonly images: readonly ImageItem[]; readonly notes: readonly TranslationNote[] } => {
  const wanted = call?.count ?? 1
  const item: ImageItem = { error: answer.ok ? missing() : answer.error }
  const images = answer.ok ? answer.value.value.images : []
  if (call?.sequence?.mode === "auto" && images.length > 0) return { images, notes: [] }
  const short = Array.from({ length: Math.max(0, wanted - images.length) }, () => item)
  return images.length > wanted
    ? { images: images.slice(0, wanted), notes: [rules.note("extra", "")] }
    : { images: [...images, ...short], notes: [] }
}

const missing = (): GatewayError => new GatewayError("UpstreamFailed", "The upstream did not return this image.")

/** What an answer of images is short of, or has too much. */
const rules = noteRules("images-answer", {
  dropped: {
    meaning: {
      failed: "An image could not be made; its place in the answer says why.",
      linked: "The image could not be downloaded; its link was written in place of its bytes.",
      extra: "The upstream made more images than were asked for."
    }
  }
})
