import * as Redacted from "effect/Redacted"
import { isBaseUrl, wantedBaseUrl } from "../families/models/line.ts"
import { isPasswordHash, isSecret, leastSecret } from "../lab/accounts.ts"
import { isNodeName } from "../media/store/store.ts"
import type { Listing } from "../families/family.ts"

/** What a text of a configuration must be. */
export interface Validator {
  /** To be read after "must be". */
  readonly expected: string
  readonly accepts: (text: string) => boolean
  /** What is wrong with a text that is accepted, to be read after its key; absent: nothing can be. */
  readonly mistake?: (text: string) => string | undefined
}

/** One of these words. */
export const oneOfWords = (words: readonly string[]): Validator => ({
  expected: choice(words),
  accepts: (text) => words.includes(text)
})

/** Words to choose from, to be read after "must be". */
export const choice = (words: readonly string[]): string => {
  const quoted = words.map((word) => `\`${word}\``)
  return `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1) ?? ""}`
}

/** A port to listen on. */
export const port: Validator = {
  expected: "an integer from 0 to 65535",
  accepts: (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65535
}

/** Where a vendor's API is: requests add the path of a call to it. */
export const baseUrl: Validator = { expected: wantedBaseUrl, accepts: isBaseUrl }

/** Where clients reach the gateway. */
export const publicUrl: Validator = {
  expected: "an absolute http or https URL without a user, a query or a fragment, as clients reach the gateway",
  accepts: baseUrl.accepts
}

const visible = "visible ASCII characters without spaces"

const isVisible = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

/** A key that clients send. */
export const clientKey: Validator = { expected: `the key that clients send, ${visible}`, accepts: isVisible }

/** The keys in a list of them. */
export const keysIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((key) => key !== "")

/** A list of keys that clients send. */
export const clientKeys: Validator = {
  expected: `the keys that clients send, between commas, each of them once, ${visible}`,
  accepts: (text) => {
    const keys = keysIn(text)
    return keys.length > 0 && new Set(keys).size === keys.length && keys.every(isVisible)
  }
}

/** A key that a vendor gave: it goes out in a header. */
export const vendorKey: Validator = { expected: `the vendor's key, ${visible}`, accepts: isVisible }

/** What tokens and links are signed with. */
export const loginSecret: Validator = {
  expected: `a secret of ${leastSecret} bytes at least`,
  accepts: isSecret
}

/** What of a password is kept. */
export const passwordHash: Validator = {
  expected: "the password's Argon2id hash, as `isogloss hash-password` prints it",
  accepts: isPasswordHash
}

/** A folder. */
export const folder: Validator = {
  expected: "the path of a folder",
  accepts: (text) => text !== "" && !text.includes("\0")
}

/** A node of many. */
export const nodeName: Validator = {
  expected: "a name of small letters, digits and dashes, 32 at most",
  accepts: isNodeName
}

/** Where the other nodes reach one. */
export const nodeUrl: Validator = {
  expected:
    "an absolute http or https URL without a user, a query or a fragment, at which the other nodes reach this one",
  accepts: baseUrl.accepts
}

/** A product's name as it stands in paths. */
export const productName: Validator = {
  expected: "a name of letters, digits and hyphens",
  accepts: (text) => /^[A-Za-z0-9][\w-]*$/.test(text)
}

/** Headers that mean something of their own to HTTP, to the gateway or to an upstream. */
const taken: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "anthropic-beta",
  "authorization",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "request-id",
  "te",
  "traceparent",
  "tracestate",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "x-api-key",
  "x-request-id"
])

/** The name of a header that a deployment spells in its own way. */
export const headerName: Validator = {
  expected: "a header's name (letters, digits and hyphens) that means nothing else to HTTP or to the gateway",
  accepts: (text) => /^[A-Za-z0-9][\w-]*$/.test(text) && !taken.has(text.toLowerCase())
}

/** The fewest characters of a client's key that others than this machine may try: shorter ones are found by trying. */
export const leastKey = 8

/** Whether a name or an address to listen on is reached from this machine alone. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host)

/** What such a key must be where others reach the gateway, to be read after "must". */
export const unguessable = `have at least ${leastKey} characters where other machines reach the gateway.`

/** What is said of keys that are short, where only this machine can send them; nothing where none is. */
export const remarksOnKeys = (keys: readonly string[]): readonly string[] =>
  keys.some(({ length }) => length < leastKey)
    ? [`A key of fewer than ${leastKey} characters is soon guessed: it is taken on a loopback address alone.`]
    : []

/** Where tasks are kept. */
export type TaskStorePlace =
  | { readonly kind: "memory" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "redis"; readonly url: Redacted.Redacted }

/** The place that a text says; undefined where it says none. */
export const taskPlaceOf = (text: string): TaskStorePlace | undefined => {
  if (text === "memory") return { kind: "memory" }
  if (isRedis(text)) return { kind: "redis", url: Redacted.make(text) }
  const path = /^file:(.+)$/s.exec(text)?.[1]
  return path === undefined || path.startsWith("//") || path.endsWith("/") ? undefined : { kind: "file", path }
}

