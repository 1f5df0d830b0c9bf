import type { ImageModels } from "../capabilities/models.ts"
import { arkImages } from "../formats/ark.ts"
import type { FamilyLayer } from "./family.ts"
import { type ImageProfile, imageFamily, imageListing } from "./models/unstreamed.ts"
import { seedream } from "./images/seedream.ts"
import { bearerHeader, type FamilyOptions } from "./models/line.ts"

const profile: ImageProfile = {
  rules: seedream,
  format: arkImages,
  models: ["doubao-seedream-*", "doubao-seededit-*"],
  url: "https://ark.cn-beijing.volces.com/api/v3",
  path: () => "/images/generations",
  keyHeader: bearerHeader,
  environment: { key: "ARK_API_KEY", url: "ARK_BASE_URL" }
}

/** What a list of families says of it. */
export const listing = imageListing(profile)

/**
 * Seedream and SeedEdit image models, at Volcengine Ark or at an API that speaks as it does.
 *
 * @example
 * Families.of(Seedream.layer({ key: process.env.ARK_API_KEY }))
 */
export const layer = (options: FamilyOptions): FamilyLayer<ImageModels> => imageFamily(profile, options)
