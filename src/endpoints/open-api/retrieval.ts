import { documentedObject, type ValueSchema } from "../../core/reading/documented.ts"
import { batchMembers, itemMembers, modelMember } from "../../formats/embed-content/request.ts"
import { requestMembers as embeddingMembers } from "../../formats/embeddings/request.ts"
import { requestMembers as rerankMembers } from "../../formats/rerank/request.ts"

/** The body of `:embedContent`. */
export const embedContentSchema = documentedObject({ ...modelMember, ...itemMembers })

const batch = documentedObject({ ...modelMember, ...batchMembers })

/** The body of `:batchEmbedContents`: each of its requests is the body of one. */
export const batchEmbedContentsSchema: ValueSchema = {
  ...batch,
  properties: { ...batch.properties, requests: { ...batchMembers.requests.schema, items: embedContentSchema } }
}

/** The body of `POST /v1/embeddings`. */
export const embeddingsSchema = documentedObject(embeddingMembers)

/** The body of `POST /v1/rerank`. */
export const rerankSchema = documentedObject(rerankMembers)
