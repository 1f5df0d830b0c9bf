import type { Catalogue, Model } from "../../model.ts"

/** What a Seedance model takes (https://www.volcengine.com/docs/82379/1520757). */
export interface SeedanceRules {
  readonly vendor: "ark-videos"
  readonly resolutions: readonly string[]
  /** Seconds of a video. */
  readonly lengths: readonly [least: number, most: number]
  /** Whether it makes sound. */
  readonly sound: boolean
}

/** A Seedance model. */
export type SeedanceModel = Model<SeedanceRules>

const first: SeedanceRules = {
  vendor: "ark-videos",
  resolutions: ["480p", "720p", "1080p"],
  lengths: [2, 12],
  sound: false
}

/** The Seedance models. */
export const seedanceModels: Catalogue<SeedanceRules> = new Map([
  ["doubao-seedance-1-0-pro", first],
  ["doubao-seedance-1-0-pro-250528", first],
  ["doubao-seedance-1-5-pro-251215", { ...first, lengths: [4, 12], sound: true }]
])

/** The ratios that a video can have; `adaptive` is that of its first frame. */
export const ratios: readonly string[] = ["16:9", "4:3", "1:1", "3:4", "9:16", "21:9", "adaptive"]

/** The frames of a second. */
export const rate = 24
