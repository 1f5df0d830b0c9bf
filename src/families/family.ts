import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
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

/** What is known of the models of a line, by id. */
export type Catalogue<Rules> = ReadonlyMap<string, Rules>

/** A snapshot's date, or `latest`, after a model's name. */
const snapshot = /[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/

/** The rules of an id, with or without a snapshot's date; undefined where the catalogue does not list it. */
export const catalogueRules = <Rules>(catalogue: Catalogue<Rules>, id: string): Rules | undefined =>
  catalogue.get(id) ?? catalogue.get(id.replace(snapshot, ""))

/** The ids that a vendor lists, and when it made each, in epoch seconds; undefined where it does not say. */
export type ListedIds = ReadonlyMap<string, number | undefined>

/** Ids by the day on which a vendor made them (`2026-04-23`); those under `undated` have none that is known. */
export const listedIds = (dated: Readonly<Record<string, string>>, undated: readonly string[] = []): ListedIds =>
  new Map([
    ...undated.map((id) => [id, undefined] as const),
    ...Object.entries(dated).map(([id, day]) => [id, Date.parse(day) / 1000] as const)
  ])

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
export interface CapabilityOf {
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
