import { seedanceModels } from "./ark/videos/catalogue.ts"
import type { SeedanceRules } from "./ark/videos/catalogue.ts"
import { veoModels } from "./google/videos/catalogue.ts"
import type { VeoRules } from "./google/videos/catalogue.ts"
import { soraModels } from "./openai/videos/catalogue.ts"
import type { SoraRules } from "./openai/videos/catalogue.ts"
import { alikeModels } from "./openai-compatible/catalogue.ts"
import type { AlikeRules } from "./openai-compatible/catalogue.ts"
import { arkModels } from "./ark/catalogue.ts"
import type { ArkRules } from "./ark/catalogue.ts"
import { claudeModels } from "./anthropic/catalogue.ts"
import type { ClaudeRules } from "./anthropic/catalogue.ts"
import { qwenImageModels } from "./dashscope/catalogue.ts"
import type { QwenImageRules } from "./dashscope/catalogue.ts"
import { alikeEmbedders, googleEmbedders } from "./embeddings/catalogue.ts"
import type { EmbedderRules } from "./embeddings/catalogue.ts"
import { geminiModels } from "./google/catalogue.ts"
import type { GeminiRules } from "./google/catalogue.ts"
import { modelsOf } from "./model.ts"
import type { Model } from "./model.ts"
import { gptModels } from "./openai/catalogue.ts"
import type { GptRules } from "./openai/catalogue.ts"
import { goneImageModels, gptImageModels } from "./openai/images/catalogue.ts"
import type { GptImageRules } from "./openai/images/catalogue.ts"
import { rerankers } from "./rerank/catalogue.ts"
import type { RerankerRules } from "./rerank/catalogue.ts"

/** A model of the sandbox, of whichever vendor. */
export type SandboxModel = Model<
  | GptRules
  | ClaudeRules
  | GeminiRules
  | AlikeRules
  | EmbedderRules
  | ArkRules
  | QwenImageRules
  | GptImageRules
  | RerankerRules
  | VeoRules
  | SoraRules
  | SeedanceRules
>

/** Whose API a model is called through. */
export type Vendor = SandboxModel["rules"]["vendor"]

/** Models that a vendor had, and refuses now. */
export const goneModels: readonly { readonly id: string; readonly vendor: Vendor }[] = goneImageModels.map((id) => ({
  id,
  vendor: "openai-images"
}))

/** Every model under its plain id and under each behaviour. */
export const models: readonly SandboxModel[] = [
  ...modelsOf(gptModels),
  ...modelsOf(claudeModels),
  ...modelsOf(geminiModels),
  ...modelsOf(alikeModels),
  ...modelsOf(alikeEmbedders),
  ...modelsOf(googleEmbedders),
  ...modelsOf(arkModels),
  ...modelsOf(qwenImageModels),
  ...modelsOf(gptImageModels),
  ...modelsOf(rerankers),
  ...modelsOf(veoModels),
  ...modelsOf(soraModels),
  ...modelsOf(seedanceModels)
]
