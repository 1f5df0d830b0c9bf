import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { ImageModels } from "../capabilities/image-models.ts"
import { arkImages } from "../formats/ark-images/index.ts"
import { Upstream } from "../upstream/upstream.ts"
import { type Family, family, type Listing } from "./family.ts"
import { imageLine } from "./lines/image.ts"
import { seedream } from "./images/seedream.ts"
import { bearer, type FamilyOptions } from "./lines/line.ts"

/** What a list of families says of it. */
export const listing: Listing = {
  family: seedream.family,
  format: arkImages.id,
  models: ["doubao-seedream-*", "doubao-seededit-*"],
  catalogue: seedream.catalogue,
  environment: { key: "ARK_API_KEY", url: "ARK_BASE_URL" }
}

/**
 * Seedream and SeedEdit image models, at Volcengine Ark or at an API that speaks as it does.
 *
 * @example
 * Families.of(Seedream.layer({ key: process.env.ARK_API_KEY }))
 */
export const layer = (options: FamilyOptions): Layer.Layer<Family<ImageModels>, never, Upstream> =>
  family(
    Effect.map(Upstream, (upstream) => ({
      images: imageLine(
        {
          rules: seedream,
          format: arkImages,
          models: listing.models,
          url: "https://ark.cn-beijing.volces.com/api/v3",
          path: () => "/images/generations",
          keyHeader: bearer
        },
        options,
        upstream
      )
    }))
  )
