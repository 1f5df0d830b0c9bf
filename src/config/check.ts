import * as EffectResult from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import {
  type PlacedProblem,
  type Path,
  baseUrl,
  isLoopback,
  leastKey,
  unguessable,
  taskPlaceOf,
  loginSecret,
  nodeName,
  baseUrlMistake,
  quotedChoices,
  problemKey
} from "./validators.ts"
import { ConfigurationFile, wanted } from "./schema.ts"
import { type Listing, catalogueRules } from "../families/family.ts"
import { wireNames } from "../core/format.ts"
import { defaults } from "./configuration.ts"
import { listings } from "./known-families.ts"

/** A configuration's value against what a file may hold; everything that is wrong with it is found. */
export const checkFile = (value: unknown): Result<ConfigurationFile, readonly PlacedProblem[]> => {
  const decoded = decode(value)
  const crossing = crossCheck(value)
  if (EffectResult.isFailure(decoded)) return fail([...issuesOf(decoded.failure.issue), ...crossing])
  return crossing.length === 0 ? succeed(decoded.success) : fail(crossing)
}

const decode = Schema.decodeUnknownResult(ConfigurationFile, { errors: "all", onExcessProperty: "error" })

/** The hooks say which kind of issue it is; the sentences are {@link wanted}'s. */
const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: ({ _tag }) => _tag,
  checkHook: () => "Filter"
})

const issuesOf = (issue: SchemaIssue.Issue): readonly PlacedProblem[] => {
  const problems = new Map<string, PlacedProblem>()
  for (const { path: steps = [], message } of format(issue).issues) {
    const path = steps.map((step) => (typeof step === "object" ? step.key : step))
    const stranger = message === "UnexpectedKey" ? ({ stranger: true } as const) : {}
    problems.set(path.map(String).join("\0"), { path, message: sentence(path, message), ...stranger })
  }
  return [...problems.values()]
}

/** What a file must hold, as a sentence. */
export const wantedFile = "It must hold an object, with `keys` and `upstreams` at least."

const sentence = (path: Path, kind: string): string => {
  if (path.length === 0) return `The file is not an object. ${wantedFile}`
  const pattern = patternOf(path)
  if (kind === "UnexpectedKey") return `is not a known key. Known keys are ${knownBeside(path)}.`
  const want = wanted.get(pattern) ?? "another value"
  return kind === "MissingKey" ? `is missing. It must be ${want}.` : `must be ${want}.`
}

/** The steps as {@link wanted} writes them. */
const patternOf = (path: Path): string => {
  let pattern = ""
  for (const step of path) {
    const literal = pattern === "" ? String(step) : `${pattern}.${String(step)}`
    pattern = wanted.has(literal) ? literal : `${pattern}.*`
  }
  return pattern
}

