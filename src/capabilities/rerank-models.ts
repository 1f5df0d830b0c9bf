import * as Context from "effect/Context"
import type { Upstream, UpstreamRequest } from "../upstream/upstream.ts"
import type { RerankFormat } from "../core/rerank.ts"
import type { Model, Models } from "./models.ts"

/** One reranker that a gateway can call. */
export interface RerankModel extends Model {
  readonly format: RerankFormat
  /** The HTTP request of a call: URL and headers with the key. */
  readonly request: () => Omit<UpstreamRequest, "body">
  /** The way to its vendor. */
  readonly upstream: Upstream["Service"]
}

/** The rerankers of a gateway. */
export class RerankModels extends Context.Service<RerankModels, Models<RerankModel>>()("isogloss/RerankModels") {}
