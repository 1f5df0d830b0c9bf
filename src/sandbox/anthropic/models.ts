import type { JsonObject } from "../json.ts"
import { created, modelsOf, titleOf } from "../model.ts"
import { claudeModels } from "./catalogue.ts"
import type { ClaudeModel } from "./catalogue.ts"

/** A model as the vendor lists it. */
export const modelEntry = ({ id, rules }: ClaudeModel): JsonObject => ({
  type: "model",
  id,
  display_name: titleOf(id),
  created_at: new Date(created * 1000).toISOString(),
  max_input_tokens: 200_000,
  max_tokens: rules.maxOutput,
  capabilities: null,
  deprecated_at: null,
  lifecycle: "active",
  line: null,
  retires_at: null
})

/** A page of the Claude models: `limit` (20), `after_id`, `before_id`. */
export const modelPage = (query: URLSearchParams): JsonObject => {
  const all = modelsOf(claudeModels)
  const limit = Math.min(Math.max(Number(query.get("limit") ?? 20) || 20, 1), 1000)
  const before = all.findIndex(({ id }) => id === query.get("before_id"))
  const from = before >= 0 ? Math.max(0, before - limit) : all.findIndex(({ id }) => id === query.get("after_id")) + 1
  const to = before >= 0 ? before : from + limit
  const data = all.slice(from, to).map(modelEntry)
  const ids = all.slice(from, to).map(({ id }) => id)
  return {
    data,
    has_more: before >= 0 ? from > 0 : to < all.length,
    first_id: ids[0] ?? null,
    last_id: ids.at(-1) ?? null
  }
}
