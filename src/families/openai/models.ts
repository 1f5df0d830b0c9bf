import { type Catalogue, listedIds, catalogueRules } from "../family.ts"
import { globMatcher } from "../../core/naming/naming.ts"
import type { CompatEmbedders, FixedValues, ModelRules } from "../openai-compatible/profile.ts"

const plain: ModelRules = {
  output: 16_384,
  thinks: "never",
  limit: "either",
  forcedChoice: "always",
  form: "schema",
  media: ["image", "audio", "file"]
}

/** What no model that searches takes in any value. */
const unsampled: FixedValues = {
  temperature: undefined,
  top_p: undefined,
  presence_penalty: undefined,
  frequency_penalty: undefined
}

/**
 * The models that `web_search_options` is for.
 *
 * @see https://github.com/pydantic/pydantic-ai/issues/2822 those, and what others answer (2025-09)
 * @see https://github.com/cpbotha/obsidian-ai-chat-as-md/issues/5 what a model without reasoning answers (2025-07)
 * @see https://github.com/vercel/ai/pull/5647 what they refuse of a sampling (2025-04)
 */
const searching: ModelRules = { ...plain, searches: true, thinkingOff: unsampled }

/** @see https://github.com/BerriAI/litellm/pull/21574 what of it the newest takes (2026-02) */
const { output: _unsaid, ...newestSearching }: ModelRules = {
  ...searching,
  limit: "max_completion_tokens",
  thinkingOff: {
    ...unsampled,
    logit_bias: undefined,
    logprobs: undefined,
    top_logprobs: undefined,
    seed: undefined,
    stop: undefined
  }
}

const gpt41: ModelRules = { ...plain, output: 32_768 }
const older: ModelRules = { ...plain, output: 4096, form: "object" }

/** What no reasoning model takes at any effort, and the one value of each that it does. */
const unweighed: FixedValues = { presence_penalty: 0, frequency_penalty: 0, logit_bias: undefined }

/** Sampling members, and the one value of each that reasoning models take. */
const neutral: FixedValues = { ...unweighed, temperature: 1, top_p: 1, logprobs: false, top_logprobs: undefined }

const reasoning: ModelRules = {
  ...plain,
  thinks: "unasked",
  limit: "max_completion_tokens",
  thinkingOn: neutral,
  thinkingOff: neutral
}

/**
 * From o3 up to 5.4 no model takes stop sequences, whether it reasons or rests.
 *
 * @see https://github.com/huggingface/smolagents/pull/1662 5, mini and nano, in the vendor's words (2025-08)
 * @see https://github.com/huggingface/smolagents/pull/1868 5.1 (2025-11)
 * @see https://github.com/huggingface/smolagents/issues/1893 5.2 (2025-12)
 * @see https://github.com/BerriAI/litellm/pull/28650 that 5.4 takes none, and 5.5 does (2026-05)
 */
const unstopped: FixedValues = { ...neutral, stop: undefined }
const oSeries: ModelRules = { ...reasoning, output: 100_000, efforts: ["low", "medium", "high"] }
const oNewest: ModelRules = { ...oSeries, thinkingOn: unstopped, thinkingOff: unstopped }
const gpt5: ModelRules = {
  ...reasoning,
  output: 128_000,
  efforts: ["minimal", "low", "medium", "high"],
  thinkingOn: unstopped,
  thinkingOff: unstopped
}

/**
 * From 5.1 on effort may be `none`, which is the default up to 5.4; without reasoning the model is sampled as others
 * are, by temperature, nucleus and log probabilities.
 *
 * @see https://platform.openai.com/docs/guides/latest-model#gpt-5-1-parameter-compatibility (read 2026-11)
 * @see https://github.com/vercel/ai/blob/main/packages/openai/src/openai-language-model-capabilities.ts (2026-11)
 * @see https://github.com/BerriAI/litellm-docs/pull/1064 probes of the defaults of 5.1, 5.2 and 5.5 (2026-08)
 */
const gpt51: ModelRules = {
  ...gpt5,
  thinks: "asked",
  efforts: ["none", "low", "medium", "high"],
  thinkingOff: { ...unweighed, stop: undefined }
}
const gpt52: ModelRules = { ...gpt51, efforts: ["none", "low", "medium", "high", "xhigh"] }

/**
 * From 5.4 on this API takes functions beside no effort but `none`; from 5.5 on, whose default is another, that must be
 * said.
 *
 * @see https://github.com/openai/openai-openapi/issues/541 5.4 (2026-05)
 * @see https://github.com/jeffdafoe/llm-memory-api/pull/178 a probe of 5.5 (2026-04)
 * @see https://github.com/BerriAI/litellm/pull/34569 probes of 5.6 (2026-07)
 */
