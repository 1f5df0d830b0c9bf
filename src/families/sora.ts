import type { VideoModels } from "../capabilities/models.ts"
import { decodeError } from "../formats/chat-completions/wire.ts"
import { openaiVideos } from "../formats/openai-media.ts"
import { type FamilyLayer, listedIds } from "./family.ts"
import { bearerHeader, type FamilyOptions } from "./models/line.ts"
import { pathSegments, type VideoProfile, videoFamily, videoListing } from "./models/unstreamed.ts"
import { sora } from "./videos/sora.ts"

const profile: VideoProfile = {
  rules: sora,
  format: openaiVideos,
  models: ["sora-*"],
  url: "https://api.openai.com/v1",
  downloads: true,
  decodeError,
  submit: () => "/videos",
  query: ({ id }) => ({ method: "GET", path: `/videos/${pathSegments(id)}` }),
  content: ({ id }) => `/videos/${pathSegments(id)}/content`,
  keyHeader: bearerHeader,
  environment: { key: "OPENAI_API_KEY", url: "OPENAI_BASE_URL" }
}

/**
 * What the vendor itself still has: none, since they and its API of videos ended on 2026-09-24. An API at another URL that
 * speaks as it did has them.
 *
 * @see https://developers.openai.com/api/docs/models/sora-2 (read 2026-11)
 */
const ended: VideoProfile = { ...profile, listed: listedIds({}) }

/** What a list of families says of it. */
export const listing = videoListing(profile)

/**
 * Sora video models, at their vendor's API or at one that speaks as it does. Their videos can also be downloaded inside
 * JSON.
 *
 * @example
 * Families.of(Sora.layer({ key: process.env.OPENAI_API_KEY }))
 */
export const layer = (options: FamilyOptions): FamilyLayer<VideoModels> => videoFamily(profileAt(options), options)

const profileAt = (options: FamilyOptions | null | undefined): VideoProfile =>
  options?.url === undefined ? ended : profile
