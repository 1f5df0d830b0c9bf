export { type ChatModel, ChatModels } from "./capabilities/chat-models.ts"
export { type EmbeddingModel, EmbeddingModels } from "./capabilities/embedding-models.ts"
export { type ImageModel, ImageModels } from "./capabilities/image-models.ts"
export { type Capability, type ListedModel, ListedModels } from "./capabilities/listed-models.ts"
export type { Model, Models } from "./capabilities/models.ts"
export { type RerankModel, RerankModels } from "./capabilities/rerank-models.ts"
export { type Counted, type TokenCountOptions, TokenCounts } from "./capabilities/token-counts.ts"
export type { AuthPolicy, Carrier, Presented } from "./credentials/carriers.ts"
export { Credentials, type Key } from "./credentials/credentials.ts"
export type { Principal } from "./credentials/principal.ts"
export { chatCompletions } from "./endpoints/chat-completions.ts"
export { countContentTokens } from "./endpoints/count-content-tokens.ts"
export { countTokens } from "./endpoints/count-tokens.ts"
export type { Answer, BodyKind, Endpoint, Head, Incoming } from "./endpoints/endpoint.ts"
export { generateContent, streamGenerateContent } from "./endpoints/generate-content.ts"
export { messages } from "./endpoints/messages.ts"
export { metrics } from "./endpoints/metrics.ts"
export { model, models } from "./endpoints/models.ts"
export { openApi } from "./endpoints/open-api.ts"
export { livez, readyz } from "./endpoints/probes.ts"
export { Policies, type Policy } from "./exchange/policies.ts"
export { type Complete, Gateway, type GatewayOptions, type Running } from "./gateway/gateway.ts"
export { layerTelemetry, type TelemetryOptions } from "./telemetry/layer.ts"
export { type Ended, type Entry, type Meter, Metering } from "./telemetry/metering.ts"
export { type Fetch, layerFetch } from "./upstream/fetch.ts"
export { type Limits, limits } from "./upstream/limits.ts"
export {
  type Clocks,
  Upstream,
  type UpstreamReply,
  type UpstreamRequest,
  type UpstreamStream
} from "./upstream/upstream.ts"
