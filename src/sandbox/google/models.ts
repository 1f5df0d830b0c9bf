import type { JsonObject } from "../json.ts"
import { modelsOf, titleOf } from "../model.ts"
import { geminiModels } from "./catalogue.ts"
import type { GeminiModel } from "./catalogue.ts"

/** A model as the vendor lists it. */
export const modelEntry = ({ id, base, rules }: GeminiModel): JsonObject => ({
  name: `models/${id}`,
  version: "001",
  displayName: titleOf(id),
  description: `${titleOf(base)} in the sandbox`,
  inputTokenLimit: 1_048_576,
  outputTokenLimit: rules.maxOutput,
  supportedGenerationMethods: ["generateContent", "countTokens"],
  temperature: 1,
  topP: 0.95,
  topK: 64,
  maxTemperature: 2,
  thinking: true
})

/** A page of the Gemini models: `pageSize` (50, at most 1000) from `pageToken` on. */
export const modelPage = (query: URLSearchParams): JsonObject => {
  const all = modelsOf(geminiModels)
  const size = Math.min(Math.max(Number(query.get("pageSize") ?? 50) || 50, 1), 1000)
  const from = Math.max(Number(query.get("pageToken") ?? 0) || 0, 0)
  const more = from + size < all.length
  return {
    models: all.slice(from, from + size).map(modelEntry),
    ...(more ? { nextPageToken: String(from + size) } : {})
  }
}
