/** Where something is known from: a page, whose it is, and when it was read, where anybody noted that; or an SDK's types, where the words stand. */
export type Source =
  | { readonly page: string; readonly by: "vendor" | "public thread"; readonly read: string }
  | { readonly types: string }

/** The sources of facts about vendors, by the short names under which rows refer to them. */
export const sources = {
  "openai-chat-types": { types: "openai/resources/chat/completions/completions.d.ts" },
  "openai-embedding-types": { types: "openai/resources/embeddings.d.ts" },
  "openai-image-types": { types: "openai/resources/images.d.ts" },
  "openai-video-types": { types: "openai/resources/videos.d.ts" },
  "openai-shared-types": { types: "openai/resources/shared.d.ts" },
  "anthropic-types": { types: "@anthropic-ai/sdk/resources/messages/messages.d.ts" },
  "google-types": { types: "@google/genai/dist/genai.d.ts" },
  "openai-latest": {
    page: "https://platform.openai.com/docs/guides/latest-model",
    by: "vendor",
    read: "2026-11"
  },
  "openai-models": { page: "https://platform.openai.com/docs/models", by: "vendor", read: "undated" },
  "openai-ends": { page: "https://developers.openai.com/api/docs/deprecations", by: "vendor", read: "2026-11" },
  "gpt-probes": { page: "https://github.com/BerriAI/litellm-docs/pull/1064", by: "public thread", read: "2026-08" },
  "gpt-functions": { page: "https://github.com/pipecat-ai/pipecat/issues/4043", by: "public thread", read: "2026-03" },
  "gpt-json": { page: "https://github.com/CopilotKit/CopilotKit/pull/7191", by: "public thread", read: "2026-11" },
  "gpt-search": {
    page: "https://github.com/pydantic/pydantic-ai/issues/2822",
    by: "public thread",
    read: "2025-09"
  },
  "claude-sampling": { page: "https://github.com/Vali-98/ChatterUI/issues/564", by: "public thread", read: "2026-05" },
  "gpt-5.6": { page: "https://github.com/livekit/agents/pull/7169", by: "public thread", read: "2026-09" },
  "gpt-6": {
    page: "https://github.com/vercel/ai/blob/main/packages/openai/src/openai-language-model-capabilities.ts",
    by: "public thread",
    read: "2026-11"
  },
  "deepseek-chat": {
    page: "https://api-docs.deepseek.com/api/create-chat-completion",
    by: "vendor",
    read: "2026-11"
  },
  "deepseek-models": { page: "https://api-docs.deepseek.com/quick_start/pricing", by: "vendor", read: "2026-11" },
  "kimi-chat": { page: "https://platform.kimi.ai/docs/api/chat", by: "vendor", read: "2026-11" },
  "kimi-models": { page: "https://github.com/mnfst/modelparams.dev/pull/22", by: "public thread", read: "2026-05" },
  seedream: { page: "https://www.volcengine.com/docs/82379/1541523", by: "vendor", read: "undated" },
  seedance: { page: "https://www.volcengine.com/docs/82379/1520757", by: "vendor", read: "undated" },
  "qwen-image": {
    page: "https://www.alibabacloud.com/help/en/model-studio/qwen-image-api",
    by: "vendor",
    read: "undated"
  },
  "gpt-image": { page: "https://platform.openai.com/docs/guides/image-generation", by: "vendor", read: "undated" },
  sora: { page: "https://platform.openai.com/docs/guides/video-generation", by: "vendor", read: "undated" },
  veo: { page: "https://ai.google.dev/gemini-api/docs/video", by: "vendor", read: "undated" },
  "gemini-tools": {
    page: "https://ai.google.dev/gemini-api/docs/tool-combination",
    by: "vendor",
    read: "2026-11"
  },
  "gemini-image": { page: "https://ai.google.dev/gemini-api/docs/image-generation", by: "vendor", read: "undated" },
  "gemini-embeddings": { page: "https://ai.google.dev/gemini-api/docs/embeddings", by: "vendor", read: "undated" },
  jina: { page: "https://jina.ai/models", by: "vendor", read: "2026-11" },
  "dd-trace-recordings": {
    page: "https://github.com/DataDog/dd-trace-py its recorded answers of OpenAI's and Anthropic's",
    by: "public thread",
    read: "2026-11"
  },
  "rig-recordings": {
    page: "https://github.com/0xPlaygrounds/rig its recorded answers of Anthropic's and DeepSeek's",
    by: "public thread",
    read: "2026-11"
  },
  "ruby-llm-recordings": {
    page: "https://github.com/crmne/ruby_llm its recorded answers of DeepSeek's",
    by: "public thread",
    read: "2026-11"
  },
  "gemini-recordings": {
    page: "https://github.com/open-telemetry/opentelemetry-python-contrib its recorded answers of Google's",
    by: "public thread",
    read: "2026-11"
  }
} as const satisfies Readonly<Record<string, Source>>

/** The short name of a source. */
export type SourceName = keyof typeof sources

/** A row that nobody checked against anything outside. */
export const unverified = "unverified"

/** Rows by what they are known from; of an SDK's types, with the words that stand there. */
export interface Known {
  readonly from?: { readonly [name in SourceName]?: readonly string[] }
  readonly words?: { readonly [name in SourceName]?: Readonly<Record<string, string>> }
  readonly unverified?: readonly string[]
}

/** Each row with the name of its source, in the order in which they are said; one that is said twice is there twice. */
export const rowsOf = ({
  from = {},
  words = {},
  unverified: none = []
}: Known): readonly (readonly [string, string])[] => [
  ...Object.entries(from).flatMap(([name, rows]) => rows.map((row) => [row, name] as const)),
  ...Object.entries(words).flatMap(([name, rows]) => Object.keys(rows).map((row) => [row, name] as const)),
  ...none.map((row) => [row, unverified] as const)
]

/** The name of a row's source. */
export const sourceOf = (known: Known, row: string): string =>
  rowsOf(known).find(([name]) => name === row)?.[1] ?? "no source"
