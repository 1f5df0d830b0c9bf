import { expect, it } from "vitest"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { embeddings } from "../../src/endpoints/embeddings.ts"
import { model, models } from "../../src/endpoints/models.ts"
import { responseCompaction, responseInputTokens, responses } from "../../src/endpoints/responses.ts"
import {
  response,
  responseCancellation,
  responseDeletion,
  responseInputItems,
  responseSocket
} from "../../src/endpoints/stored-responses.ts"

/**
 * Where clients of Azure look for `/v1/…`: below `/openai/v1`, and, as `AzureOpenAI` of the vendor's SDK does, below
 * `/openai`.
 */
const onAzure = (path: string): readonly string[] => [`/openai${path}`, `/openai${path.replace("/v1", "")}`]

it.each([
  [chatCompletions, "chat/completions"],
  [embeddings, "embeddings"]
] as const)("$0.path is on Azure's paths, too, with the model in one of them", ({ path, also }, name) =>
  expect([path, also]).toEqual([`/v1/${name}`, [`/openai/v1/${name}`, `/openai/deployments/:model/${name}`]])
)

it.each([models, model])("$path is on Azure's paths, too", ({ path, also = [] }) =>
  expect(also).toEqual([path.replace("/v1", "/v1beta"), ...onAzure(path)])
)

it.each([
  responses,
  responseInputTokens,
  responseCompaction,
  response,
  responseCancellation,
  responseDeletion,
  responseInputItems,
  responseSocket
])("$method $path is on Azure's paths, too", ({ path, also }) =>
  expect([path.startsWith("/v1/"), also]).toEqual([true, onAzure(path)])
)
