import type { VideoFormat } from "../../../src/core/video.ts"
import type { VideoRules } from "../../../src/videos.ts"
import type { ImageCase } from "../images/row.ts"
import type { Members } from "../row.ts"

/** One thing that a row of a video family's parameters says, and what the upstream's body then holds. */
export type VideoCase = Omit<ImageCase, "calls" | "answer">

/** The rows of one family in one form of its vendor's API. */
export interface VideoTable {
  readonly name: string
  readonly rules: VideoRules
  readonly format: VideoFormat
  readonly model: string
  readonly body: Members
  readonly cases: readonly VideoCase[]
}
