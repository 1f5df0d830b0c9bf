import * as Layer from "effect/Layer"
import { TokenCounts } from "../../capabilities/token-counts.ts"
import type { Configuration, UpstreamSettings } from "../../config/configuration.ts"
import { type FamilyName, layerOf } from "../../config/known-families.ts"
import { Credentials } from "../../credentials/credentials.ts"
import { chatCompletions } from "../../endpoints/chat-completions.ts"
import { countContentTokens } from "../../endpoints/count-content-tokens.ts"
import { countTokens } from "../../endpoints/count-tokens.ts"
import { batchEmbedContents, embedContent } from "../../endpoints/embed-content.ts"
import { embeddings } from "../../endpoints/embeddings.ts"
import { generateContent, streamGenerateContent } from "../../endpoints/generate-content.ts"
import type { Endpoint } from "../../endpoints/endpoint.ts"
import { imageEdits, images } from "../../endpoints/images.ts"
import { messages } from "../../endpoints/messages.ts"
import { metrics } from "../../endpoints/metrics.ts"
import { model, models } from "../../endpoints/models.ts"
import { openApi } from "../../endpoints/open-api.ts"
import { livez, readyz } from "../../endpoints/probes.ts"
import { rerank } from "../../endpoints/rerank.ts"
import * as Families from "../../families/families.ts"
import { Gateway, type Running } from "../../gateway/gateway.ts"
import { layerNode as mediaOverSockets } from "../../media/node.ts"
import type { SandboxModel, Vendor } from "../../sandbox.ts"
import { layerTelemetry } from "../../telemetry/layer.ts"
import { layerFetch } from "../../upstream/fetch.ts"
import { layerUndici } from "../../upstream/undici.ts"
import { installedTokenizer } from "./tokenizer.ts"

/** The gateway that a configuration describes. */
export const compose = async (configuration: Configuration): Promise<Running> => {
  const served = configuration.upstreams.length === 0 ? await sandbox() : vendors(configuration)
  const credentials = Credentials.keys(...configuration.keys)
  const tokenizer = await installedTokenizer()
  const counts = TokenCounts.layer(tokenizer === undefined ? {} : { tokenizer })
  return Gateway.make(
    Gateway.layer(
      chatCompletions,
      messages,
      countTokens,
      generateContent,
      streamGenerateContent,
      countContentTokens,
      embedContent,
      batchEmbedContents,
      embeddings,
      images,
      imageEdits,
      rerank,
      models,
      model,
      livez,
      readyz,
      opened(openApi, configuration),
      opened(metrics, configuration)
    ).pipe(
      Layer.provide(served),
      Layer.provide(counts),
      Layer.provide(mediaOverSockets()),
      Layer.provide(credentials),
      Layer.provide(layerTelemetry())
    ),
    configuration.policies
  )
}

/** A page as the configuration has it: some are read without a key. */
const opened = (page: Endpoint, { open }: Configuration): Endpoint =>
  open.some((path) => path === page.path) ? { ...page, auth: [] } : page

const vendors = ({ upstreams, routes }: Configuration) => {
  const [first, ...more] = upstreams.map(familyOf)
  const none = new Error("A configuration has at least one upstream.")
  if (first === undefined) throw none
  return Families.routed(routes, first, ...more).pipe(Layer.provide(layerUndici()))
}

const familyOf = ({ name, family, url, key }: UpstreamSettings) =>
  layerOf(family)({ key, upstreamName: name, ...(url === undefined ? {} : { url }) })

/** Which family speaks to each vendor of the sandbox, and where that is. */
const sandboxed: Readonly<Record<Vendor, readonly [family: FamilyName, path: string]>> = {
  openai: ["openai", "/v1"],
  anthropic: ["claude", ""],
  google: ["gemini", ""],
  qwen: ["qwen", "/qwen/v1"],
  deepseek: ["deepseek", "/deepseek/v1"],
  kimi: ["kimi", "/kimi/v1"],
  openrouter: ["openrouter", "/openrouter/v1"],
  ark: ["seedream", "/ark/api/v3"],
  dashscope: ["qwenimage", "/dashscope/api/v1"],
  "openai-images": ["gptimage", "/v1"],
  jina: ["jina", "/jina/v1"],
  cohere: ["cohere", "/cohere/v2"],
  "google-videos": ["veo", ""],
  "openai-videos": ["sora", "/v1"],
  "ark-videos": ["seedance", "/ark/api/v3"]
}

/** All families at the sandbox, which serves its own models under their plain ids and under each behaviour. */
const sandbox = async () => {
  const { make } = await import("../../sandbox.ts")
  const { fetch, models: made } = make({ links: "data" })
  const plain = made.filter(({ behaviour }) => behaviour === "plain")
  const at = ([family, path]: readonly [FamilyName, string]) =>
    layerOf(family)({
      key: "sandbox",
      url: `http://sandbox.invalid${path}`,
      models: plain.filter(({ rules }) => sandboxed[rules.vendor][0] === family).map(({ id }) => id)
    })
  const { openai, ...others } = sandboxed
  const routes = made.filter(({ behaviour }) => behaviour !== "plain").map(routeTo)
  return Families.routed(routes, at(openai), ...Object.values(others).map(at)).pipe(Layer.provide(layerFetch(fetch)))
}

const routeTo = ({ id, base, rules }: SandboxModel): Families.Route => ({
  match: id,
  upstream: sandboxed[rules.vendor][0],
  like: base
})
