import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { ImageModels } from "../capabilities/image-models.ts"
import { openaiImages } from "../formats/openai-images/index.ts"
import { Upstream } from "../upstream/upstream.ts"
import { type Family, family, type Listing } from "./family.ts"
import { imageLine } from "./lines/image.ts"
import { gptImage } from "./images/gpt-image.ts"
import { bearer, type FamilyOptions } from "./lines/line.ts"

/** What a list of families says of it. */
export const listing: Listing = {
  family: gptImage.family,
  format: openaiImages.id,
  models: ["gpt-image-*", "chatgpt-image-*"],
  catalogue: gptImage.catalogue,
  environment: { key: "OPENAI_API_KEY", url: "OPENAI_BASE_URL" }
}

/**
 * GPT Image models, at their vendor's API or at one that speaks as it does.
 *
 * @example
 * Families.of(GptImage.layer({ key: process.env.OPENAI_API_KEY }))
 */
export const layer = (options: FamilyOptions): Layer.Layer<Family<ImageModels>, never, Upstream> =>
  family(
    Effect.map(Upstream, (upstream) => ({
      images: imageLine(
        {
          rules: gptImage,
          format: openaiImages,
          models: listing.models,
          url: "https://api.openai.com/v1",
          path: ({ edits }) => (edits ? "/images/edits" : "/images/generations"),
          keyHeader: bearer
        },
        options,
        upstream
      )
    }))
  )
