import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Model } from "./models.ts"

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
