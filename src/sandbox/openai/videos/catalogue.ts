import type { Size } from "../../images/picture.ts"
import type { Catalogue, Model } from "../../model.ts"

/** What a Sora model takes (https://platform.openai.com/docs/guides/video-generation). */
export interface SoraRules {
  readonly vendor: "openai-videos"
  readonly sizes: ReadonlyMap<string, Size>
}

/** A Sora model. */
export type SoraModel = Model<SoraRules>

const sizes = (...names: readonly `${number}x${number}`[]): SoraRules["sizes"] =>
  new Map(
    names.map((name) => {
      const [width = 0, height = 0] = name.split("x").map(Number)
      return [name, { width, height }]
    })
  )

/** The Sora models. */
export const soraModels: Catalogue<SoraRules> = new Map([
  ["sora-2", { vendor: "openai-videos", sizes: sizes("720x1280", "1280x720") }],
  ["sora-2-pro", { vendor: "openai-videos", sizes: sizes("720x1280", "1280x720", "1024x1792", "1792x1024") }]
])

/** The model, the length and the size of a video that is asked for without them. */
export const usual = { model: "sora-2", seconds: "4", size: "720x1280" } as const

/** The lengths that a video can have. */
export const lengths: readonly string[] = ["4", "8", "12"]
