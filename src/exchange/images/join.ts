import { GatewayError } from "../../core/errors/error.ts"
import type { ImageResponse } from "../../core/image/image.ts"
import type { TranslationNote, Translated } from "../../core/notes/note.ts"
import { type Result, fail, succeed } from "../../core/errors/invalid.ts"
import type { TokenUsage } from "../../core/tokens/usage.ts"
import type { Wanting } from "./ask.ts"
import { rules } from "./rules.ts"

/** What came of a call. */
export type Called = Result<Translated<ImageResponse>, GatewayError>

type Item = ImageResponse["images"][number]

/**
 * The answers of several calls as one, in their order: as many images as were asked for, of those that failed why. The
 * first error where all did.
 */
export const join = (calls: readonly Wanting[], answers: readonly Called[], asBytes = false): Called => {
  const parts = answers.map((answer, index) => partOf(answer, calls[index]))
  const images = parts.flatMap((part) => part.images)
  const errors = images.flatMap((image) => ("error" in image ? [image.error] : []))
  const [first] = errors
  if (first !== undefined && errors.length === images.length) return fail(first)
  const got = answers.flatMap((answer) => (answer.ok ? [answer.value] : []))
  const created = got.find(({ value }) => value.created !== undefined)?.value.created
  const chosen = got.find(({ value }) => value.chosen !== undefined)?.value.chosen
  const usage = sum(got.flatMap(({ value }) => value.usage ?? []))
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
const losses = (images: readonly Item[], asBytes: boolean): readonly TranslationNote[] =>
  images.flatMap((image, index) => {
    const target = `/data/${index}`
    if ("error" in image) return [rules.note("failed", "", { target, detail: image.error.message })]
    return asBytes && image.base64 === undefined ? [rules.note("linked", "", { target })] : []
  })

/** What a call gives: as many images as it was asked for, or a sequence as long as it came. */
const partOf = (
  answer: Called,
  call: Wanting | undefined
): { readonly images: readonly Item[]; readonly notes: readonly TranslationNote[] } => {
  const wanted = call?.count ?? 1
  const item: Item = { error: answer.ok ? missing() : answer.error }
  const images = answer.ok ? answer.value.value.images : []
  if (call?.sequence?.mode === "auto" && images.length > 0) return { images, notes: [] }
  const short = Array.from({ length: Math.max(0, wanted - images.length) }, () => item)
  return images.length > wanted
    ? { images: images.slice(0, wanted), notes: [rules.note("extra", "")] }
    : { images: [...images, ...short], notes: [] }
}

const missing = (): GatewayError => new GatewayError("UpstreamFailed", "The upstream gave no such image.")

const buckets = ["input", "cacheRead", "cacheWrite", "toolPrompt", "text", "reasoning"] as const

/** Usages as one; undefined where there are none. */
const sum = (usages: readonly TokenUsage[]): TokenUsage | undefined => {
  const [first, ...more] = usages
  return first === undefined ? undefined : more.reduce(added, first)
}

const added = (all: TokenUsage, one: TokenUsage): TokenUsage => {
  const total: { [Bucket in (typeof buckets)[number]]?: number } = {}
  for (const bucket of buckets) {
    const tokens = [all[bucket], one[bucket]].filter((value) => value !== undefined)
    if (tokens.length > 0) total[bucket] = tokens.reduce((a, b) => a + b)
  }
  const by = new Map(all.by)
  for (const [view, tokens] of one.by ?? []) by.set(view, (by.get(view) ?? 0) + tokens)
  return by.size === 0 ? total : { ...total, by }
}
