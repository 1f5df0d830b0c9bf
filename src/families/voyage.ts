import type * as Layer from "effect/Layer"
import type { RerankModels } from "../capabilities/rerank-models.ts"
import type { Upstream } from "../upstream/upstream.ts"
import type { Family } from "./family.ts"
import type { FamilyOptions } from "./line.ts"
import { type RerankDifferences, rerankersOf, rerankListing } from "./rerank-line.ts"

/** The API of Voyage (https://docs.voyageai.com/reference/reranker-api). */
export const differences: RerankDifferences = {
  family: "voyage",
  models: ["rerank-1*", "rerank-2*", "rerank-lite-*"],
  ids: ["rerank-2.5", "rerank-2.5-lite", "rerank-2", "rerank-2-lite"],
  url: "https://api.voyageai.com/v1",
  environment: { key: "VOYAGE_API_KEY", url: "VOYAGE_BASE_URL" },
  dialect: {
    id: "voyage-rerank",
    limit: "top_k",
    returns: true,
    results: "data",
    tokens: ["usage", "total_tokens"],
    others: ["truncation"]
  }
}

/** What a list of families says of it. */
export const listing = rerankListing(differences)

/**
 * Voyage's rerankers.
 *
 * @example
 * Families.of(Voyage.layer({ key: process.env.VOYAGE_API_KEY }))
 */
export const layer = (options: FamilyOptions): Layer.Layer<Family<RerankModels>, never, Upstream> =>
  rerankersOf(differences, options)
