import * as Context from "effect/Context"
import type { Upstream } from "../upstream/upstream.ts"
import type { Model, Models } from "./models.ts"

/** One embedding model that a gateway can call. */
export interface EmbeddingModel extends Model {
  /** The way to its vendor. */
  readonly upstream: Upstream["Service"]
}

/** The embedding models of a gateway. */
export class EmbeddingModels extends Context.Service<EmbeddingModels, Models<EmbeddingModel>>()(
  "isogloss/EmbeddingModels"
) {}
