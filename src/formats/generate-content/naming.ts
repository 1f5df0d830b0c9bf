import { gatewayMembers } from "../../core/naming/gateways.ts"
import { choices, models, naming as namingOf } from "../../core/naming/naming.ts"
import { modelOf, snakeOf } from "./wire.ts"

const reference = "https://ai.google.dev/api/generate-content"
const platform = "https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1beta1/GenerationConfig"
const rag = "https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/rag-api-v1"

const ranking = "/tools/*/retrieval/vertexRagStore/ragRetrievalConfig/ranking"

/** How bodies of this format decide which model works. */
export const naming = /* @__PURE__ */ namingOf({
  members: [
    ...models(reference, "/model"),
    { path: "/generationConfig/routingConfig", decides: "model", beside: [], source: platform },
    ...models(platform, "/generationConfig/routingConfig/manualMode/modelName"),
    ...choices(
      platform,
      "/generationConfig/routingConfig/autoMode",
      "/generationConfig/modelSelectionConfig",
      "/generationConfig/modelConfig"
    ),
    ...models(rag, `${ranking}/llmRanker/modelName`, `${ranking}/rankService/modelName`),
    ...gatewayMembers
  ],
  idOf: modelOf,
  spellings: (name) => [name, snakeOf(name)],
  known:
    "cachedContent contents generateContentRequest generationConfig labels modelArmorConfig safetySettings serviceTier store systemInstruction toolConfig tools".split(
      " "
    )
})
