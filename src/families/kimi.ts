import type { ChatModels } from "../capabilities/models.ts"
import {
  type CompatProfile,
  type FixedValues,
  type ModelRules,
  openAiFields,
  qwenFields
} from "./openai-compatible/profile.ts"
import { numberCalls } from "./openai-compatible/numbered-calls.ts"
import { sayRefusals } from "./openai-compatible/plain-texts.ts"
import { chatLayer, compatListing } from "./openai-compatible/layer.ts"
import { fitMoonshotSchemas } from "./openai-compatible/moonshot-schema.ts"
import type { FamilyOptions } from "./models/line.ts"
import { globMatcher } from "../core/naming/naming.ts"
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

const thinker: ModelRules = { ...k2, thinks: "always", forcedChoice: "never" }

/**
 * It always thinks, is told how hard by `reasoning_effort` alone, and can be made to call, but not a certain function.
 *
 * @see https://platform.kimi.ai/docs/guide/use-reasoning-effort the efforts, in place of `thinking` (read 2026-11)
 * @see https://github.com/theopenco/llmgateway/pull/3378 the efforts, after three of the vendor's pages (2026-08)
 * @see https://dev.to/aihubmix/kimi-k31-pro-migration-guide-five-400s-one-404-and-the-claude-code-codex-config-13k what the
 * vendor takes others for: `medium` for `high`, `xhigh` for `max` (2026-10)
 * @see https://github.com/can1357/oh-my-pi/pull/5994 a function by name is refused, `required` is not (2026-07)
 * @see https://docs.rs/crate/harn-vm/0.10.120/source/src/llm/capability_sources/20-providers/35-moonshot.toml the same,
 * tried (2026-08)
 * @see https://github.com/lobehub/lobehub/pull/17267 sampling is fixed, so many tokens are the most, and all thoughts go
 * back (2026-07)
 */
const k3: ModelRules = {
  ...k25,
  output: 1_048_576,
  thinks: "always",
  efforts: ["max", "high", "low"],
  thinkingOff: fixed,
  forcedChoice: "always",
  forcesUnnamed: true,
  keepsThoughts: true
}

/**
 * It always thinks, refuses to be told not to, and wants back all that it thought.
 *
 * @see https://platform.kimi.ai/docs/guide/use-kimi-k2-thinking-model (read 2026-11)
 * @see https://github.com/can1357/oh-my-pi/issues/3852 what it says of `disabled` (2026-06)
 */
const k27: ModelRules = { ...k25, thinks: "always", thinkingOff: fixed, forcedChoice: "never", keepsThoughts: true }

/** Ids of the third generation and of those after it, whose API is K3's. */
const generations = globMatcher(["kimi-k3*", "kimi-k4*"])

const v1: ModelRules = { ...k2, output: 131_072 }

/**
 * Kimi models at Moonshot's API, after the vendor's pages of chat, models and thinking models.
 *
 * @see https://github.com/mnfst/modelparams.dev/pull/22 which ids are left after 2026-05-25 (2026-05)
 * @see https://vercel.com/ai-gateway/models/kimi-k3.1-pro when K3.1 came (read 2026-11)
 * @see https://github.com/anomalyco/models.dev providers/moonshotai: days, outputs, media, and K3 (read 2026-11)
 */
export const profile: CompatProfile = {
  family: "kimi",
  vendor: "moonshot",
  models: ["kimi-*", "moonshot-*"],
  url: "https://api.moonshot.ai/v1",
  environment: { key: "MOONSHOT_API_KEY", url: "MOONSHOT_BASE_URL" },
  catalogue: new Map([
    ["kimi-k3.1-pro", k3],
    ["kimi-k3.1-pro-highspeed", k3],
    ["kimi-k3", k3],
    ["kimi-k2.7-code", k27],
    ["kimi-k2.7-code-highspeed", k27],
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
  listed: listedIds({ "kimi-k3.1-pro": "2026-10-23", "kimi-k3": "2026-07-16", "kimi-k2.6": "2026-04-21" }, [
    "kimi-k2.5",
    "moonshot-v1-8k",
    "moonshot-v1-32k",
    "moonshot-v1-128k"
  ]),
  unknownModels: "spelled",
  unlisted: (model) => (generations(model) ? k3 : undefined),
  thinking: "typed",
  limit: "either",
  reasoning: "text",
  lostReasoning: " ",
  developer: false,
  plainRefusals: sayRefusals,
  numbersCalls: numberCalls,
  schemas: fitMoonshotSchemas,
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
