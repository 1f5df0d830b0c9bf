import type { JsonTemplate } from "../../core/json/json.ts"

/** Members of one request of the content-style API. */
const single: Record<string, JsonTemplate> = {
  model: { type: "string", description: "The model of the path, with or without `models/`." },
  content: {
    type: "object",
    required: ["parts"],
    properties: {
      parts: { type: "array", minItems: 1, items: { type: "object", properties: { text: { type: "string" } } } }
    }
  },
  taskType: { type: "string", examples: ["RETRIEVAL_DOCUMENT", "RETRIEVAL_QUERY"] },
  title: { type: "string" },
  outputDimensionality: { type: ["integer", "string"], minimum: 1 }
}

/** The body of `:embedContent`. */
export const embedContentSchema: JsonTemplate = { type: "object", required: ["content"], properties: single }

/** The body of `:batchEmbedContents`. */
export const batchEmbedContentsSchema: JsonTemplate = {
  type: "object",
  required: ["requests"],
  properties: { requests: { type: "array", minItems: 1, items: embedContentSchema } }
}

/** The body of `POST /v1/embeddings`. */
export const embeddingsSchema: JsonTemplate = {
  type: "object",
  required: ["model", "input"],
  properties: {
    model: { type: "string" },
    input: { type: ["string", "array"], description: "A text, texts, tokens, or lists of tokens.", minItems: 1 },
    dimensions: { type: ["integer", "string"], minimum: 1 },
    encoding_format: { type: "string", enum: ["float", "base64"], default: "float" },
    user: { type: "string" }
  }
}

/** The body of `POST /v1/rerank`. */
export const rerankSchema: JsonTemplate = {
  type: "object",
  required: ["model", "query", "documents"],
  properties: {
    model: { type: "string" },
    query: { type: "string", minLength: 1 },
    documents: {
      type: "array",
      minItems: 1,
      items: { type: ["string", "object"], required: ["text"], properties: { text: { type: "string" } } }
    },
    top_n: { type: ["integer", "string"], minimum: 1, description: "All results where it is absent." },
    return_documents: { type: "boolean", default: false }
  }
}
