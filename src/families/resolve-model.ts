import { parseModelId } from "../core/chat/thinking.ts"
import { longestId, type Model, type Models } from "../capabilities/models.ts"
import { groupItems } from "../core/collections.ts"
import { globMatcher, isGlob } from "../core/naming/naming.ts"
import type { FamilyServices, ModelLine } from "./family.ts"

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

/** The models of a capability: those that its lines serve, the operator's routes before the lines' own claims. */
type ModelResolver = <M extends Model>(lineOf: (family: FamilyServices) => ModelLine<M> | undefined) => Models<M>

/**
 * Finds models of some families. Of the lines of a routed upstream it is the one that claims the id that is sent, or the
 * id whose rules it follows; where none does, the first, and those that have no catalogue. A route to an upstream that
 * no family has is a defect. An operator's alias may carry the suffixes that its line takes.
 */
export const resolveModels = (routes: readonly Route[], families: readonly FamilyServices[]): ModelResolver => {
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
export const resolvePlacedModel = <M extends Model>(
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
export const router = (routes: readonly Route[]): ((id: string) => Route | undefined) => {
  const names = new Map(routes.map(({ match }, at) => [match, at] as const).toReversed())
  const globs = routes.flatMap(({ match }, at) => (isGlob(match) ? [{ at, matches: globMatcher([match]) }] : []))
  return (id) => {
    const named = names.get(id) ?? routes.length
    const glob = globs.find(({ at, matches }) => at < named && matches(id))
    return routes[glob?.at ?? named]
  }
}
