import type { RerankModels } from "../capabilities/models.ts"
import type { FamilyLayer } from "./family.ts"
import type { FamilyOptions } from "./models/line.ts"
import { type RerankProfile, rerankFamily, rerankListing } from "./models/unstreamed.ts"

/** The API of Jina (https://api.jina.ai/redoc#tag/rerank), whose shape the endpoint has. */
export const profile: RerankProfile = {
  family: "jina",
  models: ["jina-reranker-*", "jina-colbert-*"],
  ids: ["jina-reranker-v2-base-multilingual", "jina-reranker-m0", "jina-colbert-v2"],
  url: "https://api.jina.ai/v1",
  path: "/rerank",
  environment: { key: "JINA_API_KEY", url: "JINA_BASE_URL" },
  dialect: {
    id: "rerank",
    limit: "top_n",
    returns: true,
    results: "results",
    tokens: ["usage", "total_tokens"],
    others: "any"
  }
}

/** What a list of families says of it. */
export const listing = rerankListing(profile)

/**
 * Jina's rerankers, and any API that speaks as theirs does.
 *
 * @example
 * Families.of(Jina.layer({ key: process.env.JINA_API_KEY }))
 */
export const layer = (options: FamilyOptions): FamilyLayer<RerankModels> => rerankFamily(profile, options)
