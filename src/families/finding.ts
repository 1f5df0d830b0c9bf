import * as Effect from "effect/Effect"
import { parseModelId } from "../core/chat/thinking.ts"
import {
  capabilities,
  type Capability,
  type ListedModel,
  type ListedModels,
  type Model,
  type Models
} from "../capabilities/models.ts"
import { groupItems } from "../core/collections.ts"
import type { Line, Serves } from "./family.ts"
import type { Listed } from "./listed.ts"
import { isGlob, type Route, router } from "./routes.ts"

/** The models of a capability: those that its lines serve, the operator's routes before the lines' own claims. */
export type Finding = <M extends Model>(lineOf: (family: Serves) => Line<M> | undefined) => Models<M>

/**
 * Finds models of some families. Of the lines of a routed upstream it is the one that claims the id that is sent, or the
 * id whose rules it follows; where none does, the first, and those that have no catalogue. A route to an upstream that
 * no family has is a defect. An operator's alias may carry the suffixes that its line takes.
 */
export const finding = (routes: readonly Route[], families: readonly Serves[]): Finding => {
  const linesOn = groupItems(families.flatMap(linesOf), ({ upstream }) => upstream)
  for (const { match, upstream } of routes) {
    if (!linesOn.has(upstream))
      throw new Error(`The route for \`${match}\` names the upstream \`${upstream}\`, which no family has.`)
  }
  const route = router(routes)
  const named = routes.filter(({ match }) => !isGlob(match)).map(({ match }) => match)
  return <M extends Model>(lineOf: (family: Serves) => Line<M> | undefined): Models<M> => {
    const own = families.flatMap((family) => lineOf(family) ?? [])
    const ownOn = groupItems(own, ({ upstream }) => upstream)
    const lineOn = (taken: Route, id: string): Line<M> | undefined => {
      const there = linesOn.get(taken.upstream) ?? []
      const claimed = there.filter((line) => line.serves(taken.like ?? taken.model ?? id))
      const taking = claimed.length === 0 ? there.filter(takesAny) : claimed
      return ownOn.get(taken.upstream)?.find((line) => taking.some((it) => it === line))
    }
    const find = remembering((id) => {
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
export const placing = <M extends Model>(
  families: readonly Serves[],
  lineOf: (family: Serves) => Line<M> | undefined
): ((place: { readonly name: string; readonly model: string }) => M | undefined) => {
  const own = families.flatMap((family) => lineOf(family) ?? [])
  return ({ name, model }) => own.find(({ upstream }) => upstream === name)?.model({ id: model })
}

/** Whether an id that no line of an upstream claims is this one's: the first line's, and those' that know no ids. */
const takesAny = ({ ids }: Line<Model>, index: number): boolean => index === 0 || ids.length === 0

/** What a family serves, in the order in which an id that nobody claims is taken. */
const linesOf = ({ chat, embeddings, images, rerank, videos }: Serves): readonly Line<Model>[] =>
  [chat, embeddings, images, rerank, videos].filter((line) => line !== undefined)

/** How many models that were asked for are remembered: a glob serves as many ids as clients make up. */
const most = 1000

/** Finds each model once. */
const remembering = <M>(find: (id: string) => M | undefined): ((id: string) => M | undefined) => {
  const known = new Map<string, M>()
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

/**
 * The ids that upstreams list themselves, and that go to them as they are. An upstream is asked where a glob sends it
 * ids, and not where each of its models is named.
 */
export const listedThere = (routes: readonly Route[], families: readonly Serves[]): Effect.Effect<Listed> => {
  const route = router(routes)
  const lines = families.flatMap(({ chat }) => chat ?? [])
  const goes = (id: string, line: Line<Model>): boolean => {
    const taken = route(id)
    if (taken !== undefined) return taken.upstream === line.upstream && taken.model === undefined
    return lines.find((it) => it.serves(id)) === line
  }
  const asked = lines.flatMap((line) => {
    const { own, upstream, claims } = line
    const isOpen = claims || routes.some((it) => it.upstream === upstream && isGlob(it.match) && it.model === undefined)
    return own === undefined || !isOpen ? [] : [Effect.map(own, (found) => [...found].filter(([id]) => goes(id, line)))]
  })
  return Effect.map(Effect.all(asked, { concurrency: "unbounded" }), (found) => new Map(found.flat()))
}

/** The models of all capabilities as one list, and those of `there`, which upstreams list themselves. */
export const listed = (
  models: Readonly<Record<Capability, Models<Model>>>,
  there: Effect.Effect<Listed>
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
