import { cheap } from "./rig.ts"

/** A member that decides which model works, as its vendor's pages have it; written by hand, beside the code's own list. */
export interface Planted {
  /** Its pointer, in which `*` stands for every item of a list. */
  readonly path: string
  /** Whether it names a model; otherwise this value leaves the choice to the vendor. */
  readonly choice?: unknown
  /** What stands beside it in the innermost object. */
  readonly beside?: Readonly<Record<string, unknown>>
  /** What its body has to have around it. */
  readonly around?: Body
}

/** Members of a body. */
type Body = Readonly<Record<string, unknown>>

/** Messages that end in a block of a type. */
const block = (type: string): Body => ({
  messages: [{ role: "user", content: [{ type: "text", text: "Hi" }, { type }] }]
})

/** An input that ends in more tools. */
const moreTools = (...tools: readonly object[]): Body => ({
  input: [
    { role: "user", content: "Hi" },
    { type: "additional_tools", role: "developer", tools }
  ]
})

const namespace = { type: "namespace", name: "n", description: "d" }
const drawing = { type: "image_generation" }

const advisor = { type: "advisor_20260301", name: "advisor" }

/** Of APIs in front of many models. */
const gateways: readonly Planted[] = [
  { path: "/models/*" },
  { path: "/fallbacks/*" },
  { path: "/fallbacks/*/model" },
  { path: "/deployment_id" },
  { path: "/safety_model" },
  { path: "/draft_model" },
  { path: "/lora_path" },
  { path: "/compound_custom/models/answering_model" },
  { path: "/compound_custom/models/reasoning_model" },
  { path: "/data_sources/*/parameters/embedding_dependency/deployment_name" },
  { path: "/tools/*/model", beside: advisor },
  { path: "/tools/*/type", choice: "openrouter:image_generation" },
  { path: "/tools/*/type", choice: "OpenRouter:web_search" },
  { path: "/route", choice: "fallback" },
  { path: "/preset", choice: "premium" },
  { path: "/provider", choice: { order: ["other"] } },
  { path: "/plugins", choice: [{ id: "auto-router" }] },
  { path: "/providerOptions", choice: { gateway: { models: ["costly-1"] } } },
  { path: "/context_window_fallbacks", choice: [{ cheap: ["costly-1"] }] },
  { path: "/context_window_fallback_dict", choice: { cheap: "costly-1" } },
  { path: "/content_policy_fallbacks", choice: [{ cheap: ["costly-1"] }] },
  { path: "/model_list", choice: [{ model_name: "cheap", litellm_params: { model: "costly-1" } }] },
  { path: "/user_config", choice: { model_list: [{ model_name: "cheap", litellm_params: { model: "costly-1" } }] } },
  { path: "/mock_testing_fallbacks", choice: true },
  { path: "/mock_testing_context_fallbacks", choice: true },
  { path: "/mock_testing_content_policy_fallbacks", choice: true },
  { path: "/router_settings_override", choice: { fallbacks: [{ cheap: ["costly-1"] }] } },
  { path: "/custom_llm_provider", choice: "other" },
  { path: "/api_base", choice: "https://other.test/v1" },
  { path: "/base_url", choice: "https://other.test/v1" },
  { path: "/api_key", choice: "another key" },
  { path: "/agent_id", choice: "ag:1" },
  { path: "/models", choice: 7 },
  { path: "/fallbacks/*", choice: { messages: [] } },
  { path: "/fallbacks/*", choice: { model: cheap.openai, "gpt-4o-mini": ["costly-1"] } }
]

const unpacked: readonly Planted[] = [{ path: "/model" }, ...gateways].map((it) => ({
  ...it,
  path: `/extra_body${it.path}`
}))

const everywhere: readonly Planted[] = [...gateways, ...unpacked]

/** By the format of the body. */
export const members = {
  "chat-completions": [{ path: "/moderation/model" }, ...everywhere],
  messages: [
    { path: "/fallbacks", choice: "default" },
    { path: "/messages/*/content/*/tool/definition/model", beside: advisor, around: block("tool_addition") },
    {
      path: "/messages/*/content/*/tool_changes/*/tool/definition/model",
      beside: advisor,
      around: block("compaction")
    },
    ...everywhere
  ],
  responses: [
    { path: "/moderation/model" },
    { path: "/svg/model" },
    { path: "/tools/*/svg/model", around: { tools: [drawing] } },
    { path: "/tools/*/tools/*/model", beside: drawing, around: { tools: [namespace] } },
    { path: "/tools/*/tools/*/svg/model", around: { tools: [{ ...namespace, tools: [drawing] }] } },
    { path: "/input/*/tools/*/model", beside: drawing, around: moreTools() },
    { path: "/input/*/tools/*/svg/model", around: moreTools(drawing) },
    { path: "/input/*/tools/*/tools/*/model", beside: drawing, around: moreTools(namespace) },
    { path: "/input/*/tools/*/tools/*/svg/model", around: moreTools({ ...namespace, tools: [drawing] }) },
    ...everywhere
  ],
  "generate-content": [
    { path: "/model" },
    { path: "/generationConfig/routingConfig/manualMode/modelName" },
    { path: "/generation_config/routing_config/manual_mode/model_name" },
    { path: "/generationConfig/routingConfig/autoMode", choice: { modelRoutingPreference: "PRIORITIZE_QUALITY" } },
    { path: "/generationConfig/routingConfig", choice: {} },
    { path: "/generationConfig/routingConfig", choice: { manualMode: { modelName: cheap.gemini }, newMode: {} } },
    { path: "/generationConfig/modelSelectionConfig", choice: { featureSelectionPreference: "PRIORITIZE_QUALITY" } },
    { path: "/generationConfig/modelConfig", choice: { featureSelectionPreference: "PRIORITIZE_QUALITY" } },
    { path: "/generation_config/model_config", choice: {} },
    { path: "/tools/*/retrieval/vertexRagStore/ragRetrievalConfig/ranking/llmRanker/modelName" },
    { path: "/tools/*/retrieval/vertex_rag_store/rag_retrieval_config/ranking/rank_service/model_name" },
    { path: "/tools/*/retrieval/vertexRagStore/ragRetrievalConfig/ranking/rankService/modelName" },
    ...everywhere
  ],
  plain: [{ path: "/svg/model" }, { path: "/moderation/model" }, ...everywhere]
} as const satisfies Readonly<Record<string, readonly Planted[]>>

/** A value with another planted at a pointer; a `*` is the last item of a list there, and makes one where there is none. */
export const plant = (value: unknown, steps: readonly string[], planted: unknown, beside: object = {}): unknown => {
  const [step, ...more] = steps
  if (step === undefined) return planted
  if (step === "*") {
    const items: readonly unknown[] = Array.isArray(value) ? value : []
    const last = more.length === 0 ? undefined : items.at(-1)
    const kept = last === undefined ? items : items.slice(0, -1)
    return [...kept, plant(last, more, planted, beside)]
  }
  const object = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}
  const inner: unknown = Reflect.get(object, step)
  return { ...(more.length === 0 ? beside : {}), ...object, [step]: plant(inner, more, planted, beside) }
}

/** The steps of a pointer. */
export const stepsOf = (path: string): readonly string[] => path.slice(1).split("/")
