import type { VideoRequest } from "../../core/video/video.ts"
import type * as Parameters from "../parameters/reading.ts"
import type { RuleKey } from "./rules.ts"

/** What a request says besides its model. */
export type Settings = Partial<Omit<VideoRequest, "model" | "places">>

/** A body while it is read for a video model. */
export type Reading = Parameters.Reading<Settings, RuleKey>

/** What a value of a video model's must be. */
export type Is<A> = Parameters.Is<A, Reading>
