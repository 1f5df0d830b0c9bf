import { modelChoices, compileNaming, type ModelMember, modelMembers } from "./naming.ts"

const openRouter = "https://openrouter.ai/docs"
const liteLlm = "https://docs.litellm.ai/docs"

/**
 * Members of APIs in front of many models, which take the formats of the vendors that they stand before: any upstream
 * may be one of them.
 */
const everywhere: readonly ModelMember[] = [
  ...modelMembers(`${openRouter}/guides/routing/model-fallbacks`, "/models/*"),
  ...modelChoices(`${openRouter}/api-reference/overview`, "/route", "/preset", "/provider", "/plugins"),
  ...modelChoices("https://vercel.com/docs/ai-gateway/provider-options", "/providerOptions"),
  {
    path: "/fallbacks/*",
    decides: "model",
    beside: ["max_tokens", "messages", "output_config", "speed", "temperature", "thinking"],
    source: `${liteLlm}/proxy/client_side_fallbacks`
  },
  ...modelMembers(`${liteLlm}/proxy/client_side_fallbacks`, "/fallbacks/*/model"),
  ...modelChoices(
    `${liteLlm}/proxy/reliability`,
    "/context_window_fallbacks",
    "/context_window_fallback_dict",
    "/content_policy_fallbacks",
    "/model_list",
    "/router_settings_override",
    "/mock_testing_fallbacks",
    "/mock_testing_context_fallbacks",
    "/mock_testing_content_policy_fallbacks"
  ),
  ...modelMembers(`${liteLlm}/completion/input`, "/deployment_id"),
  ...modelChoices(
    `${liteLlm}/proxy/clientside_auth`,
    "/user_config",
    "/custom_llm_provider",
    "/api_base",
    "/base_url",
    "/api_key"
  ),
  ...modelChoices("https://docs.mistral.ai/api", "/agent_id"),
  ...modelMembers("https://docs.together.ai/reference/chat-completions-1", "/safety_model"),
  ...modelMembers("https://lmstudio.ai/docs/app/advanced/speculative-decoding", "/draft_model"),
  ...modelMembers("https://docs.sglang.ai/advanced_features/lora.html", "/lora_path"),
  ...modelMembers(
    "https://console.groq.com/docs/api-reference",
    "/compound_custom/models/answering_model",
    "/compound_custom/models/reasoning_model"
  ),
  ...modelMembers(
    "https://learn.microsoft.com/azure/ai-services/openai/references/on-your-data",
    "/data_sources/*/parameters/embedding_dependency/deployment_name"
  ),
  ...modelMembers("https://platform.claude.com/docs/en/agents-and-tools/tool-use", "/tools/*/model"),
  {
    path: "/tools/*/type",
    decides: "choice",
    prefix: "openrouter:",
    source: `${openRouter}/guides/features/server-tools/image-generation`
  }
]

const images = "https://platform.openai.com/docs/api-reference/images/create"

/** Members of one vendor's API each, besides the model that is called. */
const elsewhere: readonly ModelMember[] = [
  ...modelMembers(images, "/svg/model"),
  ...modelMembers("https://platform.openai.com/docs/api-reference/chat/create", "/moderation/model"),
  ...modelMembers("https://ai.google.dev/api/embeddings", "/requests/*/model")
]

/** The same members inside an object that such an API unpacks into the top level. */
const unpacked: readonly ModelMember[] = [
  ...modelMembers(`${liteLlm}/completion/provider_specific_params`, "/model"),
  ...elsewhere,
  ...everywhere
].map((member) => ({ ...member, path: `/extra_body${member.path}` }))

/** What is looked at in bodies of every format. */
export const gatewayMembers: readonly ModelMember[] = [...everywhere, ...unpacked]

/** Whether an id is no model's: under it such an API chooses one (https://openrouter.ai/docs/features/model-routing). */
export const isChooser = (id: string): boolean =>
  id.includes("@preset/") || choosers.some((chooser) => id.startsWith(chooser))

const choosers = [
  "openrouter/auto",
  "openrouter/bodybuilder",
  "openrouter/free",
  "openrouter/fusion",
  "openrouter/pareto",
  "model-router"
]

/** How bodies decide which model works that ask for something else than a chat, or whose format has no rules of its own. */
export const anyNaming = /* @__PURE__ */ compileNaming({
  members: [...modelMembers(images, "/model"), ...elsewhere, ...gatewayMembers],
  idOf: (text) => (text.startsWith("models/") ? text.slice("models/".length) : text),
  known:
    "aspectRatio aspect_ratio background complexity content contents dimensions documents duration durationSeconds encoding_format extra_body frame_count frame_duration_ms generateAudio image images input input_fidelity input_reference lastFrame markup mask max_tokens messages metadata n negativePrompt output_compression output_format outputDimensionality parameters partial_images prompt quality query requests resolution response_format return_documents safety_identifier sampleCount seconds seed sequential_image_generation size stream style taskType temperature title tools top_n user watermark".split(
      " "
    )
})
