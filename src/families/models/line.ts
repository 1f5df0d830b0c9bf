import type { Model } from "../../capabilities/models.ts"
import { globMatcher } from "../../core/naming/naming.ts"
import { revealSecret, type Secret } from "../../credentials/credentials.ts"
import { type UpstreamTimeouts, type UpstreamRequest, ownLimits } from "../../upstream/upstream.ts"
import type { ModelId, ThinkingConfig } from "../../core/chat/thinking.ts"
import { sha256 } from "../../core/bytes.ts"
import { GatewayError } from "../../core/errors/error.ts"
import { withoutEnd } from "../../core/collections.ts"
import { type ModelLine, type Catalogue, catalogueRules, type ListedIds } from "../family.ts"
import * as Redacted from "effect/Redacted"
import { globLists, memberMistake, texts, type WantedMember } from "../../core/given.ts"

/** How an upstream of a family is reached. */
export interface FamilyOptions {
  /**
   * The vendor's key. It is sent in a header and stands nowhere else. A function is asked before each call, for tokens
   * that are made anew from time to time. Where it is empty, a variable that is not set, or ends in the line break of a
   * file, the Layer does not build.
   */
  readonly key: Secret | undefined | (() => Secret)
  /** Keys that nothing new is sent with, and long tasks that were sent with them are still asked about with. */
  readonly retired?: readonly Secret[]
  /** The base URL, as the vendor's own SDK takes it. Where it is none, the Layer does not build. */
  readonly url?: string | URL
  /** Globs over the ids that are served where no route says otherwise; absent: those that look like the vendor's. */
  readonly models?: readonly string[]
  /** The name by which routes mean this upstream; absent: the family's name. */
  readonly upstreamName?: string
  /** How long this upstream may take, where that differs from the limits of all, in milliseconds. */
  readonly clocks?: Partial<UpstreamTimeouts>
  /** How many requests it is sent at once, and how many wait besides, where that differs from the limits of all. */
  readonly sockets?: number
  readonly queue?: number
}

/** What is chosen where nothing is given, as callers without types can: there is no key, which is said in words. */
export const noOptions: FamilyOptions = { key: undefined }

/** What is known of the models of a line. */
export interface LineProfile<Rules> {
  readonly family: string
  readonly catalogue: Catalogue<Rules>
  /** The ids that the vendor lists today; absent: all that the catalogue has rules for. */
  readonly listed?: ListedIds
  /** Globs over ids that look like the vendor's. */
  readonly models: readonly string[]
  /** Whether there is no vendor whose URL would do, so that the operator must say one; absent: there is. */
  readonly needsUrl?: boolean | undefined
  /** Whether an id is of another of the vendor's lines, whatever globs fit it; absent: none is. */
  readonly excludes?: (id: string) => boolean
  /** The environment variables that hold its key and say where it is; absent: none do. */
  readonly environment?: { readonly key: string; readonly url: string } | undefined
  /** Splits an id that the catalogue does not list from the thinking that it asks for; absent: ids are whole. */
  readonly parse?: (id: string) => ModelId
}

/** A model of a line as its catalogue knows it. */
export interface CatalogueModel<Rules> {
  /** The id that clients ask for. */
  readonly id: string
  /** The id that the upstream knows. */
  readonly sent: string
  /** Absent where the catalogue does not list it. */
  readonly rules: Rules | undefined
  /** What the id itself asks for. */
  readonly thinking: ThinkingConfig | undefined
}

