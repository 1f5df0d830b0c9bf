import type { Size } from "../../images/picture.ts"
import type { Catalogue, Model } from "../../model.ts"

/** What a GPT image model takes (https://platform.openai.com/docs/guides/image-generation). */
export interface GptImageRules {
  readonly vendor: "openai-images"
  /** How closely its edits can keep to their images. */
  readonly fidelities: readonly string[]
  /** The quality of an image that is asked for with none. */
  readonly quality: Quality
  readonly qualities: readonly Quality[]
  /** Whether its images may have other sizes than the three. */
  readonly anySize: boolean
}

/** A quality, and what it costs. */
export type Quality = "low" | "medium" | "high" | "xhigh" | "max"

/** A GPT image model. */
export type GptImageModel = Model<GptImageRules>

const first: GptImageRules = {
  vendor: "openai-images",
  fidelities: ["low", "high"],
  quality: "high",
  qualities: ["low", "medium", "high"],
  anySize: false
}
const second: GptImageRules = { ...first, fidelities: [], anySize: true }
const newest: GptImageRules = { ...second, qualities: ["low", "medium", "high", "xhigh", "max"] }

/**
 * The GPT image models.
 *
 * @see https://github.com/openai/openai-node `ImageEditParams` of openai 7.55.0: qualities, sizes, fidelities (read 2026-11)
 */
export const gptImageModels: Catalogue<GptImageRules> = new Map([
  ["gpt-image-1", first],
  ["gpt-image-1.5", first],
  ["gpt-image-1-mini", { ...first, fidelities: ["low"], quality: "medium" }],
  ["gpt-image-2", second],
  ["gpt-image-2.5-sunburst", newest],
  ["gpt-image-2.5-flare", newest],
  ["gpt-image-2.6-sunburst", newest],
  ["gpt-image-2.6-flare", newest]
])

/**
 * Models that the vendor had.
 *
 * @see https://developers.openai.com/api/docs/deprecations their end on 2026-05-12 (read 2026-11)
 */
export const goneImageModels: readonly string[] = ["dall-e-2", "dall-e-3"]

/** The tokens of an image by its quality; nobody publishes those above `high`, which are taken for as many. */
const costs = (low: number, medium: number, high: number) => ({ low, medium, high, xhigh: high, max: high })

/** A size, and the tokens of an image of it by its quality. */
export type PricedSize = Size & { readonly tokens: Readonly<Record<Quality, number>> }

/** The sizes that every model draws. */
export const sizes: ReadonlyMap<string, PricedSize> = new Map([
  ["1024x1024", { width: 1024, height: 1024, tokens: costs(272, 1056, 4160) }],
  ["1024x1536", { width: 1024, height: 1536, tokens: costs(408, 1584, 6240) }],
  ["1536x1024", { width: 1536, height: 1024, tokens: costs(400, 1568, 6208) }]
])

/**
 * A size that a newer model draws; undefined where its sides do not suit it. Its tokens are those of the square, by area.
 *
 * @see https://github.com/openai/openai-node `ImageEditParams.size` of openai 7.55.0 (read 2026-11)
 */
export const sizeIn = (text: string): PricedSize | undefined => {
  const [width = 0, height = 0] = (/^(\d{2,4})x(\d{2,4})$/.exec(text)?.slice(1) ?? []).map(Number)
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const suits = short > 0 && width % 16 === 0 && height % 16 === 0 && long <= short * 3 && long <= 3840 && short <= 2160
  const [low, medium, high] = [272, 1056, 4160].map((tokens) => Math.round((tokens * width * height) / 1024 ** 2))
  return suits ? { width, height, tokens: costs(low ?? 0, medium ?? 0, high ?? 0) } : undefined
}
