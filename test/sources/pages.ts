import { googleSources } from "./google-pages.ts"
import { type Source, others, thread, vendors } from "./source.ts"

/** The sources of facts about vendors, by the short names under which rows refer to them. */
export const sources = {
  ...googleSources,
  "openai-chat-types": { types: "openai/resources/chat/completions/completions.d.ts" },
  "openai-responses-types": { types: "openai/resources/responses/responses.d.ts" },
  "openai-embedding-types": { types: "openai/resources/embeddings.d.ts" },
  "openai-image-types": { types: "openai/resources/images.d.ts" },
  "openai-video-types": { types: "openai/resources/videos.d.ts" },
  "openai-shared-types": { types: "openai/resources/shared.d.ts" },
  "anthropic-types": { types: "@anthropic-ai/sdk/resources/messages/messages.d.ts" },
  "openai-latest": vendors("https://platform.openai.com/docs/guides/latest-model", "2026-11"),
  "openai-reference": vendors(
    "https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create",
    "2026-11"
  ),
  "gpt-probes": thread("BerriAI/litellm-docs/pull/1064", "2026-08"),
  "gpt-functions": thread("pipecat-ai/pipecat/issues/4043", "2026-03"),
  "responses-unknown-member": thread("1jehuang/jcode/issues/1028", "2026-08"),
  "responses-no-model": thread("skorokithakis/sysaidmin/issues/9", "2025-02"),
  "responses-few-tokens": thread("vectorize-io/hindsight/issues/58", "2025-12"),
  "responses-sampling": thread("danielmiessler/Fabric/issues/1678", "2025-08"),
  "responses-tool-name": thread("icebear0828/codex-proxy/issues/399", "2026-04"),
  "responses-previous": thread("router-for-me/CLIProxyAPI/issues/2954", "2026-04"),
  "responses-item": thread("can1357/oh-my-pi/issues/41", "2026-02"),
  "responses-id": thread("openai/codex/issues/33176", "2026-07"),
  "responses-call-id": thread("orchidfiles/ungate/issues/26", "2026-07"),
  "responses-status": thread("BerriAI/litellm/issues/13420", "2025-08"),
  "responses-sealed": thread("openai/codex/issues/8145", "2025-12"),
  "responses-lonely": thread("continuedev/continue/issues/8933", "2025-11"),
  "responses-seal": thread("pydantic/pydantic-ai/issues/2865", "2025-09"),
  "responses-lost": thread("continuedev/continue/issues/11466", "2026-03"),
  "responses-unanswered": thread("router-for-me/CLIProxyAPI/issues/2368", "2026-03"),
  "responses-orphan": thread("microsoft/vscode/issues/320060", "2026-06"),
  "gpt-json": thread("CopilotKit/CopilotKit/pull/7191", "2026-11"),
  "gpt-search": thread("pydantic/pydantic-ai/issues/2822", "2025-09"),
  "claude-user-id": thread("vercel/ai/pull/12419", "2026-02"),
  "claude-sampling": thread("Vali-98/ChatterUI/issues/564", "2026-05"),
  "gpt-5.6": thread("livekit/agents/pull/7169", "2026-09"),
  "gpt-6": others("https://github.com/vercel/ai/blob/main/packages/openai/src/openai-model-catalog.ts", "2026-11"),
  "gpt-6-astra": thread("BerriAI/litellm-docs/pull/1173", "2026-09"),
  "deepseek-chat": vendors("https://api-docs.deepseek.com/api/create-chat-completion", "2026-11"),
  "deepseek-models": vendors("https://api-docs.deepseek.com/quick_start/pricing", "2026-11"),
  "kimi-chat": vendors("https://platform.kimi.ai/docs/api/chat", "2026-11"),
  "models.dev": others("https://github.com/anomalyco/models.dev its lists of vendors' models", "2026-11"),
  "kimi-models": thread("mnfst/modelparams.dev/pull/22", "2026-05"),
  seedream: vendors("https://www.volcengine.com/docs/82379/1541523", "undated"),
  seedance: vendors("https://www.volcengine.com/docs/82379/1520757", "undated"),
  "qwen-image": vendors("https://www.alibabacloud.com/help/en/model-studio/qwen-image-api", "undated"),
  "qwen-embeddings": vendors(
    "https://www.alibabacloud.com/help/en/model-studio/embedding-interfaces-compatible-with-openai",
    "2026-11"
  ),
  "qwen-newest-embeddings": vendors(
    "https://www.alibabacloud.com/help/es/model-studio/text-embedding-synchronous-api",
    "2026-10"
  ),
  "cohere-models": vendors("https://docs.cohere.com/docs/rerank", "2026-11"),
  cohere: vendors("https://docs.cohere.com/v2/docs/reranking-best-practices", "2026-11"),
  jina: vendors("https://jina.ai/models", "2026-11"),
  "dd-trace-recordings": others(
    "https://github.com/DataDog/dd-trace-py its recorded answers of OpenAI's and Anthropic's",
    "2026-11"
  ),
  "rig-recordings": others(
    "https://github.com/0xPlaygrounds/rig its recorded answers of Anthropic's and DeepSeek's",
    "2026-11"
  ),
  "ruby-llm-recordings": others("https://github.com/crmne/ruby_llm its recorded answers of DeepSeek's", "2026-11"),
  "openai-key": vendors(
    "https://help.openai.com/en/articles/6891781-error-code-401-incorrect-api-key-provided",
    "2026-11"
  ),
  "openai-no-model": others(
    "https://dev.to/leshan/openai-api-model-not-found-5-causes-and-a-30-second-checklist-132",
    "2026-11"
  ),
  "qwen-errors": vendors("https://www.alibabacloud.com/help/model-studio/error-code", "2026-11"),
  "dashscope-errors": vendors("https://help.aliyun.com/en/model-studio/error-code-start", "2026-11"),
  "ark-errors": vendors("https://www.volcengine.com/docs/82379/1299023", "2026-11"),
  measurements: others(
    "https://github.com/kangminlee-maker/local-OAuth-CLI-API-adapter its measured answers of OpenAI's and Anthropic's",
    "2026-08"
  ),
  "gpt-functions-and-tools": thread("microsoft/autogen/issues/3285", "2024-08"),
  "responses-model-missing": thread("mattermost/mattermost-plugin-agents/issues/476", "2025-12"),
  "qwen-image-part": thread("can1357/oh-my-pi/pull/1861", "2026-06"),
  "sora-list": vendors("https://developers.openai.com/api/reference/resources/videos/methods/list", "2026-11"),
  "kimi-k3.1": others(
    "https://docs.rs/synaps-engine/0.11.0/src/agent_engine/runtime/openai/catalog/kimi.rs.html",
    "2026-11"
  ),
  "kimi-k2.7": vendors("https://platform.kimi.ai/docs/guide/use-kimi-k2-thinking-model", "2026-11"),
  "kimi-visions": others("https://www.promptfoo.dev/docs/providers/moonshot", "2026-11"),
  "kimi-errors": vendors("https://platform.kimi.com/docs/api/errors", "2026-11"),
  "openrouter-no-messages": thread("BerriAI/litellm/issues/14402", "2025-09"),
  "gpt-two-limits": thread("langchain-ai/langgraph/issues/5943", "2025-08"),
  "gpt-limit": thread("tailcallhq/forgecode/issues/1185", "2025-07"),
  "gpt-parallel": thread("openai/swarm/issues/30", "2024-07"),
  "gpt-no-messages": thread("CopilotKit/CopilotKit/issues/529", "2024-08"),
  "gpt-search-sampling": thread("ChatGPTNextWeb/NextChat/issues/6569", "2025-07"),
  "gpt-stop": thread("huggingface/smolagents/pull/1662", "2025-08"),
  "gpt-5-search": thread("BerriAI/litellm/pull/21574", "2026-02"),
  "gpt-no-calls": thread("home-assistant/core/pull/118577", "2024-05"),
  "gpt-orphan": thread("smarter-sh/smarter/issues/264", "2025-01"),
  "gpt-unanswered": thread("RamiAwar/dataline/issues/172", "2024-05"),
  "gpt-strict-schema": thread("Agent-Field/agentfield/pull/680", "2026-06"),
  "responses-thought": thread("openai/openai-agents-python/pull/2602", "2026-03"),
  "gpt-codex": thread("openai/codex/issues/6647", "2025-11"),
  "gpt-options": thread("anomalyco/models.dev/pull/2296", "2026-06"),
  "gpt-efforts": others("https://community.openai.com/t/1371738", "2026-11"),
  "gpt-series": thread("anomalyco/opencode/pull/26273", "2026-05"),
  "gpt-parameters": thread("langchain-ai/langchain-mcp-adapters/issues/137", "2025-05"),
  "responses-parameters": thread("tailcallhq/forgecode/issues/1359", "2025-08"),
  "gpt-strict-function": thread("bytedance/trae-agent/pull/175", "2025-07"),
  "deepseek-no-model": thread("langbot-app/LangBot/issues/1643", "2025-09"),
  "deepseek-parse": thread("esengine/DeepSeek-Reasonix/issues/1906", "2026-05"),
  "deepseek-list": thread("tailcallhq/forgecode/issues/2008", "2025-11"),
  "deepseek-tool": thread("danny-avila/LibreChat/issues/12804", "2026-04"),
  "deepseek-developer": thread("theopenco/llmgateway/pull/3462", "2026-08"),
  "deepseek-schema": thread("UKGovernmentBEIS/inspect_ai/issues/4916", "2026-08"),
  "deepseek-json": thread("browserbase/stagehand/issues/1204", "2025-10"),
  "deepseek-reasoning": thread("JohnnyZ93/oai-compatible-copilot/issues/215", "2026-04"),
  "deepseek-limit": thread("deepseek-ai/DeepSeek-V3/issues/69", "2024-12"),
  "kimi-no-model": thread("langgenius/dify-official-plugins/issues/3578", "2026-08"),
  "kimi-sampling": thread("HKUDS/nanobot/pull/4967", "2026-07"),
  "kimi-choice": thread("UKGovernmentBEIS/inspect_ai/pull/5152", "2026-08"),
  "kimi-reasoning": thread("continuedev/continue/pull/11806", "2026-03"),
  "kimi-thinkers": thread("anomalyco/models.dev/pull/356", "2025-11"),
  "openrouter-key": thread("musistudio/claude-code-router/issues/227", "2025-07"),
  "openrouter-no-model": thread("OpenRouterTeam/openrouter-examples/issues/74", "2026-05"),
  "openrouter-reasoning": thread("omeryasirkucuk/amx/pull/66", "2026-05"),
  "qwen-choice": thread("cloudwego/eino/issues/994", "2026-04"),
  "qwen-json-thinking": thread("presenton/presenton/issues/184", "2025-08"),
  "qwen-json": thread("agno-agi/agno/pull/5317", "2025-11"),
  "qwen-developer": thread("maotoumao/Cebian/issues/46", "2026-07"),
  "qwen-temperature": thread("mnfst/modelparams.dev/pull/232", "2026-08"),
  "claude-errors": vendors("https://platform.claude.com/docs/en/api/errors", "2026-11"),
  "claude-empty-message": thread("anthropics/claude-code/issues/3196", "2025-07"),
  "claude-call-twice": thread("anthropics/claude-code/issues/20700", "2026-01"),
  "claude-version": thread("coaidev/coai/issues/93", "2024-03"),
  "claude-type": thread("strands-agents/harness-sdk/pull/588", "2025-07"),
  "claude-member": thread("amrit110/oli/issues/7", "2025-03"),
  "claude-stop": thread("BerriAI/litellm/issues/3286", "2024-04"),
  "claude-role": thread("NyarchLinux/NyarchAssistant/issues/157", "2026-07"),
  "claude-range": thread("anthropics/anthropic-sdk-python/issues/893", "2026-08"),
  "claude-no-messages": thread("langgenius/dify/issues/25953", "2025-09"),
  "claude-input": thread("anthropics/claude-code/issues/6696", "2025-08"),
  "claude-first": thread("langchain4j/langchain4j/pull/1197", "2024-05"),
  "claude-empty-text": thread("anthropics/claude-code/issues/59812", "2026-05"),
  "claude-blank-text": thread("anthropics/claude-code/issues/23369", "2026-02"),
  "claude-orphan": thread("anthropics/claude-code/issues/18947", "2026-01"),
  "claude-unanswered": thread("anthropics/claude-code/issues/8210", "2025-09"),
  "claude-choice": thread("mastra-ai/mastra/issues/7507", "2025-09"),
  "claude-top-k": thread("quarkiverse/quarkus-langchain4j/issues/1812", "2025-09"),
  "claude-temperature": thread("MartialBE/one-hub/issues/529", "2025-03"),
  "claude-top-p": thread("pydantic/pydantic-ai/pull/2487", "2025-08"),
  "claude-top-p-range": thread("anthropics/anthropic-sdk-typescript/issues/484", "2024-08"),
  "claude-result-twice": thread("sipeed/picoclaw/pull/1793", "2026-03"),
  "claude-choice-name": thread("anomalyco/opencode/issues/14710", "2026-02"),
  "claude-base64": thread("anthropics/anthropic-sdk-typescript/issues/603", "2024-11"),
  "claude-redacted": thread("anthropics/claude-code/issues/56708", "2026-05"),
  "claude-misplaced": thread("tghamm/Anthropic.SDK/issues/128", "2025-08"),
  "claude-no-format": thread("anomalyco/models.dev/pull/1765", "2026-05"),
  "claude-results": vendors(
    "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
    "2026-11"
  ),
  "claude-formats": vendors("https://platform.claude.com/docs/en/build-with-claude/structured-outputs", "2026-11"),
  "claude-thinking-first": thread("anthropics/claude-code/issues/12894", "2025-12"),
  "claude-thinking-last": thread("tailcallhq/forgecode/issues/3071", "2026-04"),
  "claude-marks": thread("continuedev/continue/pull/6937", "2025-08"),
  "claude-block-member": thread("Wei-Shaw/sub2api/issues/225", "2026-01"),
  "claude-prefill-space": thread("tailcallhq/forgecode/issues/1872", "2025-11"),
  "claude-branches": thread("anthropics/claude-code/issues/27337", "2026-02"),
  "claude-property": thread("anthropics/claude-code/issues/79418", "2026-07"),
  "claude-tool-twice": thread("danny-avila/LibreChat/issues/13162", "2026-05"),
  "claude-tool-name": thread("home-assistant/core/issues/147760", "2025-06"),
  "sora-reference-size": thread("MicrosoftLearning/mslearn-ai-vision/pull/78", "2026-05"),
  "sora-type": thread("chatfire-AI/huobao-drama/issues/49", "2026-01"),
  "kimi-image-url": thread("OpenHands/software-agent-sdk/issues/3155", "2026-05"),
  "claude-sampling-gone": thread("UKGovernmentBEIS/inspect_ai/issues/3721", "2026-04"),
  "gpt-image-member": thread("lofcz/LLMTornado/issues/155", "2026-02"),
  "gpt-no-content": thread("docker/docker-agent/issues/63", "2025-07"),
  "gpt-parse": thread("ChatGPTNextWeb/NextChat/issues/4064", "2024-02"),
  "gpt-no-tools": thread("vllm-project/vllm/pull/39780", "2026-04"),
  "claude-parse": thread("sternachel/claude-code/issues/37", "2025-11"),
  "gpt-type": thread("diffbot/code-gpt-docs/issues/273", "2024-05"),
  "gpt-part": thread("aallam/openai-kotlin/issues/320", "2024-04"),
  "claude-system": thread("sgl-project/sglang/issues/367", "2024-04"),
  "claude-late-system": thread("biocypher/biochatter/pull/292", "2025-05"),
  "claude-open-object": thread("veryfront/veryfront-code/pull/3921", "2026-08"),
  "claude-bounded-answer": thread("BerriAI/litellm/issues/21016", "2026-02"),
  "claude-open-tool": thread("vercel/ai/issues/20681", "2026-09"),
  "claude-bounded-tool": thread("earendil-works/pi/issues/9953", "2026-09"),
  "claude-thought-prefill": thread("BerriAI/litellm/pull/35218", "2026-07"),
  "sora-create": vendors("https://developers.openai.com/api/reference/resources/videos/methods/create", "2026-11"),
  "gpt-tool-twice": thread("neuron-core/neuron-ai/issues/46", "2025-04"),
  "gpt-image-role": thread("openai/openai-node/issues/1030", "2024-09"),
  "gpt-file": thread("openai/openai-agents-python/pull/1513", "2025-08"),
  "responses-no-tool": thread("router-for-me/CLIProxyAPI/issues/3036", "2026-04"),
  "responses-no-effort": thread("BoundaryML/baml/pull/2708", "2025-11"),
  "gpt-image-type": thread("prism-php/prism/pull/725", "2025-11"),
  "gpt-image-form": thread("openai/openai-ruby/issues/147", "2025-05"),
  "gpt-image-fidelity": thread("vulca-org/vulca-visual-control-sdk/issues/12", "2026-04"),
  "deepseek-reasoner": vendors("https://api-docs.deepseek.com/zh-cn/guides/reasoning_model", "2026-11"),
  "kimi-key": thread("can1357/oh-my-pi/issues/6504", "2026-07"),
  "kimi-developer": thread("openclaw/openclaw/pull/22194", "2026-02"),
  "openrouter-thoughts": vendors("https://www.openrouter.ai/docs/use-cases/reasoning-tokens", "2026-11"),
  "qwen-old-embeddings": vendors("https://help.aliyun.com/en/document_detail/2667880.html", "2026-11"),
  "claude-tool-type": thread("dirac-run/dirac/issues/57", "2026-04"),
  "claude-tool-member": thread("anthropics/claude-code/issues/31033", "2026-03"),
  "claude-choice-alone": thread("trycua/cua/issues/347", "2025-08"),
  "cohere-errors": vendors("https://docs.cohere.com/errors-reference", "2026-11"),
  "cohere-member": thread("HKUDS/LightRAG/issues/1813", "2025-07"),
  "deepseek-no-messages": thread("fishjar/kiss-translator/issues/719", "2026-06"),
  "kimi-limit": thread("MoonshotAI/MoonshotAI-Cookbook/issues/18", "2024-04"),
  "kimi-temperature": others("https://modelparams.dev/models/moonshot/moonshot-v1-8k", "2026-11"),
  "openrouter-limit": thread("cline/cline/issues/8337", "2025-12"),
  "sora-reference": others("https://docs.apiyi.com/api-capabilities/sora-2/image-to-video", "2026-11")
} as const satisfies Readonly<Record<string, Source>>

