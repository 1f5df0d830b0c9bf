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
export type Params = Readonly<Record<string, string>>

/** A route's path, taken apart once. */
export interface Pattern {
  /** Whether the path ends in a verb. */
  readonly hasVerb: boolean
  /** The parameters of a path that fits, given as its pieces between slashes; undefined where it does not fit. */
  readonly read: (given: readonly string[]) => Params | undefined
}

/** The pattern of a route's path: `:name` is one piece, a last `*name` the rest, behind which a verb may stand. */
export const patternOf = (route: string): Pattern => {
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