const gpt54: ModelRules = { ...gpt52, functionsWithoutThinking: true }
const gpt55: ModelRules = { ...gpt54, thinks: "unasked", thinkingOn: neutral, thinkingOff: unweighed }

/**
 * What is known of 6: its efforts, and that it is sampled at none of them but `none`.
 *
 * @see https://docs.litellm.ai/blog/gpt_6_sol_luna its output, and its efforts again (2026-09)
 * @see https://github.com/vercel/ai/blob/main/packages/openai/src/openai-model-catalog.ts 4.0.118 of it (read 2026-11)
 * @see https://github.com/onyx-dot-app/onyx/issues/15008 functions beside an effort (2026-09)
 */
const gpt6: ModelRules = { ...gpt55, efforts: ["none", "low", "medium", "high", "xhigh", "max"] }

/** @see https://github.com/BerriAI/litellm-docs/pull/1173 probes: it always reasons, at four efforts here (2026-09) */
const { output: _unknown, ...astra }: ModelRules = {
  ...gpt6,
  efforts: ["low", "medium", "high", "xhigh"],
  thinkingOff: neutral
}

/**
 * Of those in the Responses API alone: how long they answer is not known of all, and none does without reasoning.
 *
 * @see https://github.com/hotovo/aider-desk/issues/452 the sampling of 5 Codex (2025-10)
 * @see https://github.com/epam/ai-dial-chat/issues/8538 of 5.1 Codex (2026-09)
 * @see https://github.com/OpenHands/software-agent-sdk/issues/1837 of 5.2 Codex (2026-01)
 */
const { output: _untold, ...alone }: ModelRules = { ...gpt5, thinks: "always", responsesAlone: true }

/**
 * The efforts of models that are made for code.
 *
 * @see https://github.com/openai/codex/issues/6647 5.1, in the vendor's words (2025-11)
 * @see https://github.com/openai/codex/issues/3669 5 (2025-09)
 * @see https://github.com/anomalyco/models.dev/pull/2296 5.3, after the vendor's page (2026-06)
 * @see https://community.openai.com/t/1371738 probes of 5.1's mini and max, and of 5.2's pro (read 2026-11)
 */
const codex: ModelRules = { ...alone, efforts: ["low", "medium", "high"] }
const codex52: ModelRules = { ...codex, efforts: ["low", "medium", "high", "xhigh"] }

/**
 * Those of the larger ones.
 *
 * @see https://github.com/anomalyco/opencode/pull/3474 5, which has one (2025-10)
 * @see https://github.com/anomalyco/models.dev/pull/2296 5.4 and 5.5, after the vendor's pages (2026-06)
 * @see https://github.com/anomalyco/opencode/pull/26273 probes of the o-series, and of those for research (2026-05)
 */
const pro54: ModelRules = { ...alone, efforts: ["medium", "high", "xhigh"] }
const oPro: ModelRules = { ...oNewest, thinks: "always", responsesAlone: true }
const research: ModelRules = { ...oPro, efforts: ["medium"] }

/**
 * What the vendor has in its Responses API alone.
 *
 * @see https://github.com/openai/openai-node `ResponsesModel` of openai 7.57.0 names most of them (read 2026-11)
 * @see https://github.com/alvinunreal/tmuxai/issues/82 what chat completions says of gpt-5-codex (2025-10)
 * @see https://github.com/egoist/chatwise-releases/issues/1122 the same of gpt-5-pro (2025-10)
 * @see https://github.com/HeyPuter/puter/issues/1303 of o3-pro (2025-06)
 * @see https://github.com/algorithmicsuperintelligence/openevolve/issues/374 of gpt-5.1-codex-max (2026-01)
 */
export const inResponsesAlone: readonly string[] = [
  "gpt-*-codex*",
  "gpt-*-pro",
  "gpt-*-pro-20*",
  "o1-pro*",
  "o3-pro*",
  "o3-deep-research*",
  "o4-mini-deep-research*"
]

const isInResponsesAlone = globMatcher(inResponsesAlone)

/** The generation of an id that the vendor numbers. */
const generation = /^gpt-(\d+)(?:\.(\d+))?(?![\w.])/

/**
 * By which rules a format is chosen for a model that is not listed: one in the Responses API alone; one that was tuned as
 * its base, whose id its own names; and one of the generations from 5.4 on as the listed ones.
 *
 * @see https://platform.openai.com/docs/guides/supervised-fine-tuning `ft:BASE:ORGANISATION:NAME:ID` (read 2026-11)
 */