/** The rows that a text names, with spaces between. */
export const words = (text: string): readonly string[] => text.split(" ")

/** The short name of a source. */
export type SourceName = keyof typeof sources

/** A row that nobody checked against anything outside. */
export const unverified = "unverified"

/** A row that tells of no vendor: what this sandbox does not do. */
export const own = "this sandbox"

/** Rows by what they are known from; of an SDK's types, with the words that stand there. */
export interface Known {
  readonly from?: { readonly [name in SourceName]?: readonly string[] }
  readonly words?: { readonly [name in SourceName]?: Readonly<Record<string, string>> }
  readonly unverified?: readonly string[]
  readonly own?: readonly string[]
}

/** Each row with the name of its source, in the order in which they are said; one that is said twice is there twice. */
export const rowsOf = ({
  from = {},
  words = {},
  unverified: none = [],
  own: ours = []
}: Known): readonly (readonly [string, string])[] => [
  ...Object.entries(from).flatMap(([name, rows]) => rows.map((row) => [row, name] as const)),
  ...Object.entries(words).flatMap(([name, rows]) => Object.keys(rows).map((row) => [row, name] as const)),
  ...none.map((row) => [row, unverified] as const),
  ...ours.map((row) => [row, own] as const)
]

/** The name of a row's source. */
export const sourceOf = (known: Known, row: string): string =>
  rowsOf(known).find(([name]) => name === row)?.[1] ?? "no source"
