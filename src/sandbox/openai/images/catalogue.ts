import type { Size } from "../../images/picture.ts"
import type { Catalogue, Model } from "../../model.ts"

/** What a GPT image model takes (https://platform.openai.com/docs/guides/image-generation). */
export interface GptImageRules {
  readonly vendor: "openai-images"
  /** How closely its edits can keep to their images. */
  readonly fidelities: readonly string[]
  /** The quality of an image that is asked for with none. */
  readonly quality: Quality
}

/** A quality, and what it costs. */
export type Quality = "low" | "medium" | "high"

/** A GPT image model. */
export type GptImageModel = Model<GptImageRules>

/** The GPT image models. */
export const gptImageModels: Catalogue<GptImageRules> = new Map([
  ["gpt-image-1", { vendor: "openai-images", fidelities: ["low", "high"], quality: "high" }],
  ["gpt-image-1.5", { vendor: "openai-images", fidelities: ["low", "high"], quality: "high" }],
  ["gpt-image-1-mini", { vendor: "openai-images", fidelities: ["low"], quality: "medium" }]
])

/**
 * Models that the vendor had.
 *
 * @see https://developers.openai.com/api/docs/deprecations their end on 2026-05-12 (read 2026-11)
 */
export const goneImageModels: readonly string[] = ["dall-e-2", "dall-e-3"]

/** The sizes, and the tokens of an image of each by its quality. */
export const sizes: ReadonlyMap<string, Size & { readonly tokens: Readonly<Record<Quality, number>> }> = new Map([
  ["1024x1024", { width: 1024, height: 1024, tokens: { low: 272, medium: 1056, high: 4160 } }],
  ["1024x1536", { width: 1024, height: 1536, tokens: { low: 408, medium: 1584, high: 6240 } }],
  ["1536x1024", { width: 1536, height: 1024, tokens: { low: 400, medium: 1568, high: 6208 } }]
])
