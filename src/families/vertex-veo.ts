import type { VideoModels } from "../capabilities/models.ts"
import { decodeError } from "../formats/generate-content/wire.ts"
import { veo as format } from "../formats/veo.ts"
import type { FamilyLayer } from "./family.ts"
import { bearerHeader, type FamilyOptions } from "./models/line.ts"
import { pathSegments, type VideoProfile, videoFamily, videoListing } from "./models/unstreamed.ts"
import { veoRules } from "./videos/google.ts"

const resourceOf = (model: string): string => `/publishers/google/models/${pathSegments(model)}`

const profile: VideoProfile = {
  rules: veoRules.vertex,
  format,
  models: ["veo-*"],
  url: "https://aiplatform.googleapis.com/v1",
  needsUrl: true,
  decodeError,
  submit: (model) => `${resourceOf(model)}:predictLongRunning`,
  query: ({ id, model }) => ({
    method: "POST",
    path: `${resourceOf(model)}:fetchPredictOperation`,
    body: JSON.stringify({ operationName: id })
  }),
  keyHeader: bearerHeader
}

/** What a list of families says of it. No variable switches it on: its address names a project. */
export const listing = videoListing(profile)

/**
 * Veo video models at Vertex AI, which take more parameters than at the Gemini API. Its keys are access tokens, which
 * live for an hour: `key` may be a function that gives the one of now. `url` names a project's location.
 *
 * @example
 * Families.of(VertexVeo.layer({ key: () => token, url: `https://${host}/v1/projects/${project}/locations/${location}` }))
 */
export const layer = (options: FamilyOptions): FamilyLayer<VideoModels> => videoFamily(profile, options)
