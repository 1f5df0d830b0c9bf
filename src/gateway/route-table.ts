import { GatewayError } from "../core/errors/error.ts"
import { isNonEmptyText, memberMistake, type WantedMember } from "../core/given.ts"
import type { Endpoint, Head } from "../endpoints/endpoint.ts"

/** What a path and a method lead to: an endpoint; the methods that a known path takes; or nothing. */
export type RoutePlace<R> =
  | { readonly kind: "endpoint"; readonly endpoint: Endpoint<R>; readonly params: Head["params"] }
  | { readonly kind: "methods"; readonly endpoint: Endpoint<R>; readonly methods: readonly string[] }
  | { readonly kind: "nowhere" }

/** Finds the place of a request. */
export type RouteTable<R> = (method: string, path: string) => RoutePlace<R>

/** What the endpoints of a gateway must be, whatever types said. */
const wanted: readonly WantedMember[] = [
  {
    name: "endpoints",
    expected: "a list of endpoints, such as `Endpoints.chatCompletions`",
    accepts: (given) => Array.isArray(given) && given.every(isEndpoint),
    needed: true
  }
]

const isEndpoint = (given: unknown): boolean =>
  typeof given === "object" && given !== null && "path" in given && isNonEmptyText(given.path)

/** The table of some endpoints: HEAD reads what GET does. Throws where they are none. */
export const routeTable = <R>(endpoints: readonly Endpoint<R>[]): RouteTable<R> => {
  const mistake = memberMistake({ endpoints }, wanted)
  if (mistake !== undefined) throw new GatewayError("Internal", `${mistake}.`)
  const exact = new Map<string, Map<string, RoutePlace<R>>>()
  const routes = endpoints.flatMap(routesOf)
  for (const { endpoint, path } of routes) {
    if (/\/[:*]/.test(path)) continue
    const byMethod = exact.get(path) ?? new Map<string, RoutePlace<R>>()
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

const search = <R>(routes: readonly Routed<R>[], method: string, path: string): RoutePlace<R> => {
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
  const methods = new Set(known.flatMap(({ endpoint }) => (endpoint.isRefusal ? [] : methodsOf(endpoint))))
  return { kind: "methods", endpoint: first.endpoint, methods: [...methods] }
}

const reading: readonly string[] = ["GET", "HEAD"]

const isReading = (method: string): boolean => reading.includes(method)

/** Ids may hold colons where they are read; elsewhere what follows one is a verb, which no endpoint has. */
const asksVerb = (params: Head["params"]): boolean => Object.values(params).some((value) => value?.includes(":"))

const methodsOf = ({ method }: Pick<Endpoint, "method">): readonly string[] => (method === "GET" ? reading : [method])

/** The path of a request target; slashes that are doubled or last do not count. */
export const pathOf = (url: string): string => {
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  return path.includes("//") || path.endsWith("/") ? tidy(path) : path
}

const tidy = (path: string): string => path.replace(/\/{2,}/g, "/").replace(/(.)\/$/, "$1")

/** The query of a request target. */
export const searchOf = (url: string): URLSearchParams => {
  const from = url.indexOf("?")
  return new URLSearchParams(from < 0 ? "" : url.slice(from))
}

/** The parameters of a path. */
type Params = Readonly<Record<string, string>>

/** A route's path, taken apart once. */
interface Pattern {
  /** Whether the path ends in a verb. */
  readonly hasVerb: boolean
  /** The parameters of a path that fits, given as its pieces between slashes; undefined where it does not fit. */
  readonly read: (given: readonly string[]) => Params | undefined
}

/** The pattern of a route's path: `:name` is one piece, a last `*name` the rest, behind which a verb may stand. */
const patternOf = (route: string): Pattern => {
  const open = route.indexOf("/*")
  const wanted = (open < 0 ? route : route.slice(0, open)).split("/")
  if (open < 0) {
    const read: Pattern["read"] = (given) => (given.length === wanted.length ? piecesOf(wanted, given) : undefined)
    return { hasVerb: false, read }
  }
  const [name = "", verb] = route.slice(open + 2).split(":")
  const read: Pattern["read"] = (given) => {
    const params = given.length > wanted.length ? piecesOf(wanted, given) : undefined
    const rest = params && restOf(decoded(given.slice(wanted.length).join("/")), verb)
    return rest === undefined ? undefined : { ...params, [name]: rest }
  }
  return { hasVerb: verb !== undefined, read }
}

/** The parameters of the first pieces of a path. */
const piecesOf = (wanted: readonly string[], given: readonly string[]): Params | undefined => {
  const params: Record<string, string> = {}
  for (const [index, piece] of wanted.entries()) {
    const value = given[index] ?? ""
    if (piece === value) continue
    if (!piece.startsWith(":") || value === "") return undefined
    params[piece.slice(1)] = decoded(value)
  }
  return params
}

/** The last parameter, which may hold slashes and colons: a verb stands after the last of those. */
const restOf = (value: string, verb: string | undefined): string | undefined => {
  if (verb === undefined) return value === "" ? undefined : value
  const at = value.lastIndexOf(":")
  return at > 0 && value.slice(at + 1) === verb ? value.slice(0, at) : undefined
}

const decoded = (segment: string): string => {
  if (!segment.includes("%")) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** What SDKs write behind their base URL, or expect it to end in. */
const versions = ["/v1", "/v1beta"] as const

/** An endpoint that a path would lead to under another base URL. */
interface MeantEndpoint<R> {
  readonly endpoint: Endpoint<R>
  /** A sentence that names the endpoint's path and how the base URL must end. */
  readonly advice: string
}

/** What a path that leads nowhere means: one that lacks its version, has one too many, or begins with what is another's; undefined: nothing known. */
export const endpointMeant = <R>(table: RouteTable<R>, method: string, path: string): MeantEndpoint<R> | undefined => {
  for (const version of versions) {
    const lacking = table(method, version + path)
    if (lacking.kind !== "nowhere" && lacking.endpoint.path.startsWith(`${version}/`))
      return meant(lacking.endpoint, `Let the base URL of your SDK end in \`${version}\`.`)
    const doubled = path.startsWith(`${version}/v1`) ? table(method, path.slice(version.length)) : nowhere
    if (doubled.kind !== "nowhere")
      return meant(doubled.endpoint, `Leave \`${version}\` out of the base URL: your SDK writes the version itself.`)
  }
  return behindForeign(table, method, path)
}

/** What a base URL ends in that is another vendor's or gateway's, or a whole endpoint's behind that. */
const foreign = /^((?:\/(?:api|anthropic|openai|gemini|v1beta|v1))*)(?:\/(?:chat\/completions|messages))?(?=\/)/

/** What a path means behind such a base URL; an endpoint's path may go on with another's. */
const behindForeign = <R>(table: RouteTable<R>, method: string, path: string): MeantEndpoint<R> | undefined => {
  const [longest = "", shortest = ""] = foreign.exec(path) ?? []
  return behind(table, method, path, longest) ?? behind(table, method, path, shortest)
}

const behind = <R>(table: RouteTable<R>, method: string, path: string, base: string): MeantEndpoint<R> | undefined => {
  const rest = path.slice(base.length)
  for (const version of versions) {
    const there = table(method, version + rest)
    if (there.kind === "nowhere") continue
    const before = base.endsWith(version) ? base.slice(0, -version.length) : ""
    const how =
      before === ""
        ? `Let the base URL of your SDK end in \`${version}\`.`
        : `Leave \`${before}\` out of the base URL of your SDK.`
    return meant(there.endpoint, how)
  }
  const there = table(method, rest)
  if (there.kind === "nowhere") return undefined
  return meant(there.endpoint, `Leave \`${base}\` out of the base URL of your SDK.`)
}

const meant = <R>(endpoint: Endpoint<R>, how: string): MeantEndpoint<R> => ({
  endpoint,
  advice: `\`${endpoint.path.replace(/[:*](\w+)/, "{$1}")}\` is there. ${how}`
})
