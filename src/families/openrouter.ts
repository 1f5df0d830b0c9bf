import type { ChatModels } from "../capabilities/models.ts"
import { type CompatOptions, type CompatProfile, type ModelRules, qwenFields } from "./openai-compatible/profile.ts"
import { chatLayer, compatListing } from "./openai-compatible/layer.ts"
import type { FamilyLayer } from "./family.ts"

const seeing: ModelRules = {
  output: 64_000,
  thinks: "asked",
  forcedChoice: "always",
  form: "schema",
  media: ["image", "file"]
}

/** The vendors whose ids are claimed; `models` says others. */
const vendors = [
  "anthropic",
  "openai",
  "google",
  "deepseek",
  "moonshotai",
  "qwen",
  "meta-llama",
  "mistralai",
  "x-ai",
  "z-ai",
  "minimax"
]

/** Models of many vendors behind OpenRouter's API, after its pages of parameters and of reasoning tokens. */
export const profile: CompatProfile = {
  family: "openrouter",
  vendor: "openrouter",
  models: ["openrouter/*", ...vendors.map((vendor) => `${vendor}/*`)],
  url: "https://openrouter.ai/api/v1",
  responses: "told",
  environment: { key: "OPENROUTER_API_KEY", url: "OPENROUTER_BASE_URL" },
  catalogue: new Map([
    ["anthropic/claude-sonnet-4.5", { ...seeing, budget: 63_999 }],
    ["openai/gpt-5.1", { ...seeing, output: 128_000 }],
    [
      "google/gemini-2.5-pro",
      { ...seeing, output: 65_536, thinks: "unasked", media: ["image", "audio", "video", "file"] }
    ],
    ["deepseek/deepseek-v3.2", { ...seeing, output: 65_536, media: [] }],
    ["moonshotai/kimi-k2-thinking", { ...seeing, output: 262_144, thinks: "always", media: [] }],
    ["qwen/qwen3-235b-a22b", { ...seeing, output: 32_768, thinks: "unasked", media: [] }]
  ]),
  unknownModels: "spelled",
  thinking: "object",
  limit: "either",
  reasoning: "details",
  developer: true,
  strictTools: true,
  jsonByName: false,
  hoists: false,
  lacks: qwenFields,
  draws: true,
  cacheMarks: "timed",
  streamUsage: true
}

/** What a list of families says of it. */
export const listing = compatListing(profile)

/**
 * Models behind OpenRouter, and behind gateways that speak as it does. Their ids name the vendor: `vendor/model`.
 *
 * @example
 * Families.of(OpenRouter.layer({ key: process.env.OPENROUTER_API_KEY }))
 */
export const layer = (options: CompatOptions): FamilyLayer<ChatModels> => chatLayer(profile, options)
