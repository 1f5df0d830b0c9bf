import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Upstream, UpstreamRequest } from "../upstream/upstream.ts"
import type { ChatRequest } from "../core/chat/chat.ts"
import type { WireRequest, BodyEdit, RequestTarget, UpstreamFormat } from "../core/format.ts"
import type { ModelNaming } from "../core/naming/naming.ts"
import type { Translated, Refused } from "../core/notes/note.ts"
import type { EmbeddingCall, EmbeddingFormat } from "../core/embedding.ts"
import type { GatewayError } from "../core/errors/error.ts"
import type { Invalid, Result } from "../core/errors/invalid.ts"
import type { RerankFormat } from "../core/rerank.ts"
import type { ImageCall, ImageFormat, ImageRequest } from "../core/image.ts"
import type { JsonText } from "../core/json/json.ts"
import type { JsonPointer } from "../core/json/pointer.ts"
import type { TaskPlace } from "../tasks/store.ts"
import type { VideoCall, VideoFormat, VideoRequest, VideoSource } from "../core/video.ts"

/** What is known of a model, whatever it does. */
export interface Model {
  /** The id that clients ask for. */
  readonly id: string
  /** The family's name, as `owned_by` says it. */
  readonly family: string
  /** Epoch seconds; absent where unknown. */
  readonly created?: number
  /** The format that its upstream speaks. */
  readonly format: { readonly id: string }
  /** What an encoder must know of it; `model` is the id that its upstream knows. */
  readonly target: { readonly model: string }
}

/** The most characters of a model's id: no vendor's is a tenth as long, and those that were asked for are remembered. */
export const longestId = 1024

/** The models of one capability. */
export interface Models<M extends Model> {
  /** The model that an id means; undefined where no family knows it. */
  readonly find: (id: string) => M | undefined
  /** The ids that can be listed. */
  readonly ids: readonly string[]
}

/** What models can be asked for. */
export const capabilities = ["chat", "embeddings", "images", "rerank", "videos"] as const

/** What a model can be asked for. */
export type Capability = (typeof capabilities)[number]

/** A model of a gateway, and all that it can be asked for. */
export interface ListedModel extends Pick<Model, "id" | "family" | "created"> {
  /** The id that its upstream knows. */
  readonly sent: string
  readonly serves: readonly Capability[]
}

/** All models of a gateway, whatever they do. */
export class ListedModels extends Context.Service<
  ListedModels,
  {
    /** The model that an id means, listed or not; undefined where no family knows it. */
    readonly find: (id: string) => ListedModel | undefined
    readonly list: readonly ListedModel[]
    /** Those besides that upstreams list themselves. */
    readonly more: Effect.Effect<readonly ListedModel[]>
  }
>()("isogloss/ListedModels") {}

/** One chat model that a gateway can call: its format, its family's rules, and the way to it. */
export interface ChatModel extends Model {
  /** What its upstream speaks; a framing may be binary. */
  readonly format: UpstreamFormat
  readonly target: RequestTarget
  /** How bodies that are sent to it decide which model works. */
  readonly naming: ModelNaming
  /** The family's rules, over a body in the family's own format: spliced where bytes pass, applied where they were translated. */
  readonly edits: (call: WireRequest) => Translated<readonly BodyEdit[]>
  /** Whether {@link ChatModel.edits} look into lists for nothing but what its format's `unread` names. Absent: nobody knows. */
  readonly leavesLists?: boolean
  /** Whether its streams tell usage when `stream_options.include_usage` asks for it. */
  readonly takesStreamUsage: boolean
  /** The HTTP request for a call: URL, headers, body; the key where nothing puts it in when it is sent. */
  readonly request: (call: WireRequest) => UpstreamRequest
  /**
   * Puts the key into such a request, and what else of it stays here; absent: it is there already. Undefined for one that
   * goes elsewhere: models may be exchanged while a request is written.
   */
  readonly keyed?: (request: UpstreamRequest) => UpstreamRequest | undefined
  /** What has its vendor forget an answer that it keeps, by the answer's id; absent: its API keeps none. */
  readonly forget?: (id: string) => UpstreamRequest | undefined
  /** The way to its vendor. */
  readonly upstream: Upstream["Service"]
  /** Whose sealed thoughts it takes back, its vendor's accounts told apart; absent: its family's, whichever account. */
  readonly issuer?: string
  /** The same model as it is called in another format; absent: it is called in this one alone. */
  readonly also?: ChatModel
  /** How it takes a request in this format, where it has another; absent: it takes any as it is. */
  readonly takes?: (request: ChatRequest) => Acceptance
}

/** How a model takes a request in a format: as it is, with something of it changed that another format leaves, or not. */
export type Acceptance = "whole" | "changed" | "refused"

