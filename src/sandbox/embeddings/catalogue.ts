import type { Catalogue, Model } from "../model.ts"

/** What an embedding model takes. */
export interface EmbedderRules<Vendor = "openai" | "qwen" | "google"> {
  readonly vendor: Vendor
  /** How many dimensions its vectors have. */
  readonly size: number
  /** Which other numbers of dimensions they can have; undefined: none. */
  readonly sizes: "all" | readonly number[] | undefined
  /** The most items of one call, and the most tokens of one item. */
  readonly items: number
  readonly tokens: number
}

/** An embedding model of an API like OpenAI's. */
export type AlikeEmbedder = Model<EmbedderRules<"openai" | "qwen">>

/** An embedding model of Google's. */
export type GoogleEmbedder = Model<EmbedderRules<"google">>

const openai = { vendor: "openai", sizes: "all", items: 2048, tokens: 8192 } as const
const qwen = { vendor: "qwen", items: 10, tokens: 8192 } as const
const google = { vendor: "google", sizes: "all", items: 100, tokens: 2048 } as const

/** The embedding models of APIs like OpenAI's (the vendors' pages of embeddings). */
export const alikeEmbedders: Catalogue<EmbedderRules<"openai" | "qwen">> = new Map<
  string,
  EmbedderRules<"openai" | "qwen">
>([
  ["text-embedding-3-small", { ...openai, size: 1536 }],
  ["text-embedding-3-large", { ...openai, size: 3072 }],
  ["text-embedding-ada-002", { ...openai, size: 1536, sizes: undefined }],
  ["text-embedding-v1", { ...qwen, tokens: 2048, size: 1536, sizes: undefined }],
  ["text-embedding-v2", { ...qwen, tokens: 2048, size: 1536, sizes: undefined }],
  ["text-embedding-v3", { ...qwen, size: 1024, sizes: [64, 128, 256, 512, 768, 1024] }],
  [
    "qwen3.7-text-embedding",
    { ...qwen, items: 20, tokens: 128_000, size: 1024, sizes: [256, 512, 768, 1024, 1536, 2048, 2560] }
  ],
  ["text-embedding-v4", { ...qwen, size: 1024, sizes: [64, 128, 256, 512, 768, 1024, 1536, 2048] }]
])

/** Google's embedding models (https://ai.google.dev/gemini-api/docs/embeddings). */
export const googleEmbedders: Catalogue<EmbedderRules<"google">> = new Map([
  ["gemini-embedding-001", { ...google, size: 3072 }],
  ["text-embedding-004", { ...google, size: 768 }],
  ["embedding-001", { ...google, size: 768, sizes: undefined }]
])
