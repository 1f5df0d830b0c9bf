import type { Catalogue, Model } from "../model.ts"

/** What a reranker takes. */
export interface RerankerRules {
  readonly vendor: "jina" | "cohere"
  /** The most documents of one request. */
  readonly documents: number
}

/** A reranker. */
export type Reranker = Model<RerankerRules>

/** The rerankers (the vendors' pages of their APIs). */
export const rerankers: Catalogue<RerankerRules> = new Map<string, RerankerRules>([
  ["jina-reranker-v2-base-multilingual", { vendor: "jina", documents: 2048 }],
  ["jina-reranker-m0", { vendor: "jina", documents: 2048 }],
  ["jina-colbert-v2", { vendor: "jina", documents: 2048 }],
  ["rerank-v4.0-pro", { vendor: "cohere", documents: 10_000 }],
  ["rerank-v4.0-fast", { vendor: "cohere", documents: 10_000 }],
  ["rerank-v3.5", { vendor: "cohere", documents: 10_000 }],
  ["rerank-english-v3.0", { vendor: "cohere", documents: 10_000 }],
  ["rerank-multilingual-v3.0", { vendor: "cohere", documents: 10_000 }]
])