/** A line, from what is known of its models and how each is made. */
export const modelLine = <Rules, M extends Model>(
  profile: LineProfile<Rules>,
  options: FamilyOptions,
  make: (known: CatalogueModel<Rules>) => M
): ModelLine<M> => {
  const mistake = familyMistake(profile, options)
  if (mistake !== undefined) throw new GatewayError("Internal", mistake)
  const fitting = options.models === undefined ? ownIds(profile.models) : globMatcher(options.models)
  const claims = (id: string): boolean => fitting(id) && profile.excludes?.(id) !== true
  const parsed = (id: string): ModelId => (profile.catalogue.has(id) ? { id } : (profile.parse?.(id) ?? { id }))
  return {
    upstream: options.upstreamName ?? profile.family,
    serves: (id) => claims(id) || claims(parsed(id).id),
    takesSuffixes: profile.parse !== undefined,
    model: ({ id, model = id, like, suffixed = model }) => {
      const { id: sent, thinking: own } = parsed(model)
      const thinking = parsed(suffixed).thinking ?? own
      const made = make({ id, sent, rules: catalogueRules(profile.catalogue, like ?? sent), thinking })
      const created = profile.listed?.get(sent)
      return created === undefined ? made : { ...made, created }
    },
    ids: [...(profile.listed ?? profile.catalogue).keys()].filter(claims)
  }
}

/** Ids that look like a vendor's: one with a slash is another's who names the vendor in it, but where a glob says so. */
const ownIds = (globs: readonly string[]): ((id: string) => boolean) => {
  const named = globMatcher(globs.filter((glob) => glob.includes("/")))
  const plain = globMatcher(globs.filter((glob) => !glob.includes("/")))
  return (id) => (id.includes("/") ? named : plain)(id)
}

/** The vendor's key as it is sent. Throws where a function is asked for it, and gives none. */
export const keyOf = ({ key }: Pick<FamilyOptions, "key">): string => {
  if (typeof key !== "function") return revealedKey(key)
  const given: unknown = key()
  if (isVendorKey(given)) return revealSecret(given)
  throw new GatewayError(
    "Internal",
    `The gateway has no key for this upstream: \`key()\` must give at once ${wantedKey}.`
  )
}

const revealedKey = (secret: Secret | undefined): string => revealSecret(secret ?? "")

/** The name of keys that are made anew from time to time: all of them are one. */
const renewed = "renewed"

const nameOf = (secret: Secret | undefined): string => sha256(revealedKey(secret)).slice(0, 16)

/** By which name a task knows the key that it is sent with: a part of its digest. */
export const keyNameOf = ({ key }: FamilyOptions): string => (typeof key === "function" ? renewed : nameOf(key))

/** The key of a name, be it a retired one; undefined where it is not had any more. */
export const keyByName = (options: FamilyOptions, name: string): string | undefined => {
  if (keyNameOf(options) === name) return keyOf(options)
  const found = options.retired?.find((secret) => nameOf(secret) === name)
  return found && revealedKey(found)
}

/** What of an upstream's options stands in every request to it: its name, its limits, and which keys no answer may tell. */
export const upstreamOptions = ({
  clocks,
  key,
  retired = [],
  ...options
}: FamilyOptions): Pick<UpstreamRequest, "upstream" | "clocks" | "pool" | "secrets"> => ({
  ...(options.upstreamName === undefined ? {} : { upstream: options.upstreamName }),
  ...(clocks === undefined ? {} : { clocks }),
  ...poolOf(options),
  ...(retired.length === 0
    ? {}
    : { secrets: [...(typeof key === "function" ? [] : [key]), ...retired].map(revealedKey) })
})

const poolOf = ({
  upstreamName: name = "",
  sockets,
  queue
}: Pick<FamilyOptions, "upstreamName" | "sockets" | "queue">): Pick<UpstreamRequest, "pool"> => {
  const own = { ...(sockets === undefined ? {} : { sockets }), ...(queue === undefined ? {} : { queue }) }
  return Object.keys(own).length === 0 ? {} : { pool: { name, ...own } }
}

/** The headers of a call that says and hears JSON. */
export const jsonHeaders = { accept: "application/json", "content-type": "application/json" } as const

/** The header of a key that is a bearer's. */
export const bearerHeader = (key: string): UpstreamRequest["headers"] => ({ authorization: `Bearer ${key}` })

