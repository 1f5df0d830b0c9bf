import type { Catalogue, Model } from "../../model.ts"

/** What a Veo model takes (https://ai.google.dev/gemini-api/docs/video). */
export interface VeoRules {
  readonly vendor: "google-videos"
  readonly resolutions: readonly string[]
  /** Whether a video can end in an image, or show what is in images. */
  readonly guided: boolean
}

/** A Veo model. */
export type VeoModel = Model<VeoRules>

const third: VeoRules = { vendor: "google-videos", resolutions: ["720p", "1080p"], guided: false }
const later: VeoRules = { vendor: "google-videos", resolutions: ["720p", "1080p", "4k"], guided: true }

/** The Veo models. */
export const veoModels: Catalogue<VeoRules> = new Map([
  ["veo-3.0-fast-generate-001", third],
  ["veo-3.0-generate-preview", third],
  ["veo-3.1-fast-generate-001", later],
  ["veo-3.1-generate-001", later],
  ["veo-3.1-fast-generate-preview", later],
  ["veo-3.1-generate-preview", later]
])
