import { alikeRefusals } from "../../src/sandbox/openai-compatible/refusals/index.ts"
import { messagesRefusals } from "../../src/sandbox/anthropic/refusals/index.ts"
import { arkRefusals } from "../../src/sandbox/ark/refusals.ts"
import * as Seedance from "../../src/sandbox/ark/videos/refusals.ts"
import { dashScopeRefusals } from "../../src/sandbox/dashscope/refusals.ts"
import { alikeEmbeddingRefusals } from "../../src/sandbox/embeddings/alike-refusals.ts"
import { embedRefusals } from "../../src/sandbox/embeddings/google-refusals.ts"
import { geminiRefusals } from "../../src/sandbox/google/refusals/index.ts"
import * as Veo from "../../src/sandbox/google/videos/refusals.ts"
import { imagesRefusals } from "../../src/sandbox/openai/images/refusals.ts"
import { chatRefusals } from "../../src/sandbox/openai/refusals/index.ts"
import { responseRefusals } from "../../src/sandbox/openai/responses/refusals.ts"
import * as Sora from "../../src/sandbox/openai/videos/refusals.ts"
import type { Refusal } from "../../src/sandbox/refusal.ts"
import { rerankRefusals } from "../../src/sandbox/rerank/refusals.ts"

/** What the page tells of a refusal. */
export type Told = Pick<Refusal<never>, "name" | "when" | "status" | "type" | "code">

/** What the sandbox refuses, by vendor and request. */
export const tables: readonly (readonly [title: string, refusals: readonly Told[]])[] = [
  ["OpenAI, `POST /v1/chat/completions`", chatRefusals],
  ["OpenAI, `POST /v1/responses`", responseRefusals],
  ["DeepSeek, `POST /v1/chat/completions`", alikeRefusals.deepseek],
  ["Kimi, `POST /v1/chat/completions`", alikeRefusals.kimi],
  ["OpenRouter, `POST /v1/chat/completions`", alikeRefusals.openrouter],
  ["Qwen, `POST /v1/chat/completions`", alikeRefusals.qwen],
  ["Anthropic, `POST /v1/messages`", messagesRefusals],
  ["Google, `:generateContent` and `:streamGenerateContent`", geminiRefusals],
  ["OpenAI and those alike, `POST /v1/embeddings`", alikeEmbeddingRefusals],
  ["Google, `:embedContent` and `:batchEmbedContents`", embedRefusals],
  ["Rerank, `POST /v1/rerank`", rerankRefusals],
  ["OpenAI, `POST /v1/images/generations` and `/v1/images/edits`", imagesRefusals],
  ["Ark, `POST /api/v3/images/generations`", arkRefusals],
  ["DashScope, multimodal generation", dashScopeRefusals],
  ["OpenAI, `POST /v1/videos`", Sora.createRefusals],
  ["OpenAI, `GET /v1/videos/{id}`", Sora.retrieveRefusals],
  ["OpenAI, `DELETE /v1/videos/{id}`", Sora.deleteRefusals],
  ["OpenAI, `GET /v1/videos/{id}/content`", Sora.contentRefusals],
  ["OpenAI, `GET /v1/videos`", Sora.listRefusals],
  ["Google, `:predictLongRunning`", Veo.submitRefusals],
  ["Google, `GET` of an operation", Veo.pollRefusals],
  ["Google, download of a video", Veo.downloadRefusals],
  ["Ark, `POST /api/v3/contents/generations/tasks`", Seedance.createRefusals],
  ["Ark, `GET` of a task", Seedance.retrieveRefusals],
  ["Ark, `DELETE` of a task", Seedance.deleteRefusals],
  ["Ark, `GET` of the tasks", Seedance.listRefusals]
]