/** Where a vendor's API is, and what opens it. */
export interface VendorApi {
  /** The vendor's own base URL. */
  readonly url: string
  /** The header that holds the key. */
  readonly keyHeader: (key: string) => UpstreamRequest["headers"]
}

/** What posts JSON to a path below the base URL, the body apart. */
export const postTo = (
  { url: vendors, keyHeader }: VendorApi,
  options: FamilyOptions
): ((path: string) => Omit<UpstreamRequest, "body">) => {
  const url = urlBelow(options, vendors)
  return (path) => ({
    method: "POST",
    url: url(path),
    headers: { ...jsonHeaders, ...keyHeader(keyOf(options)) },
    ...upstreamOptions(options)
  })
}

/** A path below the upstream's base URL, or below the vendor's own. */
export const urlBelow = ({ url }: FamilyOptions, vendors: string): ((path: string) => string) => {
  const base = withoutEnd(String(url ?? vendors), "/")
  return (path) => base + path
}

/** What a key must be, to be read after "must be" or "must give": a header can hold nothing else. */
const wantedKey = "a text of visible ASCII characters, without a line break"

/** Whether something is a key that can be sent; what is read of a file may end in a line break. */
const isVendorKey = (given: unknown): given is Secret => {
  const key: unknown = Redacted.isRedacted(given) ? Redacted.value(given) : given
  return typeof key === "string" && /^[\x20-\x7e]+$/.test(key) && key.trim() === key
}

/** What a base URL must be, to be read after "must be". */
export const wantedBaseUrl =
  "an absolute http or https URL without a user, a query or a fragment, as the vendor's own SDK takes it"

/** Whether a text is a base URL: requests add the path of a call to it. */
export const isBaseUrl = (text: string): boolean => {
  if (!/^https?:\/\/[^\s?#]+$/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === "" && password === ""
}

const wanted: readonly WantedMember[] = [
  {
    name: "key",
    expected: `${wantedKey}, or a function that gives one`,
    accepts: (given) => typeof given === "function" || isVendorKey(given)
  },
  {
    name: "retired",
    expected: `a list of keys, each ${wantedKey}`,
    accepts: (given) => Array.isArray(given) && given.every(isVendorKey)
  },
  { name: "url", expected: wantedBaseUrl, accepts: (given) => isBaseUrl(String(given)) },
  ...globLists("models"),
  ...texts("upstreamName"),
  ...["format", "also"].map((name) => ({
    name,
    expected: "`responsesApi`",
    accepts: (given: unknown) => isCallFormat(given)
  })),
  ...ownLimits
]

/** Whether something is a format that a family can be called in besides its own, whatever its type says. */
export const isCallFormat = (given: unknown): boolean =>
  typeof given === "object" && given !== null && "profileOf" in given

/** A family whose options are looked at; its key may stand in a variable. */
type OptionsOwner = Pick<LineProfile<never>, "family" | "environment" | "needsUrl">

/** What is wrong with the options of a family, in a sentence; undefined: nothing. */
const familyMistake = ({ family, environment, needsUrl }: OptionsOwner, options: FamilyOptions): string | undefined => {
  if (isNone(options.key)) {
    const hint =
      environment === undefined ? "Give any text to an upstream that wants none." : `Is ${environment.key} set?`
    return `\`${family}\` has no key: \`key\` is empty. ${hint}`
  }
  if (needsUrl === true && options.url === undefined)
    return `\`${family}\` has no URL: \`url\` must be ${wantedBaseUrl}.`
  const mistake = memberMistake(options, wanted)
  return mistake === undefined ? undefined : `\`${family}\` has a wrong option: ${mistake}.`
}

/** Whether a key is empty, or not there, as where a variable is not set. */
const isNone = (key: unknown): boolean => ((Redacted.isRedacted(key) ? Redacted.value(key) : key) ?? "") === ""
