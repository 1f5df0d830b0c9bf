import * as Context from "effect/Context"
import type { Upstream } from "../upstream/upstream.ts"
import type { Model, Models } from "./models.ts"

/** One reranker that a gateway can call. */
export interface RerankModel extends Model {
  /** The way to its vendor. */
  readonly upstream: Upstream["Service"]
}

/** The rerankers of a gateway. */
export class RerankModels extends Context.Service<RerankModels, Models<RerankModel>>()("isogloss/RerankModels") {}
