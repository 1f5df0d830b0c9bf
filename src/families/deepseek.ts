import type { ChatModels } from "../capabilities/models.ts"
import {
  type CompatOptions,
  type CompatProfile,
  type ModelRules,
  openAiFields,
  qwenFields
} from "./openai-compatible/profile.ts"
import { joinTexts, sayRefusals } from "./openai-compatible/messages.ts"
import { chatLayer, compatListing } from "./openai-compatible/layer.ts"
import { type FamilyLayer, listedIds } from "./family.ts"

const v4: ModelRules = {
  output: 384_000,
  thinks: "unasked",
  efforts: ["low", "medium", "high", "xhigh", "max"],
  thinkingOn: {
    temperature: undefined,
    top_p: undefined,
    presence_penalty: undefined,
    frequency_penalty: undefined,
    logprobs: false,
    top_logprobs: undefined
  },
  forcedChoice: "without-thinking",
  form: "object",
  media: []
}

/** 4.1, which the name of 4 means now, too, is shown images. */
const flash: ModelRules = { ...v4, media: ["image"] }

/**
 * DeepSeek's API, after the vendor's pages of chat completion, thinking mode, tool calls and JSON output.
 *
 * @see https://api-docs.deepseek.com/quick_start/pricing the models, and when names ended (read 2026-11)
 * @see https://github.com/theopenco/llmgateway/pull/3996 4.1 under the name `deepseek-flash` (2026-09)
 */
export const profile: CompatProfile = {
  family: "deepseek",
  vendor: "deepseek",
  models: ["deepseek-*"],
  url: "https://api.deepseek.com",
  responses: "told",
  environment: { key: "DEEPSEEK_API_KEY", url: "DEEPSEEK_BASE_URL" },
  catalogue: new Map([
    ["deepseek-v4-pro", v4],
    ["deepseek-flash", flash],
    ["deepseek-v4-flash", flash],
    ["deepseek-chat", { ...v4, thinks: "asked" }],
    ["deepseek-reasoner", { ...v4, thinks: "always", forcedChoice: "never" }]
  ]),
  listed: listedIds({ "deepseek-flash": "2026-09-10", "deepseek-v4-pro": "2026-04-24" }),
  unknownModels: "spelled",
  thinking: "typed",
  limit: "max_tokens",
  reasoning: "text",
  lostReasoning: " ",
  wholeTurns: true,
  plainContent: joinTexts,
  plainRefusals: sayRefusals,
  developer: false,
  strictTools: false,
  jsonByName: true,
  hoists: false,
  lacks: [
    "top_k",
    "seed",
    "n",
    "parallel_tool_calls",
    "modalities",
    "audio",
    "repetition_penalty",
    ...openAiFields,
    ...qwenFields
  ],
  cacheMarks: "none",
  streamUsage: true
}

/** What a list of families says of it. */
export const listing = compatListing(profile)

/**
 * DeepSeek models.
 *
 * @example
 * Families.of(DeepSeek.layer({ key: process.env.DEEPSEEK_API_KEY }))
 */
export const layer = (options: CompatOptions): FamilyLayer<ChatModels> => chatLayer(profile, options)
