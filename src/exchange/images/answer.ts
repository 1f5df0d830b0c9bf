import type { ImageModel } from "../../capabilities/models.ts"
import { encodedInSteps } from "../../core/bytes.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { fail, succeed, type Result } from "../../core/errors/invalid.ts"
import type { ImageResponse } from "../../core/image.ts"
import { stringifyJson } from "../../core/json/json.ts"
import { type TranslationNote, type Translated, noteRules } from "../../core/notes/note.ts"
import { sumUsage } from "../../core/tokens/usage.ts"
import { crossing, errorFrom, type Steps } from "../offload.ts"
import type { UnaryResult, ReplyInput, UnaryInput } from "../unary.ts"
import {
  type ReplyState,
  type ImageAsk,
  type ImageEndpoint,
  type MissingLinks,
  type DownloadedImage,
  readImageReply,
  type CallShare
} from "./calls.ts"

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
