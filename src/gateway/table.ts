import type { Endpoint, Head } from "../endpoints/endpoint.ts"
import { type Params, type Pattern, patternOf } from "./paths.ts"

/** What a path and a method lead to: an endpoint; the methods that a known path takes; or nothing. */
export type Place<R> =
  | { readonly kind: "endpoint"; readonly endpoint: Endpoint<R>; readonly params: Head["params"] }
  | { readonly kind: "methods"; readonly endpoint: Endpoint<R>; readonly methods: readonly string[] }
  | { readonly kind: "nowhere" }

/** Finds the place of a request. */
export type Table<R> = (method: string, path: string) => Place<R>

/** The table of some endpoints: HEAD reads what GET does. */
export const tableOf = <R>(endpoints: readonly Endpoint<R>[]): Table<R> => {
  const exact = new Map<string, Map<string, Place<R>>>()
  const routes = endpoints.flatMap(routesOf)
  for (const { endpoint, path } of routes) {
    if (/\/[:*]/.test(path)) continue
    const byMethod = exact.get(path) ?? new Map<string, Place<R>>()
    exact.set(path, byMethod)
    for (const method of methodsOf(endpoint)) byMethod.set(method, { kind: "endpoint", endpoint, params: none })
  }
  return (method, path) => exact.get(path)?.get(method) ?? search(routes, method, path)
}

/** An endpoint at one of its paths. */
interface Routed<R> {
  readonly endpoint: Endpoint<R>
  readonly path: string
  readonly pattern: Pattern
}

const routesOf = <R>(endpoint: Endpoint<R>): readonly Routed<R>[] =>
  pathsOf(endpoint).map((path) => ({ endpoint, path, pattern: patternOf(path) }))

/** All paths of an endpoint. */
export const pathsOf = ({ path, also = [] }: Pick<Endpoint, "path" | "also">): readonly Endpoint["path"][] => [
  path,
  ...also
]

const none: Head["params"] = Object.freeze({})

const nowhere = { kind: "nowhere" } as const

const search = <R>(routes: readonly Routed<R>[], method: string, path: string): Place<R> => {
  const given = path.split("/")
  const fits: { readonly endpoint: Endpoint<R>; readonly hasVerb: boolean; readonly params: Params }[] = []
  for (const { endpoint, pattern } of routes) {
    const params = pattern.read(given)
    if (params !== undefined) fits.push({ endpoint, hasVerb: pattern.hasVerb, params })
  }
  const withVerb = fits.filter(({ hasVerb }) => hasVerb)
  const known = withVerb.length > 0 ? withVerb : fits.filter(({ params }) => isReading(method) || !asksVerb(params))
  const fitting = known.find(({ endpoint }) => methodsOf(endpoint).includes(method))
  if (fitting !== undefined) return { kind: "endpoint", endpoint: fitting.endpoint, params: fitting.params }
  const [first] = known
  if (first === undefined) return nowhere
  const methods = new Set(known.flatMap(({ endpoint }) => methodsOf(endpoint)))
  return { kind: "methods", endpoint: first.endpoint, methods: [...methods] }
}

const reading: readonly string[] = ["GET", "HEAD"]

const isReading = (method: string): boolean => reading.includes(method)

/** Ids may hold colons where they are read; elsewhere what follows one is a verb, which no endpoint has. */
const asksVerb = (params: Head["params"]): boolean => Object.values(params).some((value) => value?.includes(":"))

const methodsOf = ({ method }: Pick<Endpoint, "method">): readonly string[] => (method === "GET" ? reading : [method])
