import { parseModelId } from "../core/chat/thinking.ts"
import {
  longestId,
  type Model,
  type Models,
  capabilities,
  type Capability,
  type ListedModel,
  ListedModels,
  ChatModels,
  EmbeddingModels,
  ImageModels,
  RerankModels,
  VideoModels
} from "../capabilities/models.ts"
import { groupItems } from "../core/collections.ts"
import { GatewayError } from "../core/errors/error.ts"
import { globMatcher, isGlob } from "../core/naming/naming.ts"
import { memberMistake, texts, type WantedMember } from "../core/given.ts"
import type { FamilyServices, ModelLine, Family, CapabilityOf, ListedIds } from "./family.ts"
import * as Effect from "effect/Effect"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

/** Where the requests for some models go. */
export interface Route {
  /** A glob over the ids that clients ask for; `*` stands for any characters. */
  readonly match: string
  /** The name of the upstream that serves them. */
  readonly upstream: string
  /** The id that is sent there; absent: the one that was asked for. */
  readonly model?: string
  /** The catalogue id whose rules they follow, for ids that no catalogue lists: a fine-tune, an alias of a vendor's. */
  readonly like?: string
}

const routeMembers: readonly WantedMember[] = [
  ...texts("match", "upstream").map((member) => ({ ...member, needed: true as const })),
  ...texts("model", "like")
]

const isRoute = (given: unknown): boolean =>
  typeof given === "object" && given !== null && memberMistake(given, routeMembers) === undefined

/** What families and routes must be, whatever types said. */
const wanted: readonly WantedMember[] = [
  {
    name: "families",
    expected: "a list of families, such as `OpenAI.layer({ key })`",
    accepts: (given) => Array.isArray(given) && given.every(Layer.isLayer),
    needed: true
  },
  {
    name: "routes",
    expected: "a list of objects with `match` and `upstream`, and `model` and `like` where they are wanted: all texts",
    accepts: (given) => Array.isArray(given) && given.every(isRoute)
  }
]

/** The models of a capability: those that its lines serve, the operator's routes before the lines' own claims. */
type ModelResolver = <M extends Model>(lineOf: (family: FamilyServices) => ModelLine<M> | undefined) => Models<M>

/**
 * Finds models of some families. Of the lines of a routed upstream it is the one that claims the id that is sent, or the
 * id whose rules it follows; where none does, the first, and those that have no catalogue. A route to an upstream that
 * no family has is a defect. An operator's alias may carry the suffixes that its line takes.
 */
const resolveModels = (routes: readonly Route[], families: readonly FamilyServices[]): ModelResolver => {
  const linesOn = groupItems(families.flatMap(linesOf), ({ upstream }) => upstream)
  for (const { match, upstream } of routes) {
    if (!linesOn.has(upstream))
      throw new Error(`The route for \`${match}\` names the upstream \`${upstream}\`, which no family has.`)
  }
  const route = router(routes)
  const named = routes.filter(({ match }) => !isGlob(match)).map(({ match }) => match)
  return <M extends Model>(lineOf: (family: FamilyServices) => ModelLine<M> | undefined): Models<M> => {
    const own = families.flatMap((family) => lineOf(family) ?? [])
    const ownOn = groupItems(own, ({ upstream }) => upstream)
    const lineOn = (taken: Route, id: string): ModelLine<M> | undefined => {
      const there = linesOn.get(taken.upstream) ?? []
      const claimed = there.filter((line) => line.serves(taken.like ?? taken.model ?? id))
      const taking = claimed.length === 0 ? there.filter(takesAny) : claimed
      return ownOn.get(taken.upstream)?.find((line) => taking.some((it) => it === line))
    }
    const find = memoized((id) => {
      const taken = route(id)
      if (taken !== undefined) {
        return lineOn(taken, id)?.model({ ...taken, id, ...(isGlob(taken.match) ? { suffixed: id } : {}) })
      }
      const { id: alias } = parseModelId(id)
      const aliased = alias === id ? undefined : route(alias)
      const line = aliased && lineOn(aliased, alias)
      if (aliased !== undefined && line?.takesSuffixes === true)
        return line.model({ model: alias, ...aliased, id, suffixed: id })
      return own.find((it) => it.serves(id))?.model({ id })
    })
    const ids = new Set([...own.flatMap((line) => line.ids), ...named])
    return { find, ids: [...ids].filter((id) => find(id) !== undefined) }
  }
}

/** Finds the model that something was sent to, by the upstream's name and the id that it knows. */
const resolvePlacedModel = <M extends Model>(
  families: readonly FamilyServices[],
  lineOf: (family: FamilyServices) => ModelLine<M> | undefined
): ((place: { readonly name: string; readonly model: string }) => M | undefined) => {
  const own = families.flatMap((family) => lineOf(family) ?? [])
  return ({ name, model }) => own.find(({ upstream }) => upstream === name)?.model({ id: model })
}

/** Whether an id that no line of an upstream claims is this one's: the first line's, and those' that know no ids. */
const takesAny = ({ ids }: ModelLine<Model>, index: number): boolean => index === 0 || ids.length === 0

/** What a family serves, in the order in which an id that nobody claims is taken. */
const linesOf = ({ chat, embeddings, images, rerank, videos }: FamilyServices): readonly ModelLine<Model>[] =>
  [chat, embeddings, images, rerank, videos].filter((line) => line !== undefined)

/** How many models that were asked for are remembered: a glob serves as many ids as clients make up. */
const mostRemembered = 1000

/** Half a character, which no path of an upstream can hold. */
const loneSurrogate = /\p{Cs}/u

