import type { ImageRequest } from "../../core/image/image.ts"
import type * as Parameters from "../parameters/reading.ts"
import type { RuleKey } from "./rules.ts"

/** What a request says besides its model and what is shown. */
export type Settings = Omit<ImageRequest, "model" | "turns" | "places">

/** A body while it is read for an image model. */
export type Reading = Parameters.Reading<Settings, RuleKey>

/** What a value of an image model's must be. */
export type Is<A> = Parameters.Is<A, Reading>
