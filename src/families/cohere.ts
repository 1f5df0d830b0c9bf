import type { RerankModels } from "../capabilities/models.ts"
import type { FamilyLayer } from "./family.ts"
import { type FamilyOptions, noOptions } from "./models/line.ts"
import { type RerankProfile, rerankFamily, rerankListing } from "./models/unstreamed.ts"

/**
 * The second version of the API of Cohere (https://docs.cohere.com/v2/reference/rerank), below the URL that its SDKs
 * take: they add `v2/rerank` themselves (https://github.com/cohere-ai/cohere-typescript/blob/main/src/environments.ts).
 */
export const profile: RerankProfile = {
  family: "cohere",
  models: ["rerank-v*", "rerank-english-*", "rerank-multilingual-*"],
  ids: ["rerank-v4.0-pro", "rerank-v4.0-fast", "rerank-v3.5", "rerank-english-v3.0", "rerank-multilingual-v3.0"],
  url: "https://api.cohere.com",
  path: "/v2/rerank",
  environment: { key: "COHERE_API_KEY", url: "COHERE_BASE_URL" },
  dialect: {
    id: "cohere-rerank",
    limit: "top_n",
    returns: false,
    results: "results",
    tokens: ["meta", "tokens", "input_tokens"],
    units: ["meta", "billed_units", "search_units"],
    others: ["max_tokens_per_doc", "priority"]
  }
}

/** What a list of families says of it. */
export const listing = rerankListing(profile)

/**
 * Cohere's rerankers.
 *
 * @example
 * Families.of(Cohere.layer({ key: process.env.COHERE_API_KEY }))
 */
export const layer = (options: FamilyOptions): FamilyLayer<RerankModels> => rerankFamily(profile, unversioned(options))

/** Other SDKs than the vendor's own take a URL that ends with the version. */
const unversioned = (given: FamilyOptions | null | undefined): FamilyOptions => {
  const options = given ?? noOptions
  return options.url === undefined ? options : { ...options, url: String(options.url).replace(/\/v2\/?$/, "") }
}