export const unlisted = (model: string): ModelRules | undefined => {
  const [base = ""] = model.startsWith("ft:") ? model.slice("ft:".length).split(":") : [model]
  if (isInResponsesAlone(base)) return { ...gpt55, responsesAlone: true }
  const [, major = "0", minor = "0"] = generation.exec(base) ?? []
  const number = Number(major) * 100 + Number(minor)
  return catalogueRules(gptModels, base) ?? (number > 504 ? gpt55 : number === 504 ? gpt54 : undefined)
}

/** The chat models, after the vendor's model pages. */
export const gptModels: Catalogue<ModelRules> = new Map([
  ["gpt-4o", plain],
  ["gpt-4o-mini", plain],
  ["gpt-4o-search-preview", searching],
  ["gpt-4o-mini-search-preview", searching],
  ["gpt-5-search-api", newestSearching],
  ["chatgpt-4o", plain],
  ["gpt-4.1", gpt41],
  ["gpt-4.1-mini", gpt41],
  ["gpt-4.1-nano", gpt41],
  ["gpt-4-turbo", older],
  ["gpt-3.5-turbo", { ...older, media: [] }],
  ["o1", oSeries],
  ["o3-mini", { ...oSeries, media: [] }],
  ["o3", oNewest],
  ["o4-mini", oNewest],
  ["gpt-5", gpt5],
  ["gpt-5-mini", gpt5],
  ["gpt-5-nano", gpt5],
  ["gpt-5.1", gpt51],
  ["gpt-5.1-mini", gpt51],
  ["gpt-5.2", gpt52],
  ["gpt-5.4", gpt54],
  ["gpt-5.4-mini", gpt54],
  ["gpt-5.4-nano", gpt54],
  ["gpt-5.5", gpt55],
  ["gpt-5.6", gpt55],
  ["gpt-5.6-sol", gpt55],
  ["gpt-5.6-terra", gpt55],
  ["gpt-5.6-luna", gpt55],
  ["gpt-6-sol", gpt6],
  ["gpt-6-luna", gpt6],
  ["gpt-6-astra", astra],
  ["gpt-6.1-terra", gpt6],
  ["gpt-5-codex", codex],
  ["gpt-5.1-codex", codex],
  ["gpt-5.1-codex-mini", codex],
  ["gpt-5.1-codex-max", codex52],
  ["gpt-5.2-codex", codex52],
  ["gpt-5.3-codex", codex52],
  ["gpt-5-pro", { ...alone, efforts: ["high"] }],
  ["gpt-5.2-pro", pro54],
  ["gpt-5.4-pro", pro54],
  ["gpt-5.5-pro", pro54],
  ["o1-pro", oPro],
  ["o3-pro", oPro],
  ["o3-deep-research", research],
  ["o4-mini-deep-research", research]
])

/**
 * The chat models that are not shut down, by the days of their snapshots.
 *
 * @see https://developers.openai.com/api/docs/deprecations as the types of openai 7.55.0 repeat it (read 2026-11)
 * @see https://dev.to/hassann/how-to-use-the-gpt-56-api-sol-terra-and-luna-10f0 the day of 5.6
 */
export const gptListed = listedIds(
  {
    "gpt-5.6-sol": "2026-07-09",
    "gpt-5.6-terra": "2026-07-09",
    "gpt-5.6-luna": "2026-07-09",
    "gpt-5.5": "2026-04-23",
    "gpt-5.4-mini": "2026-03-17",
    "gpt-5.4-nano": "2026-03-17",
    "gpt-5.2": "2025-12-11",
    "gpt-5.1": "2025-11-13",
    "gpt-5": "2025-08-07",
    "gpt-5-mini": "2025-08-07",
    "gpt-5-nano": "2025-08-07",
    o3: "2025-04-16",
    "gpt-4.1": "2025-04-14",
    "gpt-4.1-mini": "2025-04-14",
    "gpt-4o": "2024-08-06",
    "gpt-4o-mini": "2024-07-18"
  },
  ["gpt-6.1-sol", "gpt-6.1-terra", "gpt-6-astra", "gpt-6-sol", "gpt-6-luna", "gpt-5.4"]
)

/** The embedding models, after the vendor's page of embeddings. */
export const embedders: CompatEmbedders = {
  models: ["text-embedding-3-*", "text-embedding-ada-*"],
  catalogue: new Map([
    ["text-embedding-3-small", { size: 1536, shortens: true }],
    ["text-embedding-3-large", { size: 3072, shortens: true }],
    ["text-embedding-ada-002", { size: 1536, shortens: false }]
  ]),
  perCall: 2048
}
