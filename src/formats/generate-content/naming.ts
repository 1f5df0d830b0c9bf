import { gatewayMembers } from "../../core/naming/gateways.ts"
import { choiceMembers, modelMembers, compileNaming as namingOf } from "../../core/naming/naming.ts"
import { modelOf, snakeOf } from "./wire.ts"

const reference = "https://ai.google.dev/api/generate-content"
const platform = "https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1beta1/GenerationConfig"
const rag = "https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/rag-api-v1"

const ranking = "/tools/*/retrieval/vertexRagStore/ragRetrievalConfig/ranking"

/** How bodies of this format decide which model works. */
export const naming = /* @__PURE__ */ namingOf({
  members: [
    ...modelMembers(reference, "/model"),
    { path: "/generationConfig/routingConfig", decides: "model", beside: [], source: platform },
    ...modelMembers(platform, "/generationConfig/routingConfig/manualMode/modelName"),
    ...choiceMembers(
      platform,
      "/generationConfig/routingConfig/autoMode",
      "/generationConfig/modelSelectionConfig",
      "/generationConfig/modelConfig"
    ),
    ...modelMembers(rag, `${ranking}/llmRanker/modelName`, `${ranking}/rankService/modelName`),
    ...gatewayMembers
  ],
  idOf: modelOf,
  spellings: (name) => [name, snakeOf(name)],
  known:
    "cachedContent contents generateContentRequest generationConfig labels modelArmorConfig safetySettings serviceTier store systemInstruction toolConfig tools".split(
      " "
    )
})
