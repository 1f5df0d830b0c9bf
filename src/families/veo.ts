import type { VideoModels } from "../capabilities/models.ts"
import { decodeError } from "../formats/generate-content/wire.ts"
import { veo as format } from "../formats/veo.ts"
import { type FamilyLayer, listedIds } from "./family.ts"
import type { FamilyOptions } from "./models/line.ts"
import { pathSegments, type VideoProfile, videoFamily, videoListing } from "./models/unstreamed.ts"
import { veoRules } from "./videos/google.ts"

/**
 * The Gemini API has none of them any more: the last previews ended on 2026-10-22, and Vertex AI has what came after.
 * Another upstream that speaks as it did serves any id.
 *
 * @see https://ai.google.dev/gemini-api/docs/deprecations (read 2026-11)
 * @see https://docs.apiyi.com/en/live/2026-10/veo-3-1-preview-retired.md the day, and the vendor's words (2026-10)
 */
const listed = listedIds({})

const profile: VideoProfile = {
  rules: veoRules.geminiApi,
  listed,
  format,
  models: ["veo-*"],
  url: "https://generativelanguage.googleapis.com",
  decodeError,
  submit: (model) => `/v1beta/models/${pathSegments(model)}:predictLongRunning`,
  query: ({ id }) => ({ method: "GET", path: `/v1beta/${pathSegments(id)}` }),
  keyHeader: (key) => ({ "x-goog-api-key": key }),
  environment: { key: "GEMINI_API_KEY", url: "GOOGLE_GEMINI_BASE_URL" }
}

/** What a list of families says of it. */
export const listing = videoListing(profile)

/**
 * Veo video models, at the Gemini API or at one that speaks as it does.
 *
 * @example
 * Families.of(Veo.layer({ key: process.env.GEMINI_API_KEY }))
 */
export const layer = (options: FamilyOptions): FamilyLayer<VideoModels> => videoFamily(profile, options)
