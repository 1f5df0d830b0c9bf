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

/** The parameters of a path that fits a route's; undefined where it does not. */
export const paramsOf = (route: string, path: string): Readonly<Record<string, string>> | undefined => {
  const open = route.indexOf("/*")
  if (open < 0) return segmentsOf(route.split("/"), path.split("/"))
  const head = route.slice(0, open).split("/")
  const given = path.split("/")
  const params = segmentsOf(head, given.slice(0, head.length))
  const rest = restOf(route.slice(open + 2), decoded(given.slice(head.length).join("/")))
  return params === undefined || rest === undefined ? undefined : { ...params, ...rest }
}

/** Whether a route ends in a verb. */
export const hasVerb = (route: string): boolean => /\/\*\w+:/.test(route)

const segmentsOf = (wanted: readonly string[], given: readonly string[]): Record<string, string> | undefined => {
  if (wanted.length !== given.length) return undefined
  const params = new Map<string, string>()
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? ""
    if (segment.startsWith(":") && value !== "") params.set(segment.slice(1), decoded(value))
    else if (segment !== value) return undefined
  }
  return Object.fromEntries(params)
}

/** The last parameter, which may hold slashes and colons: a verb stands after the last of those. */
const restOf = (wanted: string, value: string): Record<string, string> | undefined => {
  const [name = "", verb] = wanted.split(":")
  if (verb === undefined) return value === "" ? undefined : { [name]: value }
  const at = value.lastIndexOf(":")
  return at > 0 && value.slice(at + 1) === verb ? { [name]: value.slice(0, at) } : undefined
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
