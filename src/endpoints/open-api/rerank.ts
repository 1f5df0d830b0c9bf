import type { JsonTemplate } from "../../core/json/json.ts"

/** The body of `POST /v1/rerank`. */
export const rerank: JsonTemplate = {
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
