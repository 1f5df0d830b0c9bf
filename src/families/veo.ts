import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { VideoModels } from "../capabilities/video-models.ts"
import { decodeError } from "../formats/generate-content/error.ts"
import { veo as format } from "../formats/veo/index.ts"
import { Upstream } from "../upstream/upstream.ts"
import { type Family, family, type Listing } from "./family.ts"
import type { FamilyOptions } from "./lines/line.ts"
import { segmentsOf, videoLine } from "./lines/video.ts"
import { veo } from "./videos/google.ts"

const rules = veo.geminiApi

/** What a list of families says of it. */
export const listing: Listing = {
  family: rules.family,
  format: format.id,
  models: ["veo-*"],
  catalogue: rules.catalogue,
  tasks: true,
  environment: { key: "GEMINI_API_KEY", url: "GOOGLE_GEMINI_BASE_URL" }
}

/**
 * Veo video models, at the Gemini API or at one that speaks as it does.
 *
 * @example
 * Families.of(Veo.layer({ key: process.env.GEMINI_API_KEY }))
 */
export const layer = (options: FamilyOptions): Layer.Layer<Family<VideoModels>, never, Upstream> =>
  family(
    Effect.map(Upstream, (upstream) => ({
      videos: videoLine(
        {
          rules,
          format,
          models: listing.models,
          url: "https://generativelanguage.googleapis.com",
          decodeError,
          submit: (model) => `/v1beta/models/${segmentsOf(model)}:predictLongRunning`,
          query: ({ id }) => ({ method: "GET", path: `/v1beta/${segmentsOf(id)}` }),
          keyHeader: (key) => ({ "x-goog-api-key": key })
        },
        options,
        upstream
      )
    }))
  )
