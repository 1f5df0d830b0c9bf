import { objectSchema, type ValueSchema } from "../../core/reading/value-schema.ts"
import { batchMembers, itemMembers, modelMember } from "../../formats/embed-content/request.ts"
import { requestMembers as embeddingMembers } from "../../formats/embeddings/request.ts"
import { requestMembers as rerankMembers } from "../../formats/rerank/request.ts"

/** The body of `:embedContent`. */
export const embedContentSchema = objectSchema(Object.entries({ ...modelMember, ...itemMembers }))

const batch = objectSchema(Object.entries({ ...modelMember, ...batchMembers }))

/** The body of `:batchEmbedContents`: each of its requests is the body of one. */
export const batchEmbedContentsSchema: ValueSchema = {
  ...batch,
  properties: { ...batch.properties, requests: { ...batchMembers.requests.schema, items: embedContentSchema } }
}

/** The body of `POST /v1/embeddings`. */
export const embeddingsSchema = objectSchema(Object.entries(embeddingMembers))

/** The body of `POST /v1/rerank`. */
export const rerankSchema = objectSchema(Object.entries(rerankMembers))
