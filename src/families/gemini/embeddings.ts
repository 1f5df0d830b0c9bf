import type { EmbeddingModel } from "../../capabilities/models.ts"
import { globMatcher } from "../../core/glob.ts"
import { embedContent } from "../../formats/embed-content/index.ts"
import { decodeError } from "../../formats/generate-content/error.ts"
import type { Upstream } from "../../upstream/upstream.ts"
import type { Catalogue } from "../catalogue.ts"
import { embeddingLine, type EmbeddingRules } from "../models/embedding.ts"
import { keyHeader, resourceIn, shared } from "./upstream.ts"
import type { ModelLine } from "../family.ts"
import type { FamilyOptions } from "../models/line.ts"

/** Globs over ids that look like those of models that embed. */
export const embedderGlobs: readonly string[] = [
  "gemini-embedding-*",
  "text-embedding-00*",
  "text-multilingual-embedding-*",
  "embedding-001"
]

/** Whether an id is of a model that embeds and does not chat. */
export const isEmbedder = (id: string): boolean => globMatcher(embedderGlobs)(id)

/** The embedding models, after the vendor's page of embeddings. */
export const embedders: Catalogue<EmbeddingRules> = new Map([
  ["gemini-embedding-001", { size: 3072, shortens: true }],
  ["text-embedding-004", { size: 768, shortens: true }],
  ["embedding-001", { size: 768, shortens: false }]
])

/** The embedding models at one upstream. `chats`: whether an id looks like that of a model that chats. */
export const embedderLine = (
  options: FamilyOptions,
  upstream: Upstream["Service"],
  chats: (id: string) => boolean
): ModelLine<EmbeddingModel> =>
  embeddingLine(
    {
      ...shared,
      models: embedderGlobs,
      catalogue: embedders,
      excludes: chats,
      format: embedContent,
      perCall: 100,
      decodeError,
      path: ({ model, many }) => `${resourceIn(model)}:${many ? "batchEmbedContents" : "embedContent"}`,
      keyHeader
    },
    options,
    upstream
  )
