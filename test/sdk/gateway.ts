import { createServer } from "node:http"
import * as Layer from "effect/Layer"
import { TokenCounts } from "../../src/endpoints/counting.ts"
import { Credentials } from "../../src/credentials/credentials.ts"
import { batchEmbedContents, embedContent, embeddings } from "../../src/endpoints/embeddings.ts"
import { imageEdits, images } from "../../src/endpoints/images.ts"
import { rerank } from "../../src/endpoints/rerank.ts"
import { responses } from "../../src/endpoints/responses.ts"
import {
  Claude,
  Cohere,
  DeepSeek,
  Gemini,
  GptImage,
  Jina,
  Kimi,
  OpenAI,
  OpenRouter,
  Qwen,
  QwenImage,
  Seedance,
  Seedream,
  Sora,
  Veo
} from "../../src/config/families.ts"
import * as Families from "../../src/families/families.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { toNodeHandler } from "../../src/hosts/node.ts"
import { make } from "../../src/sandbox.ts"
import type { SandboxModel, Vendor } from "../../src/sandbox.ts"
import { type FetchFunction, layerFetch } from "../../src/upstream/fetch.ts"
import type { UpstreamLimits } from "../../src/upstream/upstream.ts"
import { closed, listen } from "../faults/loopback.ts"
import { chatEndpoints } from "../shell/endpoints.ts"
import { ledgerOf, type UpstreamCall } from "./ledger.ts"
export type { UpstreamCall } from "./ledger.ts"

/** The key of clients. */
export const clientKey = "key-of-a-client"

/** The key that the gateway calls its upstream with. */
export const upstreamKey = "key-of-the-operator"

/** A gateway on a socket, in front of the sandbox. */
export interface Served {
  /** Such as `http://127.0.0.1:40000`. */
  readonly url: string
  /** The calls that the upstream received since this was last asked. */
  readonly calls: () => readonly UpstreamCall[]
  readonly close: () => Promise<void>
}

/** Starts the gateway: real sockets in front, the sandbox behind, which answers without pauses. */
export const serveSandbox = (limits: Partial<UpstreamLimits> = {}): Promise<Served> =>
  serveOver(make({ pace: 0, key: upstreamKey, now: () => 1_790_000_000_000 }).fetch, limits)

const endpoints = [
  ...chatEndpoints,
  responses,
  embedContent,
  batchEmbedContents,
  embeddings,
  rerank,
  images,
  imageEdits
] as const

/** The same in front of any upstream that knows the sandbox's models. */
export const serveOver = async (upstream: FetchFunction, limits: Partial<UpstreamLimits> = {}): Promise<Served> => {
  const ledger = ledgerOf(upstream)
  const gateway = Gateway.make(
    Gateway.layer(...endpoints).pipe(
      Layer.provide(families(make().models).pipe(Layer.provide(layerFetch(ledger.fetch, limits)))),
      Layer.provide(TokenCounts.layer()),
      Layer.provide(Credentials.keys(clientKey))
    )
  )
  await gateway.ready
  const server = createServer(toNodeHandler(gateway))
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    calls: ledger.calls,
    close: async () => {
      await gateway.dispose()
      await closed(server)
    }
  }
}

const families = (made: readonly SandboxModel[]) =>
  Families.routed(
    made.filter(({ behaviour }) => behaviour !== "plain").map(routeOf),
    OpenAI.layer({ key: upstreamKey, url: "http://sandbox.test/v1" }),
    Claude.layer({ key: upstreamKey, url: "http://sandbox.test" }),
    Gemini.layer({ key: upstreamKey, url: "http://sandbox.test" }),
    Qwen.layer({ key: upstreamKey, url: "http://sandbox.test/qwen/v1" }),
    DeepSeek.layer({ key: upstreamKey, url: "http://sandbox.test/deepseek/v1" }),
    Kimi.layer({ key: upstreamKey, url: "http://sandbox.test/kimi/v1" }),
    OpenRouter.layer({ key: upstreamKey, url: "http://sandbox.test/openrouter/v1" }),
    Jina.layer({ key: upstreamKey, url: "http://sandbox.test/jina/v1" }),
    Cohere.layer({ key: upstreamKey, url: "http://sandbox.test/cohere" }),
    Seedream.layer({ key: upstreamKey, url: "http://sandbox.test/ark/api/v3" }),
    QwenImage.layer({ key: upstreamKey, url: "http://sandbox.test/dashscope/api/v1" }),
    GptImage.layer({ key: upstreamKey, url: "http://sandbox.test/v1" }),
    Veo.layer({ key: upstreamKey, url: "http://sandbox.test" }),
    Sora.layer({ key: upstreamKey, url: "http://sandbox.test/v1" }),
    Seedance.layer({ key: upstreamKey, url: "http://sandbox.test/ark/api/v3" })
  )

/** The families of the vendors that have another name. */
const upstreams: ReadonlyMap<Vendor, string> = new Map([
  ["anthropic", "claude"],
  ["google", "gemini"],
  ["ark", "seedream"],
  ["dashscope", "qwenimage"],
  ["openai-images", "gptimage"],
  ["google-videos", "veo"],
  ["openai-videos", "sora"],
  ["ark-videos", "seedance"]
])

const routeOf = ({ id, base, rules: { vendor } }: SandboxModel): Families.Route => ({
  match: id,
  upstream: upstreams.get(vendor) ?? vendor,
  like: base
})
