import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import {
  capabilities,
  type Capability,
  type ListedModel,
  type ListedModels,
  type Model,
  type Models
} from "../capabilities/models.ts"
import { GatewayError } from "../core/errors/error.ts"
import { isGlob } from "../core/naming/naming.ts"
import { isArray, isObject } from "../core/json/json.ts"
import { parsedOrNull } from "../core/json/value.ts"
import type { Upstream, UpstreamReply, UpstreamRequest } from "../upstream/upstream.ts"
import type { ListedIds } from "./catalogue.ts"
import type { FamilyServices, ModelLine, UpstreamModels } from "./family.ts"
import { type Route, router } from "./resolve-model.ts"

/**
 * The ids that upstreams list themselves, and that go to them as they are. An upstream is asked where a glob sends it
 * ids, and not where each of its models is named.
 */
export const listUpstreamModels = (
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
export const listModels = (
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

/** The most bytes of such a list, the most models of it, and the most characters of an id. */
const limits = { bytes: 2 * 1024 * 1024, models: 1000, id: 256 } as const

/** How long it may take: a list waits for it. */
const clocks = { connect: 1000, firstByte: 2000, idle: 1000, total: 3000 } as const

/** Asks an upstream for its models, at most once in five minutes, or in half a minute where it did not answer. */
export const askUpstreamModels = (
  upstream: Upstream["Service"],
  request: () => Pick<UpstreamRequest, "url" | "headers" | "secrets" | "pool">
): Effect.Effect<UpstreamModels> => {
  let last: ListedIds = new Map()
  const ask = Effect.suspend(() => upstream.unary({ ...request(), method: "GET", once: true, clocks })).pipe(
    Effect.flatMap(readList),
    Effect.map((found) => (last = found)),
    Effect.uninterruptible
  )
  const cached = Effect.cachedWithTTL(ask, (exit) => (Exit.isSuccess(exit) ? "5 minutes" : "30 seconds"))
  return Effect.map(cached, (known) => Effect.orElseSucceed(known, () => last))
}

const readList = ({ status, body }: UpstreamReply): Effect.Effect<ListedIds, GatewayError> => {
  const list = status === 200 && body.length <= limits.bytes ? parsedOrNull(new TextDecoder().decode(body)) : null
  const data = isObject(list) ? list["data"] : undefined
  if (!isArray(data))
    return Effect.fail(new GatewayError("UpstreamFailed", "The upstream did not return a list of models."))
  const found = new Map<string, number | undefined>()
  for (const entry of data.slice(0, limits.models)) {
    const { id, created } = isObject(entry) ? entry : {}
    if (typeof id !== "string" || id === "" || id.length > limits.id) continue
    found.set(id, typeof created === "number" && Number.isSafeInteger(created) && created > 0 ? created : undefined)
  }
  return Effect.succeed(found)
}
