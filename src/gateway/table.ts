import type { Endpoint, Head } from "../endpoints/endpoint.ts"
import { paramsOf } from "./paths.ts"

/** What a path and a method lead to: an endpoint; the methods that a known path takes; or nothing. */
export type Place<R> =
  | { readonly kind: "endpoint"; readonly endpoint: Endpoint<R>; readonly params: Head["params"] }
  | { readonly kind: "methods"; readonly endpoint: Endpoint<R>; readonly methods: readonly string[] }
  | { readonly kind: "nowhere" }

/** Finds the place of a request. */
export type Table<R> = (method: string, path: string) => Place<R>

/** The table of some endpoints: HEAD reads what GET does, and slashes that are doubled or last do not count. */
export const tableOf = <R>(endpoints: readonly Endpoint<R>[]): Table<R> => {
  const exact = new Map<string, Map<string, Place<R>>>()
  for (const endpoint of endpoints) {
    if (endpoint.path.includes("/:")) continue
    const byMethod = exact.get(endpoint.path) ?? new Map<string, Place<R>>()
    exact.set(endpoint.path, byMethod)
    for (const method of methodsOf(endpoint)) byMethod.set(method, { kind: "endpoint", endpoint, params: none })
  }
  return (method, path) => exact.get(path)?.get(method) ?? search(endpoints, method, tidy(path))
}

const none: Head["params"] = Object.freeze({})

const nowhere = { kind: "nowhere" } as const

const search = <R>(endpoints: readonly Endpoint<R>[], method: string, path: string): Place<R> => {
  const known = endpoints.flatMap((endpoint) => {
    const params = paramsOf(endpoint.path, path)
    return params === undefined ? [] : [{ endpoint, params }]
  })
  const fitting = known.find(({ endpoint }) => methodsOf(endpoint).includes(method))
  if (fitting !== undefined) return { kind: "endpoint", ...fitting }
  const [first] = known
  if (first === undefined) return nowhere
  const methods = new Set(known.flatMap(({ endpoint }) => methodsOf(endpoint)))
  return { kind: "methods", endpoint: first.endpoint, methods: [...methods] }
}

const methodsOf = ({ method }: Pick<Endpoint, "method">): readonly string[] =>
  method === "GET" ? ["GET", "HEAD"] : [method]

const tidy = (path: string): string => path.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1")
