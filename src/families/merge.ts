import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import {
  ChatModels,
  EmbeddingModels,
  ImageModels,
  ListedModels,
  RerankModels,
  VideoModels
} from "../capabilities/models.ts"
import { type Family, familyKey, type FamilyServices } from "./family.ts"
import { listModels, listUpstreamModels } from "./model-list.ts"
import { resolveModels, resolvePlacedModel, type Route } from "./resolve-model.ts"

/** A Layer of anything. */
export type AnyLayer = Layer.Layer<never, unknown, unknown>

/** What the families of these Layers serve together. */
export type CapabilitiesOf<L> = L extends Layer.Layer<Family<infer C>, infer _E, infer _R> ? C : never

/** The Layers themselves, where each is a family's. */
export type FamiliesOnly<L extends readonly AnyLayer[]> = {
  readonly [K in keyof L]: [CapabilitiesOf<L[K]>] extends [never] ? { readonly "isogloss: not a family": never } : L[K]
}

/** The capability services of some families, and the list of their models, as a Layer. */
export type Merged<L extends readonly AnyLayer[]> = Layer.Layer<
  CapabilitiesOf<L[number]> | ListedModels,
  Layer.Error<L[number]>,
  Layer.Services<L[number]>
>

/** Families as services, the operator's routes before their own claims. */
export const mergeFamilies = <L extends readonly AnyLayer[]>(
  routes: readonly Route[],
  layers: readonly AnyLayer[]
): Merged<L> => {
  const build = (
    memoMap: Layer.MemoMap,
    scope: Scope.Scope
  ): Effect.Effect<Context.Context<Capabilities>, unknown, unknown> =>
    Effect.gen(function* () {
      const families: FamilyServices[] = []
      for (const layer of layers) {
        families.push(Context.getUnsafe(yield* Layer.buildWithMemoMap(layer, memoMap, scope), familyKey<never>()))
      }
      return capabilities(routes, families)
    })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the services built are those that the Layers' types were derived from
  return Layer.fromBuildMemo(build) as Merged<L>
}

type Capabilities = ChatModels | EmbeddingModels | ImageModels | RerankModels | VideoModels | ListedModels

const capabilities = (routes: readonly Route[], families: readonly FamilyServices[]): Context.Context<Capabilities> => {
  const find = resolveModels(routes, families)
  const chat = find((family) => family.chat)
  const embeddings = find((family) => family.embeddings)
  const images = find((family) => family.images)
  const rerank = find((family) => family.rerank)
  const videos = { ...find((family) => family.videos), at: resolvePlacedModel(families, (family) => family.videos) }
  return Context.make(ChatModels, chat).pipe(
    Context.add(EmbeddingModels, embeddings),
    Context.add(ImageModels, images),
    Context.add(RerankModels, rerank),
    Context.add(VideoModels, videos),
    Context.add(
      ListedModels,
      listModels({ chat, embeddings, images, rerank, videos }, listUpstreamModels(routes, families))
    )
  )
}