/** The chat models of a gateway. */
export class ChatModels extends Context.Service<ChatModels, Models<ChatModel>>()("isogloss/ChatModels") {}

/** What must be known of an embedding model before it is asked. */
export interface EmbeddingTarget {
  /** The id that its upstream knows. */
  readonly model: string
  /** The most items of one call; more are several calls. */
  readonly perCall: number
  /** What it takes of a wish for fewer dimensions; absent: nobody knows. */
  readonly dimensions?: Dimensions
}

/** How many numbers a model's vectors have, and whether they can have fewer. */
interface Dimensions {
  readonly most: number
  readonly shortens: boolean
  /** The vendor's models whose vectors can have fewer. */
  readonly shortening: readonly string[]
}

/** One embedding model that a gateway can call. */
export interface EmbeddingModel extends Model {
  readonly format: EmbeddingFormat
  readonly target: EmbeddingTarget
  /** The error that its upstream answered with. */
  readonly decodeError: (status: number, headers: Readonly<Record<string, string>>, body: string) => GatewayError
  /** The HTTP request for a call: URL and headers with the key. */
  readonly request: (call: Omit<EmbeddingCall, "body">) => Omit<UpstreamRequest, "body">
  /** The way to its vendor. */
  readonly upstream: Upstream["Service"]
}

/** The embedding models of a gateway. */
export class EmbeddingModels extends Context.Service<EmbeddingModels, Models<EmbeddingModel>>()(
  "isogloss/EmbeddingModels"
) {}

/** One reranker that a gateway can call. */
export interface RerankModel extends Model {
  readonly format: RerankFormat
  /** The HTTP request of a call: URL and headers with the key. */
  readonly request: () => Omit<UpstreamRequest, "body">
  /** The way to its vendor. */
  readonly upstream: Upstream["Service"]
}

/** The rerankers of a gateway. */
export class RerankModels extends Context.Service<RerankModels, Models<RerankModel>>()("isogloss/RerankModels") {}

/** One image model that a gateway can call. */
export interface ImageModel extends Model {
  readonly format: ImageFormat
  /** `perCall`: the most images that one call is asked for; more are several calls. `links`: its images are links. */
  readonly target: { readonly model: string; readonly perCall: number; readonly links?: boolean }
  /** The family's rules: a body of the endpoint, its model resolved, as a request that the model takes. */
  readonly normalise: (body: JsonText) => Result<Translated<ImageRequest>, Invalid | Refused>
  /** Where such a body says each parameter that the family has, by the parameter's own name. */
  readonly places: ReadonlyMap<string, JsonPointer>
  /** The HTTP request for a call: URL and headers with the key. */
  readonly request: (call: Omit<ImageCall, "body">) => Omit<UpstreamRequest, "body">
  /** The way to its vendor. */
  readonly upstream: Upstream["Service"]
}

/** The image models of a gateway. */
export class ImageModels extends Context.Service<ImageModels, Models<ImageModel>>()("isogloss/ImageModels") {}

/** A task as its upstream knows it. */
export type PlacedTask = Required<TaskPlace>

/** One video model that a gateway can call. Its answers come later: what is submitted is a task. */
export interface VideoModel extends Model {
  readonly format: VideoFormat
  /** Whether its clients download its videos inside JSON, as those of its vendor do. */
  readonly downloads: boolean
  /** Where its tasks are sent, and asked about. */
  readonly place: Omit<TaskPlace, "id">
  /** The family's rules: a body of the submit, its model resolved, as a request that the model takes. */
  readonly normalise: (body: JsonText) => Result<Translated<VideoRequest>, Invalid | Refused>
  /** Where such a body says each parameter that the family has, by the parameter's own name. */
  readonly places: ReadonlyMap<string, JsonPointer>
  /** Reads an error of its vendor's. */
  readonly decodeError: (status: number, headers: Readonly<Record<string, string>>, body: string) => GatewayError
  /** The HTTP request for a submit: URL and headers with the key. */
  readonly request: (call: Omit<VideoCall, "body">) => Omit<UpstreamRequest, "body">
  /** What asks how far a task is; undefined where the key that it was sent with is not had any more. */
  readonly query: (task: PlacedTask) => UpstreamRequest | undefined
  /** What fetches a video that its vendor itself keeps; undefined where the video lies elsewhere, or the key is gone. */
  readonly content: (task: PlacedTask, source: VideoSource) => UpstreamRequest | undefined
  /** The way to its vendor. */
  readonly upstream: Upstream["Service"]
}

/** The video models of a gateway. */
export class VideoModels extends Context.Service<
  VideoModels,
  Models<VideoModel> & {
    /** The model that a task was sent to, whatever routes say now; undefined where no family has its upstream any more. */
    readonly at: (place: Pick<TaskPlace, "name" | "model">) => VideoModel | undefined
  }
>()("isogloss/VideoModels") {}
