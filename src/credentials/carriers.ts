/**
 * Where a request may carry a key: `Authorization: Bearer`, three headers, and the query parameter `key`. `login`: the
 * header of `bearer` where it may hold a login token as well as a key. Login tokens are given with their scheme, so a
 * `login` is read behind a second `Bearer `, too; a route that takes both carriers then sees two different keys.
 */
export type KeyCarrier = "bearer" | "login" | "x-api-key" | "x-goog-api-key" | "api-key" | "query"

/** Which carriers a route takes; all others are ignored. An empty list is an open route. */
export type AuthPolicy = readonly KeyCarrier[]

/** The carriers of every vendor's SDK, for a route that all of them ask. */
export const anyCarrier: AuthPolicy = ["bearer", "x-api-key", "x-goog-api-key", "api-key", "query"]

/** A key as a request presented it. */
export interface PresentedKey {
  readonly carrier: KeyCarrier
  readonly secret: string
}

/** The keys that a request presents in the carriers that a route takes. Header names are lower-case. */
export const presentedKeys = (
  policy: AuthPolicy,
  headers: Readonly<Record<string, string | undefined>>,
  search: () => URLSearchParams
): readonly PresentedKey[] => {
  const out: PresentedKey[] = []
  for (const carrier of policy) {
    for (const secret of carried(carrier, headers, search)) if (secret !== "") out.push({ carrier, secret })
  }
  return out
}

const carried = (
  carrier: KeyCarrier,
  headers: Readonly<Record<string, string | undefined>>,
  search: () => URLSearchParams
): readonly string[] => {
  switch (carrier) {
    case "bearer":
      return [bearer(headers["authorization"]) ?? ""]
    case "login": {
      const token = bearer(headers["authorization"])
      return [bearer(token) ?? token ?? ""]
    }
    case "x-api-key":
    case "x-goog-api-key":
    case "api-key":
      return [headers[carrier]?.trim() ?? ""]
    case "query":
      return search().getAll("key")
  }
}

const bearer = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined
  const space = header.indexOf(" ")
  return space > 0 && header.slice(0, space).toLowerCase() === "bearer" ? header.slice(space + 1).trim() : undefined
}

/** How each carrier is written. */
const written: Readonly<Record<KeyCarrier, string>> = {
  bearer: "`authorization: Bearer KEY`",
  login: "`authorization: Bearer KEY`",
  "x-api-key": "`x-api-key: KEY`",
  "x-goog-api-key": "`x-goog-api-key: KEY`",
  "api-key": "`api-key: KEY`",
  query: "`?key=KEY`"
}

/**
 * Where a request carries a key that its route does not look for, and where it should; undefined where it carries none.
 * Header names are lower-case.
 */
export const misplacedKey = (
  policy: AuthPolicy,
  headers: Readonly<Record<string, string | undefined>>,
  search: () => URLSearchParams
): string | undefined => {
  const [wanted] = policy
  if (wanted === undefined) return undefined
  const [other] = presentedKeys(anyCarrier, headers, search)
  if (other !== undefined) return `The key stands in ${placeOf(other.carrier)}; this path reads ${written[wanted]}.`
  const bare = headers["authorization"] ?? ""
  return bare === "" ? undefined : `\`authorization\` holds no \`Bearer\`; this path reads ${written[wanted]}.`
}

const placeOf = (carrier: KeyCarrier): string => (carrier === "query" ? "`?key=`" : `\`${carrier}\``)
