import * as Context from "effect/Context"
import type { Upstream, UpstreamRequest } from "../upstream/upstream.ts"
import type { JsonText } from "../words/json/json.ts"
import type { RerankFormat } from "../words/rerank.ts"
import type { Model, Models } from "./models.ts"

/** One reranker that a gateway can call. */
export interface RerankModel extends Model {
  readonly format: RerankFormat
  /** The HTTP request for a body: URL, headers with the key, the body's text. */
  readonly request: (body: JsonText) => UpstreamRequest
  /** The way to its vendor. */
  readonly upstream: Upstream["Service"]
}

/** The rerankers of a gateway. */
export class RerankModels extends Context.Service<RerankModels, Models<RerankModel>>()("isogloss/RerankModels") {}
