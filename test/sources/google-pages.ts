import { type Source, others, thread, vendors } from "./source.ts"

/** The sources of facts about Google. */
export const googleSources = {
  "google-types": { types: "@google/genai/dist/genai.d.ts" },
  veo: vendors("https://ai.google.dev/gemini-api/docs/video", "undated"),
  "veo-vertex": vendors(
    "https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/veo-video-generation",
    "2026-11"
  ),
  "gemini-4": vendors(
    "https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/guides/gemini-4-argon",
    "2026-11"
  ),
  "gemini-ends": vendors("https://ai.google.dev/gemini-api/docs/deprecations", "2026-11"),
  "veo-vertex-ends": vendors(
    "https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/veo/3-0-generate",
    "2026-11"
  ),
  "gemini-tools": vendors("https://ai.google.dev/gemini-api/docs/tool-combination", "2026-11"),
  "gemini-image": vendors("https://ai.google.dev/gemini-api/docs/image-generation", "undated"),
  "gemini-embedding": vendors("https://ai.google.dev/gemini-api/docs/models/gemini-embedding-001", "2026-11"),
  "gemini-recordings": others(
    "https://github.com/open-telemetry/opentelemetry-python-contrib its recorded answers of Google's",
    "2026-11"
  ),
  "gemini-two-kinds": thread("symfony/ai/pull/1980", "2026-04"),
  "gemini-no-embedder": thread("feyninc/chonkie/issues/529", "2026-03"),
  "gemini-no-key": thread("PublicAffairs/openai-gemini/issues/92", "2026-05"),
  "gemini-wrong-key": thread("zeroclaw-labs/zeroclaw/issues/194", "2026-02"),
  "gemini-result-count": thread("google-gemini/gemini-cli/issues/3814", "2025-07"),
  "gemini-call-turn": thread("google-gemini/gemini-cli/issues/26486", "2026-05"),
  "gemini-items": thread("kkrishnan90/gemini-desktop/pull/7", "2025-06"),
  "gemini-format": thread("enechange/collmbo/pull/195", "2025-06"),
  "gemini-required": thread("Kilo-Org/kilocode/pull/11955", "2026-07"),
  "gemini-enum": thread("decolua/9router/pull/380", "2026-03"),
  "gemini-json": thread("symfony/ai/issues/803", "2025-10"),
  "gemini-cache": thread("langchain-ai/langchain-google/issues/978", "2025-06"),
  "gemini-no-signature": thread("lbjlaq/Antigravity-Manager/issues/139", "2025-12"),
  "gemini-signature": thread("earendil-works/pi/issues/471", "2026-01"),
  "gemini-rest": thread("vercel/ai/issues/8027", "2025-08"),
  "gemini-budget": thread("RooCodeInc/Roo-Code/issues/4399", "2025-06"),
  "gemini-level": thread("Kilo-Org/kilocode/pull/5139", "2026-01"),
  "gemini-levels": thread("checkmarble/llmberjack/pull/14", "2026-09"),
  "gemini-role": thread("the-open-agent/openagent/issues/1666", "2025-10"),
  "gemini-unknown-member": thread("nanbingxyz/5ire/issues/42", "2025-01"),
  "gemini-unknown-word": thread("agno-agi/agno/issues/2649", "2025-04"),
  "gemini-mixed-results": thread("agentgateway/agentgateway/issues/2811", "2026-08"),
  "gemini-no-contents": thread("langchain-ai/langchain-google/issues/1393", "2025-11"),
  "gemini-no-parts": thread("egoist/chatwise-releases/issues/250", "2025-02"),
  "gemini-empty-part": thread("boldsoftware/sketch/issues/68", "2025-05"),
  "gemini-no-model": thread("google-gemini/deprecated-generative-ai-python/issues/746", "2025-09"),
  "gemini-prefill": thread("livekit/agents-js/issues/2108", "2026-07"),
  "gemini-service": vendors(
    "https://github.com/googleapis/googleapis/blob/master/google/ai/generativelanguage/v1beta/generative_service.proto",
    "2026-11"
  ),
  "gemini-3": vendors("https://ai.google.dev/gemini-api/docs/gemini-3", "2026-11"),
  "gemini-token": thread("xalgorix/xalgorix/issues/2", "2026-04"),
  "gemini-type": thread("danny-avila/LibreChat/issues/6593", "2025-03"),
  "gemini-orphan": thread("lobehub/lobehub/issues/7298", "2025-04"),
  "gemini-twice": thread("rikkahub/rikkahub/issues/1311", "2026-06"),
  "gemini-empty-object": thread("crmne/ruby_llm/issues/61", "2025-03"),
  "gemini-unforced": thread("pydantic/pydantic-ai/pull/5791", "2026-06"),
  "gemini-limit": thread("BerriAI/litellm/pull/10548", "2025-05"),
  "gemini-candidates": thread("router-for-me/CLIProxyAPI/pull/879", "2026-01"),
  "gemini-logprobs": thread("mscraftsman/generative-ai/issues/135", "2025-11"),
  "gemini-penalty": thread("google-gemini/cookbook/issues/1290", "2026-07"),
  "gemini-media": thread("charmbracelet/crush/issues/995", "2025-09"),
  "gemini-file": thread("BoundaryML/baml/issues/1548", "2025-03"),
  "gemini-retrieval": thread("langchain4j/langchain4j/pull/3146", "2025-06"),
  "gemini-reference": vendors("https://ai.google.dev/api/generate-content", "2026-11"),
  "google-parse": thread("googlecodelabs/feedback/issues/441", "2018-06"),
  "gemini-top-k": thread("genkit-ai/genkit/issues/1397", "2024-11"),
  "gemini-top-p": thread("langchain-ai/langchainjs/pull/3008", "2023-10"),
  "gemini-no-json": thread("google-gemini/deprecated-generative-ai-python/issues/137", "2024-04"),
  "gemini-no-functions": thread("agno-agi/agno/issues/3505", "2025-06"),
  "gemini-modalities": thread("BerriAI/litellm/issues/11118", "2025-06"),
  "gemini-picture": thread("google-gemini/gemini-cli/issues/5064", "2025-07"),
  "gemini-batch": thread("lancedb/lancedb/pull/3618", "2026-07"),
  "gemini-empty-input": thread("lingfengQAQ/webnovel-writer/pull/51", "2026-04"),
  "veo-no-model": thread("google-gemini/cookbook/issues/706", "2025-04"),
  "veo-member": thread("nodetool-ai/nodetool/pull/4298", "2026-07")
} as const satisfies Readonly<Record<string, Source>>
