import { anyCarrier, type AuthPolicy, type Carrier, presented } from "./carriers.ts"

/** How each carrier is written. */
const written: Readonly<Record<Carrier, string>> = {
  bearer: "`authorization: Bearer KEY`",
  login: "`authorization: Bearer KEY`",
  "x-api-key": "`x-api-key: KEY`",
  "x-goog-api-key": "`x-goog-api-key: KEY`",
  query: "`?key=KEY`"
}

/**
 * Where a request carries a key that its route does not look for, and where it should; undefined where it carries none.
 * Header names are lower-case.
 */
export const misplaced = (
  policy: AuthPolicy,
  headers: Readonly<Record<string, string | undefined>>,
  search: () => URLSearchParams
): string | undefined => {
  const [wanted] = policy
  if (wanted === undefined) return undefined
  const [other] = presented(anyCarrier, headers, search)
  if (other !== undefined) return `The key stands in ${placeOf(other.carrier)}; this path reads ${written[wanted]}.`
  const bare = headers["authorization"] ?? ""
  return bare === "" ? undefined : `\`authorization\` holds no \`Bearer\`; this path reads ${written[wanted]}.`
}

const placeOf = (carrier: Carrier): string => (carrier === "query" ? "`?key=`" : `\`${carrier}\``)
