import * as Context from "effect/Context"
import type { Upstream } from "../upstream/upstream.ts"
import type { Model, Models } from "./models.ts"

/** One image model that a gateway can call. */
export interface ImageModel extends Model {
  /** The way to its vendor. */
  readonly upstream: Upstream["Service"]
}

/** The image models of a gateway. */
export class ImageModels extends Context.Service<ImageModels, Models<ImageModel>>()("isogloss/ImageModels") {}
