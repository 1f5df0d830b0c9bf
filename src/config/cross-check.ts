import { rulesOf } from "../families/catalogue.ts"
import type { Listing } from "../families/family.ts"
import { wireNames } from "../words/wire-names.ts"
import { listings } from "./known-families.ts"
import { type Found, keyOf } from "./problem.ts"

/**
 * What does not fit together in a file, whatever else is wrong with it: a part that is not what it must be is passed
 * over.
 */
export const crossCheck = (file: unknown): readonly Found[] =>
  [emptiness, formats, destinations, likenesses, twins, headers].flatMap((look) => look(file))

const emptiness = (file: unknown): readonly Found[] => {
  const upstreams = memberOf(file, "upstreams")
  const isEmpty = typeof upstreams === "object" && upstreams !== null && Object.keys(upstreams).length === 0
  return isEmpty ? [{ path: ["upstreams"], message: "must hold at least one upstream." }] : []
}

const formats = (file: unknown): readonly Found[] =>
  upstreamsOf(file).flatMap(([name, upstream]) => {
    const listing = listingOf(upstream)
    const said = textOf(upstream, "format")
    if (listing === undefined || said === undefined || said === listing.format) return []
    const message = `must be \`${listing.format}\`: it is what the family \`${listing.family}\` speaks.`
    return [{ path: ["upstreams", name, "format"], message }]
  })

const destinations = (file: unknown): readonly Found[] => {
  const names = upstreamsOf(file).map(([name]) => name)
  return itemsOf(file, "models").flatMap((route, index) => {
    const upstream = textOf(route, "upstream")
    if (upstream === undefined || names.length === 0 || names.includes(upstream)) return []
    const message = `must be the name of one of the \`upstreams\`: ${quoted(names)}.`
    return [{ path: ["models", index, "upstream"], message }]
  })
}

const likenesses = (file: unknown): readonly Found[] => {
  const upstreams = new Map(upstreamsOf(file))
  return itemsOf(file, "models").flatMap((route, index) => {
    const like = textOf(route, "like")
    const listing = listingOf(upstreams.get(textOf(route, "upstream") ?? ""))
    if (like === undefined || listing === undefined || rulesOf(modelsOf(listing), like) !== undefined) return []
    return [{ path: ["models", index, "like"], message: whyUnlike(listing) }]
  })
}

/** All models that a family knows, whatever they do. */
const modelsOf = ({ catalogue, embedders = new Map() }: Listing): Listing["catalogue"] =>
  new Map([...catalogue, ...embedders])

const whyUnlike = (listing: Listing): string => {
  const ids = [...modelsOf(listing).keys()]
  return ids.length === 0
    ? `must be left out: the family \`${listing.family}\` lists no models.`
    : `must be a model that the family \`${listing.family}\` lists: ${quoted(ids)}.`
}

const twins = (file: unknown): readonly Found[] => {
  const keys = itemsOf(file, "keys").map((entry) => textOf(entry, "key"))
  return keys.flatMap((key, index) => {
    const first = keys.indexOf(key)
    if (key === undefined || first === index) return []
    const twin = keyOf(["keys", first, "key"])
    return [{ path: ["keys", index, "key"], message: `is the same as \`${twin}\`. Each key stands once.` }]
  })
}

const headers = (file: unknown): readonly Found[] => {
  const own = memberOf(file, "wireNames")
  const version = textOf(own, "messagesVersionHeader")
  const key = textOf(own, "contentKeyHeader")
  const isSame =
    (version ?? wireNames.messagesVersionHeader).toLowerCase() === (key ?? wireNames.contentKeyHeader).toLowerCase()
  if (!isSame) return []
  const [name, other] =
    key === undefined ? ["messagesVersionHeader", "contentKeyHeader"] : ["contentKeyHeader", "messagesVersionHeader"]
  return [{ path: ["wireNames", name], message: `must be another header than \`wireNames.${other}\`.` }]
}

const listingOf = (upstream: unknown): Listing | undefined => {
  const family = textOf(upstream, "family")
  return listings.find((listing) => listing.family === family)
}

const upstreamsOf = (file: unknown): readonly (readonly [string, unknown])[] => {
  const upstreams = memberOf(file, "upstreams")
  return typeof upstreams === "object" && upstreams !== null ? Object.entries(upstreams) : []
}

const itemsOf = (file: unknown, key: string): readonly unknown[] => {
  const items = memberOf(file, key)
  return Array.isArray(items) ? items : []
}

const textOf = (value: unknown, key: string): string | undefined => {
  const text = memberOf(value, key)
  return typeof text === "string" ? text : undefined
}

const memberOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? new Map<string, unknown>(Object.entries(value)).get(key) : undefined

const quoted = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(", ")
