import type { VideoModels } from "../capabilities/models.ts"
import { decodeArkError, arkVideos } from "../formats/ark.ts"
import type { FamilyLayer } from "./family.ts"
import { bearerHeader, type FamilyOptions } from "./models/line.ts"
import { pathSegments, type VideoProfile, videoFamily, videoListing } from "./models/unstreamed.ts"
import { seedance } from "./videos/seedance.ts"

const tasks = "/contents/generations/tasks"

const profile: VideoProfile = {
  rules: seedance,
  format: arkVideos,
  models: ["doubao-seedance-*"],
  url: "https://ark.cn-beijing.volces.com/api/v3",
  decodeError: decodeArkError,
  submit: () => tasks,
  query: ({ id }) => ({ method: "GET", path: `${tasks}/${pathSegments(id)}` }),
  keyHeader: bearerHeader,
  environment: { key: "ARK_API_KEY", url: "ARK_BASE_URL" }
}

/** What a list of families says of it. */
export const listing = videoListing(profile)

/**
 * Seedance video models, at Volcengine Ark or at an API that speaks as it does.
 *
 * @example
 * Families.of(Seedance.layer({ key: process.env.ARK_API_KEY }))
 */
export const layer = (options: FamilyOptions): FamilyLayer<VideoModels> => videoFamily(profile, options)