/** Whether a text is the URL of a Redis, behind whose host the number of a database may stand and nothing else. */
const isRedis = (text: string): boolean => {
  if (!/^rediss?:\/\/[^/\s]/i.test(text) || !URL.canParse(text)) return false
  const { pathname, username, password } = new URL(text)
  return /^(?:\/\d{0,9})?$/.test(pathname) && [username, password].every((it) => /^(?:[^%]|%[\dA-F]{2})*$/i.test(it))
}

/** A place of tasks. */
export const taskPlace: Validator = {
  expected:
    "`memory`, `file:` and the path of a file, or the `redis://` or `rediss://` URL of a Redis, behind whose host the number of a database may stand",
  accepts: (text) => taskPlaceOf(text) !== undefined
}

/** Where responses are kept; `none`: nowhere. */
export type ResponsePlace = TaskStorePlace | { readonly kind: "none" }

/** The place that a text says; undefined where it says none. */
export const responsePlaceOf = (text: string): ResponsePlace | undefined =>
  text === "none" ? { kind: "none" } : taskPlaceOf(text)

/** A place of responses. */
export const responsePlace: Validator = {
  expected: `\`none\`, ${taskPlace.expected}`,
  accepts: (text) => responsePlaceOf(text) !== undefined
}

/**
 * What is wrong with the base URL of a family though it is a URL, and what to write, to be read after its key; undefined:
 * nothing that is known. A URL of somebody else's is not quoted: its path may be a secret.
 */
export const baseUrlMistake = (
  url: string,
  { url: vendors, format }: Pick<Listing, "url" | "format">
): string | undefined => {
  const given = withoutSlashes(url)
  const own = new URL(vendors)
  const calls = callPath.exec(given)?.[0] ?? ""
  const version = own.pathname === "/" ? versions[format]?.exec(given.slice(0, given.length - calls.length))?.[0] : ""
  const end = `${version ?? ""}${calls}`
  if (end !== "") return `must not end in \`${end}\`, which requests add themselves. ${example(vendors)}`
  const { host, pathname } = new URL(given)
  if (host !== own.host || pathname !== "/" || own.pathname === "/") return undefined
  return `must end in \`${own.pathname}\`. ${example(vendors)}`
}

const example = (vendors: string): string => `The vendor's own is \`${vendors}\`.`

const withoutSlashes = (url: string): string => {
  let end = url.length
  while (url.endsWith("/", end)) end -= 1
  return url.slice(0, end)
}

/** The paths of calls, as far as they are no base of anyone's: `/models` is one of Azure's. */
const callPath =
  /\/(?:chat\/completions|completions|responses|messages|embeddings|images\/(?:generations|edits)|videos|rerank|contents\/generations\/tasks|models\/[^/]+:\w+)$/i

/** The versions that the calls of a format begin with. */
const versions: Readonly<Record<string, RegExp>> = {
  messages: /\/v1$/i,
  "generate-content": /\/v1(?:beta|alpha)?$/i,
  veo: /\/v1(?:beta|alpha)?$/i
}

/** One thing that is wrong with a configuration. */
export interface Problem {
  /** The key, as `keys[0].models`; empty: the whole file. */
  readonly key: string
  /** What is wrong with it and what to do, to be read after the key. */
  readonly message: string
  /** The line in the file that it stands on, from 1, where it is known. */
  readonly line?: number
}

/** The steps to a value: member names and indices. */
export type Path = readonly PropertyKey[]

/** Something wrong at a place of a file. */
export interface PlacedProblem {
  readonly path: Path
  readonly message: string
  /** That the last step is a name which no configuration has. */
  readonly stranger?: true
}

/** A name that somebody chose. */
const chosen = /^[\w.-]{1,64}$/

/** A word, as the keys of a configuration are; a secret has digits, or is longer. */
const word = /^[A-Za-z_-]{1,24}$/

/**
 * A path as people write it. What is no name is not shown, nor is a last step that is a `stranger` and no word: where a
 * colon or a space was forgotten it is somebody's key.
 */
export const problemKey = (path: Path, stranger = false): string =>
  path.reduce<string>((key, step, index) => {
    if (typeof step === "number") return `${key}[${step}]`
    const isLast = index === path.length - 1
    const name = shownName(String(step), stranger && isLast ? word : chosen)
    return key === "" ? name : `${key}.${name}`
  }, "")

/** A name where it is one, and a sign that there is another where it may be a secret. */
export const shownName = (name: string, shape: RegExp): string => (shape.test(name) ? name : "…")

/** The names that somebody chose, to choose from; what is no name may be a secret and is not shown. */
export const quotedChoices = (names: Iterable<string>): string =>
  Array.from(names, (name) => `\`${shownName(name, chosen)}\``).join(", ")

/** A problem as one line of text. */
export const printProblem = ({ key, message, line }: Problem): string =>
  `${line === undefined ? "" : `line ${line}: `}${key === "" ? "" : `\`${key}\` `}${message}`
