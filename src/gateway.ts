export {
  type Capability,
  type ChatModel,
  ChatModels,
  type EmbeddingModel,
  EmbeddingModels,
  type ImageModel,
  ImageModels,
  type ListedModel,
  ListedModels,
  type Model,
  type Models,
  type PlacedTask,
  type RerankModel,
  RerankModels,
  type VideoModel,
  VideoModels
} from "./capabilities/models.ts"
export { type Counted, type TokenCountOptions, TokenCounts } from "./endpoints/counting.ts"
export type { AuthPolicy, KeyCarrier, PresentedKey } from "./credentials/credentials.ts"
export type { Authenticate, CallingAccount, UnauthenticatedRequest } from "./credentials/authenticate.ts"
export { type KeyedRequest, Credentials, type ClientKey, Secrets, type Principal } from "./credentials/credentials.ts"
export type { BodyKind, Endpoint, Head, Incoming } from "./endpoints/endpoint.ts"
export { layerReadiness } from "./endpoints/monitoring.ts"
export type { Answer } from "./exchange/answer.ts"
export { type VideoTaskOptions, VideoTasks } from "./exchange/videos/tasks.ts"
export { type AnswerLimits, type BodyLimits, type EnvelopePolicy, Policies, type Policy } from "./exchange/policies.ts"
export { createGateway, type CreatedGateway, type CreateOptions } from "./gateway/create.ts"
export type { Log, LogEntry } from "./gateway/create.ts"
export { type Complete, Gateway, type GatewayOptions, type RunningGateway } from "./gateway/gateway.ts"
export { layerTelemetry, type TelemetryOptions } from "./telemetry/telemetry.ts"
export { type RequestEnding, type MeterEntry, type Meter, Metering } from "./telemetry/telemetry.ts"
export { type FetchFunction, layerFetch } from "./upstream/fetch.ts"
export { type UpstreamLimits, defaultUpstreamLimits } from "./upstream/upstream.ts"
export {
  type UpstreamTimeouts,
  Upstream,
  type UpstreamReply,
  type UpstreamRequest,
  type UpstreamStream
} from "./upstream/upstream.ts"
export { type SecretRedactor, redactorOf } from "./core/secrets/redactor.ts"