const knownBeside = (path: Path): string => {
  const parent = patternOf(path.slice(0, -1))
  const prefix = parent === "" ? "" : `${parent}.`
  const names = [...wanted.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
  return names
    .filter((name) => name !== "" && name !== "*" && !name.includes("."))
    .map((name) => `\`${name}\``)
    .join(", ")
}

/**
 * What does not fit together in a file, whatever else is wrong with it: a part that is not what it must be is passed
 * over.
 */
export const crossCheck = (file: unknown): readonly PlacedProblem[] =>
  [
    emptiness,
    formats,
    baseUrls,
    compatOptions,
    unbraced,
    destinations,
    likenesses,
    duplicateKeys,
    guessable,
    duplicateUsernames,
    mediaLimits,
    nodes,
    unshared,
    unsigned,
    headers
  ].flatMap((look) => look(file))

const emptiness = (file: unknown): readonly PlacedProblem[] => {
  const upstreams = memberOf(file, "upstreams")
  const isEmpty = typeof upstreams === "object" && upstreams !== null && Object.keys(upstreams).length === 0
  return isEmpty ? [{ path: ["upstreams"], message: "must hold at least one upstream." }] : []
}

const formats = (file: unknown): readonly PlacedProblem[] =>
  upstreamsOf(file).flatMap(([name, upstream]) => {
    const listing = listingOf(upstream)
    if (listing === undefined) return []
    const named = [memberOf(upstream, "format") ?? []].flat()
    const spoken = [listing.format, ...(listing.formats ?? [])]
    if (named.every((format) => typeof format !== "string" || spoken.includes(format))) return []
    const names = spoken.map((name) => `\`${name}\``).join(" or ")
    const message = `must be ${names}: it is what the family \`${listing.family}\` speaks.`
    return [{ path: ["upstreams", name, "format"], message }]
  })

const baseUrls = (file: unknown): readonly PlacedProblem[] =>
  upstreamsOf(file).flatMap(([name, upstream]) => {
    const listing = listingOf(upstream)
    const url = textOf(upstream, "url")
    const isMissing = listing?.needsUrl === true && memberOf(upstream, "url") === undefined
    if (isMissing) return [{ path: ["upstreams", name, "url"], message: `is missing. It must be ${baseUrl.expected}.` }]
    if (listing === undefined || url === undefined || !baseUrl.accepts(url)) return []
    const message = baseUrlMistake(url, listing)
    return message === undefined ? [] : [{ path: ["upstreams", name, "url"], message }]
  })

/** Keys that are meant to be variables and are not: only braces make one. */
const unbraced = (file: unknown): readonly PlacedProblem[] => {
  const upstreams = upstreamsOf(file).map(([name, upstream]) => ({ path: ["upstreams", name, "key"], of: upstream }))
  const keys = itemsOf(file, "keys").map((key, index) => ({ path: ["keys", index, "key"], of: key }))
  return [...upstreams, ...keys].flatMap(({ path, of }) => {
    const [, name] = /^\$([A-Za-z_]\w{0,63})$/.exec(textOf(of, "key") ?? "") ?? []
    return name === undefined ? [] : [{ path, message: `is plain text, not a variable. Write \`\${${name}}\`.` }]
  })
}

const compatKeys = ["limit", "lacks", "ranges"] as const

/** What differs from OpenAI's API is known of all families but one. */
const compatOptions = (file: unknown): readonly PlacedProblem[] =>
  upstreamsOf(file).flatMap(([name, upstream]) => {
    if (listingOf(upstream)?.family === "compatible") return []
    const keys = compatKeys.filter((key) => memberOf(upstream, key) !== undefined)
    return keys.map((key) => ({ path: ["upstreams", name, key], message: "is for the family `compatible` only." }))
  })

const destinations = (file: unknown): readonly PlacedProblem[] => {
  const names = new Set(upstreamsOf(file).map(([name]) => name))
  const message = `must be the name of one of the \`upstreams\`: ${quotedChoices(names)}.`
  return itemsOf(file, "models").flatMap((route, index) => {
    const upstream = textOf(route, "upstream")
    if (upstream === undefined || names.size === 0 || names.has(upstream)) return []
    return [{ path: ["models", index, "upstream"], message }]
  })
}

const likenesses = (file: unknown): readonly PlacedProblem[] => {
  const upstreams = new Map(upstreamsOf(file))
  return itemsOf(file, "models").flatMap((route, index) => {
    const like = textOf(route, "like")
    const listing = listingOf(upstreams.get(textOf(route, "upstream") ?? ""))
    if (like === undefined || listing === undefined || catalogueRules(modelsOf(listing), like) !== undefined) return []
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

const duplicateKeys = (file: unknown): readonly PlacedProblem[] =>
  repeated(file, "keys", "key", "Each key may occur only once.")

const guessable = (file: unknown): readonly PlacedProblem[] => {
  if (isLoopback(textOf(memberOf(file, "listen"), "host") ?? defaults.host)) return []
  return itemsOf(file, "keys").flatMap((entry, index) => {
    const key = textOf(entry, "key")
    const isShort = key !== undefined && key.length < leastKey
    return isShort ? [{ path: ["keys", index, "key"], message: `must ${unguessable}` }] : []
  })
}

const duplicateUsernames = (file: unknown): readonly PlacedProblem[] =>
  repeated(file, "accounts", "username", "Each user name may occur only once.")

/** The items of a list that are called as one before them is. */
const repeated = (file: unknown, list: string, member: string, rule: string): readonly PlacedProblem[] => {
  const firsts = new Map<string, number>()
  return itemsOf(file, list).flatMap((entry, index) => {
    const text = textOf(entry, member)
    if (text === undefined) return []
    const first = firsts.get(text)
    if (first === undefined) {
      firsts.set(text, index)
      return []
    }
    return [
      { path: [list, index, member], message: `is the same as \`${problemKey([list, first, member])}\`. ${rule}` }
    ]
  })
}

const mediaLimits = (file: unknown): readonly PlacedProblem[] => {
  const media = memberOf(file, "media")
  const [medium, all] = [memberOf(media, "medium"), memberOf(media, "all")]
  if (typeof medium !== "number" || typeof all !== "number" || medium <= all) return []
  return [{ path: ["media", "medium"], message: "must be at most `media.all`." }]
}

const nodes = (file: unknown): readonly PlacedProblem[] => {
  const [allNodes, node] = [memberOf(file, "nodes"), textOf(file, "node")]
  const names = typeof allNodes === "object" && allNodes !== null ? Object.keys(allNodes) : []
  const wrong = names
    .filter((name) => !nodeName.accepts(name))
    .map((name): PlacedProblem => ({ path: ["nodes", name], message: `must be called by ${nodeName.expected}.` }))
  if ((allNodes === undefined && node === undefined) || names.includes(node ?? "")) return wrong
  const message =
    allNodes === undefined
      ? "has no effect without `nodes`."
      : `must be the name of one of the \`nodes\`: ${quotedChoices(names)}.`
  return [...wrong, { path: ["node"], message }]
}

/** Nodes that do not share their tasks know nothing of each other's. */
const unshared = (file: unknown): readonly PlacedProblem[] => {
  const nodes = memberOf(file, "nodes")
  const many = typeof nodes === "object" && nodes !== null && Object.keys(nodes).length > 1
  const tasks = textOf(file, "tasks")
  if (!many || (tasks !== undefined && taskPlaceOf(tasks)?.kind === "redis")) return []
  return [{ path: ["tasks"], message: "must be the URL of a Redis, in which `nodes` share their tasks." }]
}

/** What is signed must be known for as long as it is good, and at all nodes. */
const unsigned = (file: unknown): readonly PlacedProblem[] => {
  if (memberOf(file, "loginSecret") !== undefined) return []
  const signed = [
    ...(itemsOf(file, "accounts").length === 0 ? [] : ["login tokens (`accounts`)"]),
    ...(memberOf(file, "publicUrl") === undefined ? [] : ["links (`publicUrl`)"]),
    ...(memberOf(file, "nodes") === undefined ? [] : ["what nodes ask each other (`nodes`)"])
  ]
  if (signed.length === 0) return []
  const message = `is missing. It must be ${loginSecret.expected}, with which ${signed.join(" and ")} are signed.`
  return [{ path: ["loginSecret"], message }]
}

const headers = (file: unknown): readonly PlacedProblem[] => {
  const own = memberOf(file, "wireNames")
  const version = textOf(own, "messagesVersionHeader")
  const key = textOf(own, "contentKeyHeader")
  const isSame =
    (version ?? wireNames.messagesVersionHeader).toLowerCase() === (key ?? wireNames.contentKeyHeader).toLowerCase()
  if (!isSame) return []
  const [name, other] =
    key === undefined ? ["messagesVersionHeader", "contentKeyHeader"] : ["contentKeyHeader", "messagesVersionHeader"]
  return [{ path: ["wireNames", name], message: `must differ from \`wireNames.${other}\`.` }]
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
