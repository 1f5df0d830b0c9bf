import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { type ChatModel, ChatModels } from "../capabilities/chat-models.ts"
import { type ChatLine, type Family, familyKey, type Serves } from "./family.ts"
import { isGlob, type Route, router } from "./routes.ts"

export { type ChatDifferences, chatFamily as chat } from "./chat-line.ts"
export type { Route } from "./routes.ts"

type AnyLayer = Layer.Layer<never, unknown, unknown>

/** What the families of these Layers serve together. */
type CapabilitiesOf<L> = L extends Layer.Layer<Family<infer C>, infer _E, infer _R> ? C : never

/** The Layers themselves, where each is a family's. */
type Only<L extends readonly AnyLayer[]> = {
  readonly [K in keyof L]: [CapabilitiesOf<L[K]>] extends [never] ? { readonly "isogloss: not a family": never } : L[K]
}

/** The capability services of some families, as a Layer. */
type Merged<L extends readonly AnyLayer[]> = Layer.Layer<
  CapabilitiesOf<L[number]>,
  Layer.Error<L[number]>,
  Layer.Services<L[number]>
>

/**
 * Merges families into the capability services that endpoints ask for. Of two that serve an id, the one that is listed
 * first does. What families share (an upstream, say) is built once.
 *
 * @example
 * Families.of(Claude.layer({ key }), OpenAI.layer({ key: other }))
 */
export const of = <const L extends readonly [AnyLayer, ...AnyLayer[]]>(...layers: L & Only<L>): Merged<L> =>
  merge<L>([], layers)

/**
 * The same, with the operator's routes before the families' own claims: the first route whose glob matches an id says
 * which upstream serves it. A route to an upstream that no family has is a defect.
 *
 * @example
 * Families.routed([{ match: "fast", upstream: "openai", model: "gpt-4o-mini" }], OpenAI.layer({ key }))
 */
export const routed = <const L extends readonly [AnyLayer, ...AnyLayer[]]>(
  routes: readonly Route[],
  ...layers: L & Only<L>
): Merged<L> => merge<L>(routes, layers)

const merge = <L extends readonly AnyLayer[]>(routes: readonly Route[], layers: readonly AnyLayer[]): Merged<L> => {
  const build = (
    memoMap: Layer.MemoMap,
    scope: Scope.Scope
  ): Effect.Effect<Context.Context<ChatModels>, unknown, unknown> =>
    Effect.gen(function* () {
      const served: Serves[] = []
      for (const layer of layers) {
        served.push(Context.getUnsafe(yield* Layer.buildWithMemoMap(layer, memoMap, scope), familyKey<never>()))
      }
      const lines = served.flatMap((it) => (it.chat === undefined ? [] : [it.chat]))
      return Context.make(ChatModels, chatModels(routes, lines))
    })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the services built are those that the Layers' types were derived from
  return Layer.fromBuildMemo(build) as Merged<L>
}

/** The models of some lines: routes first, then the lines in their order. */
export const chatModels = (routes: readonly Route[], lines: readonly ChatLine[]): ChatModels["Service"] => {
  const byUpstream = new Map(lines.toReversed().map((line) => [line.upstream, line]))
  for (const { match, upstream } of routes) {
    if (!byUpstream.has(upstream))
      throw new Error(`The route for \`${match}\` names the upstream \`${upstream}\`, which no family has.`)
  }
  const route = router(routes)
  const find = remembering((id) => {
    const taken = route(id)
    const line = taken === undefined ? lines.find((it) => it.serves(id)) : byUpstream.get(taken.upstream)
    return line?.model({ ...taken, id })
  })
  const named = routes.filter((route) => !isGlob(route.match)).map((route) => route.match)
  const ids = new Set([...lines.flatMap((line) => line.ids), ...named])
  return { find, list: [...ids].flatMap((id) => listed(find(id))) }
}

/** How many models that were asked for are remembered: a glob serves as many ids as clients make up. */
const most = 1000

/** Finds each model once. */
const remembering = (find: ChatModels["Service"]["find"]): ChatModels["Service"]["find"] => {
  const known = new Map<string, ChatModel>()
  return (id) => {
    const there = known.get(id)
    if (there !== undefined) return there
    const found = find(id)
    if (found === undefined) return undefined
    if (known.size >= most) known.clear()
    known.set(id, found)
    return found
  }
}

const listed = (model: ChatModel | undefined): ChatModels["Service"]["list"] =>
  model === undefined
    ? []
    : [{ id: model.id, family: model.family, ...(model.created === undefined ? {} : { created: model.created }) }]
