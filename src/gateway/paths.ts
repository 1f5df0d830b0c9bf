/** The path of a request target. */
export const pathOf = (url: string): string => {
  const end = url.search(/[?#]/)
  return end < 0 ? url : url.slice(0, end)
}

/** The query of a request target. */
export const searchOf = (url: string): URLSearchParams => {
  const from = url.indexOf("?")
  return new URLSearchParams(from < 0 ? "" : url.slice(from))
}

/** The parameters of a path that fits a route's; undefined where it does not. */
export const paramsOf = (route: string, path: string): Readonly<Record<string, string>> | undefined => {
  const wanted = route.split("/")
  const given = path.split("/")
  if (wanted.length !== given.length) return undefined
  const params = new Map<string, string>()
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? ""
    if (segment.startsWith(":") && value !== "") params.set(segment.slice(1), decoded(value))
    else if (segment !== value) return undefined
  }
  return Object.fromEntries(params)
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
