import type { ImageModels } from "../capabilities/models.ts"
import { dashscopeImages } from "../formats/dashscope-images.ts"
import type { FamilyLayer } from "./family.ts"
import { type ImageProfile, imageFamily, imageListing } from "./models/unstreamed.ts"
import { qwenImage } from "./images/qwen-image.ts"
import { bearerHeader, type FamilyOptions } from "./models/line.ts"

const profile: ImageProfile = {
  rules: qwenImage,
  format: dashscopeImages,
  models: ["qwen-image*"],
  url: "https://dashscope.aliyuncs.com/api/v1",
  links: true,
  path: () => "/services/aigc/multimodal-generation/generation",
  keyHeader: bearerHeader,
  environment: { key: "DASHSCOPE_API_KEY", url: "DASHSCOPE_HTTP_BASE_URL" }
}

/** What a list of families says of it. Its vendor's SDK reads where the API is from a variable of chat's own. */
export const listing = imageListing(profile)

/**
 * Qwen image models, at their vendor's API or at one that speaks as it does. They give links, which the gateway
 * downloads for clients that want base64 where it was given a `MediaFetcher`.
 *
 * @example
 * Families.of(QwenImage.layer({ key: process.env.DASHSCOPE_API_KEY }))
 */
export const layer = (options: FamilyOptions): FamilyLayer<ImageModels> => imageFamily(profile, options)
