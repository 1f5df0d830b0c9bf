import type * as Layer from "effect/Layer"
import type { ImageModels } from "../capabilities/models.ts"
import { openaiImages } from "../formats/openai-images.ts"
import type { Upstream } from "../upstream/upstream.ts"
import type { Family } from "./family.ts"
import { type ImageProfile, imageFamily, imageListing } from "./models/image.ts"
import { gptImage } from "./images/gpt-image.ts"
import { bearerHeader, type FamilyOptions } from "./models/line.ts"

const profile: ImageProfile = {
  rules: gptImage,
  format: openaiImages,
  models: ["gpt-image-*", "chatgpt-image-*", "dall-e-*"],
  url: "https://api.openai.com/v1",
  path: ({ edits }) => (edits ? "/images/edits" : "/images/generations"),
  keyHeader: bearerHeader,
  environment: { key: "OPENAI_API_KEY", url: "OPENAI_BASE_URL" }
}

/** What a list of families says of it. */
export const listing = imageListing(profile)

/**
 * GPT Image models, at their vendor's API or at one that speaks as it does.
 *
 * @example
 * Families.of(GptImage.layer({ key: process.env.OPENAI_API_KEY }))
 */
export const layer = (options: FamilyOptions): Layer.Layer<Family<ImageModels>, never, Upstream> =>
  imageFamily(profile, options)