/** Finds each model once; none has an id that is too long to be remembered. */
const memoized = <M>(find: (id: string) => M | undefined): ((id: string) => M | undefined) => {
  const known = new Map<string, M>()
  return (id) => {
    const there = known.get(id)
    if (there !== undefined) return there
    const found = id.length > longestId || loneSurrogate.test(id) ? undefined : find(id)
    if (found === undefined) return undefined
    if (known.size >= mostRemembered) known.clear()
    known.set(id, found)
    return found
  }
}

/** Finds the first route whose glob matches an id. A name is looked up, however many there are; globs are tried in turn. */
const router = (routes: readonly Route[]): ((id: string) => Route | undefined) => {
  const names = new Map(routes.map(({ match }, at) => [match, at] as const).toReversed())
  const globs = routes.flatMap(({ match }, at) => (isGlob(match) ? [{ at, matches: globMatcher([match]) }] : []))
  return (id) => {
    const named = names.get(id) ?? routes.length
    const glob = globs.find(({ at, matches }) => at < named && matches(id))
    return routes[glob?.at ?? named]
  }
}

/**
 * The ids that upstreams list themselves, and that go to them as they are. An upstream is asked where a glob sends it
 * ids, and not where each of its models is named.
 */
const listUpstreamModels = (
  routes: readonly Route[],
  families: readonly FamilyServices[]
): Effect.Effect<ListedIds> => {
  const route = router(routes)
  const lines = families.flatMap(({ chat }) => chat ?? [])
  const goes = (id: string, line: ModelLine<Model>): boolean => {
    const taken = route(id)
    if (taken !== undefined) return taken.upstream === line.upstream && taken.model === undefined
    return lines.find((it) => it.serves(id)) === line
  }
  const lists = lines.flatMap((line) => {
    const { upstreamModels, upstream, claims } = line
    const isOpen = claims || routes.some((it) => it.upstream === upstream && isGlob(it.match) && it.model === undefined)
    if (upstreamModels === undefined || !isOpen) return []
    return [Effect.map(upstreamModels, (found) => [...found].filter(([id]) => goes(id, line)))]
  })
  return Effect.map(Effect.all(lists, { concurrency: "unbounded" }), (found) => new Map(found.flat()))
}

/** The models of all capabilities as one list, and those of `there`, which upstreams list themselves. */
const listModels = (
  models: Readonly<Record<Capability, Models<Model>>>,
  there: Effect.Effect<ListedIds>
): ListedModels["Service"] => {
  const entries = capabilities.map((serves) => ({ serves, models: models[serves] }))
  const find = (id: string): ListedModel | undefined => {
    const found = entries.flatMap(({ serves, models }) => {
      const model = models.find(id)
      return model === undefined ? [] : [{ serves, model }]
    })
    const [first] = found
    if (first === undefined) return undefined
    const { family, created, target } = first.model
    return {
      id,
      family,
      ...(created === undefined ? {} : { created }),
      sent: target.model,
      serves: found.map(({ serves }) => serves)
    }
  }
  const ids = new Set(entries.flatMap(({ models }) => models.ids))
  const dated = (id: string, created: number | undefined): readonly ListedModel[] => {
    const found = ids.has(id) ? undefined : find(id)
    return found === undefined ? [] : [created === undefined ? found : { ...found, created }]
  }
  return {
    find,
    list: [...ids].flatMap((id) => find(id) ?? []),
    more: Effect.map(there, (found) => [...found].flatMap(([id, created]) => dated(id, created)))
  }
}

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
      const mistake = memberMistake({ families: layers, routes }, wanted)
      if (mistake !== undefined) throw new GatewayError("Internal", `${mistake}.`)
      const families: FamilyServices[] = []
      for (const [at, layer] of layers.entries()) {
        families.push(servicesOf(yield* Layer.buildWithMemoMap(layer, memoMap, scope), at))
      }
      return capabilityServices(routes, families)
    })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the services built are those that the Layers' types were derived from
  return Layer.fromBuildMemo(build) as Merged<L>
}

/** The key that every family's Layer is built under; which capabilities it adds to is known to its type alone. */
const familyKey = <C>(): Context.Key<Family<C>, FamilyServices> =>
  Context.Service<Family<C>, FamilyServices>("isogloss/Family")

/** The Layer of a family, from what it serves. */
export const family = <const S extends FamilyServices, E = never, R = never>(
  serves: Effect.Effect<S, E, R>
): Layer.Layer<Family<CapabilityOf[keyof S & keyof CapabilityOf]>, E, R> =>
  Layer.effect(familyKey<CapabilityOf[keyof S & keyof CapabilityOf]>(), serves)

/** What every Layer gives that is built. */
const usual = Layer.CurrentMemoMap.key

/** What the family at a place of the list serves; throws where what was given there is a Layer of something else. */
const servicesOf = (given: Context.Context<never>, at: number): FamilyServices => {
  const found = Context.getOrUndefined(given, familyKey<never>())
  if (found !== undefined) return found
  const names = [...given.mapUnsafe.keys()].flatMap((name) => (name === usual ? [] : [`\`${name}\``]))
  const why = `it is a Layer that gives ${names.length === 0 ? "nothing" : names.join(", ")}`
  throw new GatewayError("Internal", `\`families[${at}]\` is no family, such as \`OpenAI.layer({ key })\`: ${why}.`)
}

type Capabilities = ChatModels | EmbeddingModels | ImageModels | RerankModels | VideoModels | ListedModels

const capabilityServices = (
  routes: readonly Route[],
  families: readonly FamilyServices[]
): Context.Context<Capabilities> => {
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
