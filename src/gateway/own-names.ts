import { type WireNames, wireNames } from "../core/format.ts"

/** Headers by their names in small letters. */
type Headers = Readonly<Record<string, string | undefined>>

/** The names of headers that a deployment may spell in its own way. */
const spelled = ["messagesVersionHeader", "contentKeyHeader"] as const

/**
 * Reads headers that this deployment calls otherwise under their vendors' names, too: what is read by those names need
 * not know. A header that has its vendor's name wins.
 */
export const underVendorsNames = (names: WireNames): ((headers: Headers) => Headers) => {
  const own = spelled
    .map((name) => [names[name].toLowerCase(), wireNames[name]] as const)
    .filter(([mine, theirs]) => mine !== theirs)
  if (own.length === 0) return (headers) => headers
  return (headers) => {
    const known: Record<string, string | undefined> = { ...headers }
    for (const [mine, theirs] of own) known[theirs] ??= headers[mine]
    return known
  }
}
