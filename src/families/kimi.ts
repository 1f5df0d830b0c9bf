import type { ChatModels } from "../capabilities/models.ts"
import {
  type CompatProfile,
  type FixedValues,
  type ModelRules,
  openAiFields,
  qwenFields
} from "./openai-compatible/profile.ts"
import { chatLayer, compatListing } from "./openai-compatible/layer.ts"
import type { FamilyOptions } from "./models/line.ts"
import { type FamilyLayer, listedIds } from "./family.ts"

/** Sampling members that the platform has fixed. */
const fixed: FixedValues = { temperature: 1, top_p: 0.95, n: 1, presence_penalty: 0, frequency_penalty: 0 }

const k2: ModelRules = {
  output: 262_144,
  thinks: "never",
  forcedChoice: "always",
  form: "schema",
  media: [],
  mediaUrls: false
}

const k25: ModelRules = {
  ...k2,
  thinks: "unasked",
  thinkingOn: fixed,
  thinkingOff: { ...fixed, temperature: 0.6 },
  forcedChoice: "without-thinking",
  media: ["image", "video"]
}

/** @see https://github.com/Devin-AXIS/AINO/pull/223 the one temperature that is taken (2026-08) */
const k3: ModelRules = { ...k25, thinkingOff: fixed }

const thinker: ModelRules = { ...k2, thinks: "always", forcedChoice: "never" }
const v1: ModelRules = { ...k2, output: 131_072 }

/**
 * Kimi models at Moonshot's API, after the vendor's pages of chat, models and thinking models.
 *
 * @see https://github.com/mnfst/modelparams.dev/pull/22 which ids are left after 2026-05-25 (2026-05)
 * @see https://github.com/anomalyco/models.dev providers/moonshotai: days, outputs, media, and K3 (read 2026-11)
 */
export const profile: CompatProfile = {
  family: "kimi",
  vendor: "moonshot",
  models: ["kimi-*", "moonshot-*"],
  url: "https://api.moonshot.ai/v1",
  environment: { key: "MOONSHOT_API_KEY", url: "MOONSHOT_BASE_URL" },
  catalogue: new Map([
    ["kimi-k3", k3],
    ["kimi-k2.6", k25],
    ["kimi-k2.5", k25],
    ["kimi-k2-thinking", thinker],
    ["kimi-k2-thinking-turbo", thinker],
    ["kimi-k2-0905-preview", k2],
    ["kimi-k2-0711-preview", { ...k2, output: 16_384 }],
    ["kimi-k2-turbo-preview", k2],
    ["moonshot-v1-8k", { ...v1, output: 8192 }],
    ["moonshot-v1-32k", { ...v1, output: 32_768 }],
    ["moonshot-v1-128k", v1],
    ["moonshot-v1-128k-vision-preview", { ...v1, media: ["image"] }]
  ]),
  listed: listedIds({ "kimi-k3": "2026-07-16", "kimi-k2.6": "2026-04-21" }, [
    "kimi-k2.5",
    "moonshot-v1-8k",
    "moonshot-v1-32k",
    "moonshot-v1-128k"
  ]),
  unknownModels: "spelled",
  thinking: "typed",
  limit: "either",
  reasoning: "text",
  lostReasoning: " ",
  developer: false,
  numbersCalls: true,
  strictTools: false,
  jsonByName: false,
  hoists: false,
  lacks: [
    "top_k",
    "seed",
    "logprobs",
    "top_logprobs",
    "parallel_tool_calls",
    "modalities",
    "audio",
    "repetition_penalty",
    ...openAiFields,
    ...qwenFields
  ],
  ranges: { temperature: [0, 1] },
  cacheMarks: "none",
  streamUsage: true
}

/** What a list of families says of it. */
export const listing = compatListing(profile)

/**
 * Kimi models.
 *
 * @example
 * Families.of(Kimi.layer({ key: process.env.MOONSHOT_API_KEY }))
 */
export const layer = (options: FamilyOptions): FamilyLayer<ChatModels> => chatLayer(profile, options)
