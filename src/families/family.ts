import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type {
  ChatModel,
  ChatModels,
  EmbeddingModel,
  EmbeddingModels,
  ImageModel,
  ImageModels,
  Model,
  RerankModel,
  RerankModels,
  VideoModel,
  VideoModels
} from "../capabilities/models.ts"
import type { Upstream } from "../upstream/upstream.ts"
import type { Catalogue, ListedIds } from "./catalogue.ts"

/** A model that is wanted of a line: the id that clients ask for, the one that is sent, and whose rules it follows. */
export interface WantedModel {
  readonly id: string
  /** The id that the upstream knows, where it is another. */
  readonly model?: string
  /** The catalogue id whose rules hold, for an id that the catalogue does not list. */
  readonly like?: string
  /** The id whose suffix says how to think, where that is not the one that is sent. */
  readonly suffixed?: string
}

/** The models of one capability that a family has at one upstream. */
export interface ModelLine<M extends Model> {
  /** The upstream's name, by which the operator's routes mean it. */
  readonly upstream: string
  /** Whether ids like this one are the family's where no route says otherwise. */
  readonly serves: (id: string) => boolean
  readonly model: (wanted: WantedModel) => M
  /** Whether an id may carry a suffix that says how to think. */
  readonly takesSuffixes: boolean
  /** The ids of its catalogue. */
  readonly ids: readonly string[]
  /** Whether the operator says by globs which ids are its. */
  readonly claims?: boolean
  /** What its upstream says that it serves; absent: nobody asks. */
  readonly upstreamModels?: UpstreamModels
}

/** What an upstream says that it serves, without ever failing: where it does not answer, what it said before. */
export type UpstreamModels = Effect.Effect<ListedIds>

/** The chat models of one family at one upstream. */
export type ChatLine = ModelLine<ChatModel>

/** What a family serves. Its keys decide the type of the family's Layer, which therefore cannot lie. */
export interface FamilyServices {
  readonly chat?: ChatLine
  readonly embeddings?: ModelLine<EmbeddingModel>
  readonly images?: ModelLine<ImageModel>
  readonly rerank?: ModelLine<RerankModel>
  readonly videos?: ModelLine<VideoModel>
}

/** What a list of families says of one. */
export interface Listing {
  readonly family: string
  /** The format that it speaks. */
  readonly format: string
  /** Others that its API speaks, too, where its upstream is told to. */
  readonly formats?: readonly string[]
  /** Whether it is called in those untold. */
  readonly untold?: boolean
  /** Globs over the ids that look like its vendor's. */
  readonly models: readonly string[]
  /** The models that it knows. */
  readonly catalogue: Catalogue<unknown>
  /** Those that embed, where others do something else. */
  readonly embedders?: Catalogue<unknown>
  /** Whether what its models make takes tasks, which outlive a request; absent: no. */
  readonly tasks?: boolean
  /** Where its vendor's API is, as a configuration would say it. */
  readonly url: string
  /** Whether that is a mere example, and the operator must say one; absent: it is the vendor's. */
  readonly needsUrl?: boolean | undefined
  /** The variables that switch it on. */
  readonly environment?: { readonly key: string; readonly url: string }
}

/** The capability service that each key of {@link FamilyServices} adds to. */
interface CapabilityOf {
  readonly chat: ChatModels
  readonly embeddings: EmbeddingModels
  readonly images: ImageModels
  readonly rerank: RerankModels
  readonly videos: VideoModels
}

/** What the Layer of a family gives: a part of the capabilities `C`, which `Families.of` makes services of. */
export interface Family<in out C> {
  readonly capabilities: (capabilities: C) => C
}

/** The Layer of a family of the capabilities `C`, which calls an upstream. */
export type FamilyLayer<C> = Layer.Layer<Family<C>, never, Upstream>

/** The key that every family's Layer is built under; which capabilities it adds to is known to its type alone. */
export const familyKey = <C>(): Context.Key<Family<C>, FamilyServices> =>
  Context.Service<Family<C>, FamilyServices>("isogloss/Family")

/** The Layer of a family, from what it serves. */
export const family = <const S extends FamilyServices, E = never, R = never>(
  serves: Effect.Effect<S, E, R>
): Layer.Layer<Family<CapabilityOf[keyof S & keyof CapabilityOf]>, E, R> =>
  Layer.effect(familyKey<CapabilityOf[keyof S & keyof CapabilityOf]>(), serves)
