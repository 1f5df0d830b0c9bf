import type { UpstreamRequest } from "../../upstream/upstream.ts"

/** What all lines of the family have in common. */
export const shared = {
  family: "gemini",
  url: "https://generativelanguage.googleapis.com",
  environment: { key: "GEMINI_API_KEY", url: "GOOGLE_GEMINI_BASE_URL" }
} as const

/** The header that holds the key. */
export const keyHeader = (key: string): UpstreamRequest["headers"] => ({ "x-goog-api-key": key })

/** Ids that say themselves which collection they are of. */
const collections = /^(?:models|tunedModels)\//

/** The path of a model. */
export const resourceIn = (model: string): string => {
  const name = model.split("/").map(encodeURIComponent).join("/")
  return `/v1beta/${collections.test(model) ? name : `models/${name}`}`
}
