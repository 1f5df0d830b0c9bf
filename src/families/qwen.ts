import type { ChatModels, EmbeddingModels } from "../capabilities/models.ts"
import { type CompatProfile, type CompatEmbedders, type ModelRules, openAiFields } from "./openai-compatible/profile.ts"
import { sayRefusals } from "./openai-compatible/messages.ts"
import { chatAndEmbeddingLayer, embeddingLayer, chatLayer, compatListing } from "./openai-compatible/layer.ts"
import type { FamilyLayer } from "./family.ts"
import type { FamilyOptions } from "./models/line.ts"

const plus: ModelRules = {
  output: 32_768,
  thinks: "asked",
  budget: 81_920,
  forcedChoice: "without-thinking",
  form: "object",
  formsWithoutThinking: true,
  media: []
}

const plus35: ModelRules = { ...plus, output: 65_536, thinks: "unasked", media: ["image", "video"] }
const newest: ModelRules = { ...plus35, output: 131_072, budget: 262_144 }
const flash: ModelRules = { ...plus, output: 32_768 }
const max3: ModelRules = { ...plus, output: 65_536 }
const max: ModelRules = { ...plus, output: 8192, thinks: "never" }
const turbo: ModelRules = { ...plus, output: 16_384, budget: 38_912 }
const coder: ModelRules = { ...plus, output: 65_536, thinks: "never" }
const seeing: ModelRules = { ...plus, media: ["image", "video"] }
const open: ModelRules = { ...plus, output: 16_384, budget: 38_912, thinks: "unasked", thinksInStreams: true }
const thinker: ModelRules = { ...plus, thinks: "always", forcedChoice: "never" }
const omni: ModelRules = { ...plus, output: 16_384, media: ["image", "audio", "video"] }
const audioOnly: ModelRules = { ...plus, output: 4096, thinks: "never", media: ["audio"] }

/** The embedding models, after the vendor's page of text embeddings. */
const embedders: CompatEmbedders = {
  models: ["text-embedding-v*", "qwen*-embedding*"],
  catalogue: new Map([
    ["qwen3.7-text-embedding", { size: 2560, shortens: true }],
    ["text-embedding-v4", { size: 2048, shortens: true }],
    ["text-embedding-v3", { size: 1024, shortens: true }],
    ["text-embedding-v2", { size: 1536, shortens: false }],
    ["text-embedding-v1", { size: 1536, shortens: false }]
  ]),
  perCall: 10
}

/**
 * Qwen models at DashScope's compatible mode, after the vendor's pages of models, deep thinking and structured output.
 *
 * @see https://github.com/anomalyco/models.dev providers/alibaba-cn: outputs, budgets and media (read 2026-11)
 */
export const profile: CompatProfile = {
  family: "qwen",
  vendor: "qwen",
  models: ["qwen*", "qwq-*", "qvq-*"],
  embedders,
  others: ["qwen-image*"],
  url: "https://dashscope.aliyuncs.com/compatible-mode/v1",
  environment: { key: "DASHSCOPE_API_KEY", url: "DASHSCOPE_BASE_URL" },
  catalogue: new Map([
    ["qwen3-max", max3],
    ["qwen-max", max],
    ["qwen-plus", plus],
    ["qwen3.5-plus", plus35],
    ["qwen3.6-plus", plus35],
    ["qwen3.7-plus", plus35],
    ["qwen3.7-max", { ...plus35, output: 131_072, media: [] }],
    ["qwen3.7-flash", { ...plus35, budget: 262_144 }],
    ["qwen3.8-max", newest],
    ["qwen3.8-flash", newest],
    ["qwen-flash", flash],
    ["qwen3.5-flash", plus35],
    ["qwen-turbo", turbo],
    ["qwen3-coder-plus", coder],
    ["qwen3-coder-flash", coder],
    ["qwen3-vl-plus", seeing],
    ["qwen3-vl-flash", seeing],
    ["qwen3-omni-flash", omni],
    ["qwen3-asr-flash", audioOnly],
    ["qwen3-235b-a22b", open],
    ["qwen3-32b", { ...open, output: 8192 }],
    ["qwen3-8b", { ...open, output: 8192 }],
    ["qwen3-235b-a22b-thinking-2507", thinker],
    ["qwen3-235b-a22b-instruct-2507", { ...open, thinks: "never" }],
    ["qwq-plus", { ...thinker, output: 8192 }]
  ]),
  unknownModels: "spelled",
  thinking: "switch",
  limit: "max_tokens",
  reasoning: "text",
  developer: false,
  plainRefusals: sayRefusals,
  strictTools: true,
  jsonByName: true,
  hoists: true,
  lacks: [...openAiFields, "safety_identifier"],
  ranges: { temperature: [0, 1.99], top_p: [0.01, 1] },
  // https://help.aliyun.com/en/model-studio/rate-limiting-best-practices: a limit is over within a minute; its body in
  // compatible mode: https://help.apiyi.com/en/qwen3-max-rate-limit-quota-exceeded-solution-en.html (both 2026-11)
  throttles: ["insufficient_quota"],
  cacheMarks: "plain",
  streamUsage: true
}

/** What a list of families says of it. */
export const listing = compatListing(profile)

/**
 * Qwen models at DashScope's compatible mode: chat, whose options may stand in `parameters` (search, speech recognition,
 * and what the top level has), and embeddings.
 *
 * @example
 * Families.of(Qwen.layer({ key: process.env.DASHSCOPE_API_KEY }))
 */
export const layer = (options: FamilyOptions): FamilyLayer<ChatModels | EmbeddingModels> =>
  chatAndEmbeddingLayer(profile, options)

/** Its chat models alone. */
export const chat = (options: FamilyOptions): FamilyLayer<ChatModels> => chatLayer(profile, options)

/** Its embedding models alone. */
export const embeddings = (options: FamilyOptions): FamilyLayer<EmbeddingModels> => embeddingLayer(profile, options)
