import type { ImageModels } from "../capabilities/models.ts"
import { openaiImages } from "../formats/openai-media.ts"
import { type FamilyLayer, listedIds } from "./family.ts"
import { type ImageProfile, imageFamily, imageListing } from "./models/unstreamed.ts"
import { gptImage } from "./images/gpt-image.ts"
import { bearerHeader, type FamilyOptions } from "./models/line.ts"

/**
 * The models that are not shut down; 1.5 and 1 mini end on 2026-12-01.
 *
 * @see https://developers.openai.com/api/docs/deprecations as the types of openai 7.55.0 repeat it (read 2026-11)
 * @see https://docs.apiyi.com/en/live/2026-11/gpt-image-2-6-launch.md the day of 2.6 (2026-11)
 */
const listed = listedIds(
  {
    "gpt-image-2.6-sunburst": "2026-11-04",
    "gpt-image-2.6-flare": "2026-11-04",
    "gpt-image-2.5-sunburst": "2026-09-08",
    "gpt-image-2.5-flare": "2026-09-08",
    "gpt-image-2": "2026-04-21",
    "gpt-image-1.5": "2025-12-16"
  },
  ["gpt-image-1-mini"]
)

const profile: ImageProfile = {
  rules: gptImage,
  listed,
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
export const layer = (options: FamilyOptions): FamilyLayer<ImageModels> => imageFamily(profile, options)
