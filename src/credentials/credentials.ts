import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { GatewayError } from "../core/errors/error.ts"
import { sha256Words, type Sha256Words, sha256 } from "../core/bytes.ts"
import { globLists, isNonEmptyText, memberMistake, misspelling, texts, type WantedMember } from "../core/given.ts"
import * as Redacted from "effect/Redacted"
import { noSecrets, type SecretRedactor } from "../core/secrets/redactor.ts"
import { globMatcher } from "../core/naming/naming.ts"

/** A key, a password or what is signed with, as somebody gives it. What is `Redacted` prints as that, whatever holds it. */
export type Secret = string | Redacted.Redacted

/** A secret as it is sent, compared or signed with. */
export const revealSecret = (secret: Secret): string => (typeof secret === "string" ? secret : Redacted.value(secret))

/**
 * What takes a deployment's secrets out of every error that is answered, wherever that was made; by default none is
 * known. What a vendor answers is without the key that it was asked with in any case.
 *
 * @example
 * Layer.provide(Layer.succeed(Secrets)(redactorOf([vendorKey, loginSecret])))
 */
export const Secrets = Context.Reference<SecretRedactor>("isogloss/Secrets", { defaultValue: () => noSecrets })

/** Who is calling: an account, and the models that it may call. */
export interface Principal {
  /** The account's name: what usage is counted under. Never a key. */
  readonly name: string
  /** Whether it may call a model, by the id that is sent after aliases are resolved. */
  readonly may: (model: string) => boolean
  /** Whether it may leave the choice of a model to a vendor; absent: no. */
  readonly routing?: boolean
  /** How many requests of the account may be under way at once; absent: as many as of any. */
  readonly requests?: number
}

/** What the operator says of what an account may call. */
export interface Permissions {
  /** Which models: ids in which `*` stands for any characters; absent: all. */
  readonly models?: readonly string[]
  /** Whether a vendor may choose the model for it; absent: where it may call all of them. */
  readonly routing?: boolean
  /** How many of its requests may be under way at once; absent: as many as of any account. */
  readonly requests?: number
}

/** What an account may call, as the operator says it. */
export const permissionOf = ({
  models = ["*"],
  routing = models.includes("*"),
  requests
}: Permissions): Omit<Principal, "name"> => ({
  may: globMatcher(models),
  routing,
  ...(requests === undefined ? {} : { requests })
})

/**
 * What an account is called that has one key and no name: a part of a digest of the key that nothing else is known by.
 * It stays the same wherever in a list the key stands, as whatever the account owns must stay its own.
 */
export const ownName = (key: string): string => `key-${sha256(`the name of ${key}`).slice(0, 12)}`

/** One key of a client. A key alone may call every model. One without a name is an account of its own. */
export type ClientKey =
  | Secret
  | (Permissions & {
      readonly key: Secret
      /** The account that the key belongs to; several keys may belong to one. Absent or null: nobody else's. */
      readonly name?: string | null
    })

/** The request that presents keys. Header names are lower-case. */
export interface KeyedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The network address of the client, where its host knows it. */
  readonly address: () => string | undefined
}

/** Who may call. */
export class Credentials extends Context.Service<
  Credentials,
  {
    /**
     * Who presents these keys, in which request. Fails as `Unauthenticated` where there is none, none that is known, or two that are; one
     * that is not known may stand beside one that is, as clients send what their environment holds, too. It is asked
     * again once a body is there that took longer than a second.
     */
    readonly authenticate: (
      presented: readonly PresentedKey[],
      caller: KeyedRequest
    ) => Effect.Effect<Principal, GatewayError>
  }
>()("isogloss/Credentials") {
  /** Credentials from a list of keys, of which only SHA-256 digests are kept. What is no key does not build. */
  static readonly keys = (...keys: readonly ClientKey[]): Layer.Layer<Credentials> =>
    Layer.sync(Credentials)(() => {
      const holders = checkedKeys(keys).map(keyHolder)
      return { authenticate: (presented) => authenticate(holders, presented) }
    })
}

/** Keys of which nothing is wrong; throws what is. */
const checkedKeys = (keys: readonly ClientKey[]): readonly ClientKey[] => {
  const known = new Map<string, string>()
  for (const [at, given] of keys.entries()) {
    const mistake = keyMistake(given)
    if (mistake !== undefined) throw new GatewayError("Internal", `\`keys[${at}]\` is no key: ${mistake}.`)
    const { key, name, models, routing, requests } = accountOf(given)
    const account = JSON.stringify([name, models, routing, requests])
    if ((known.get(key) ?? account) !== account)
      throw new GatewayError("Internal", `\`keys[${at}]\` stands there twice, with another \`name\` or other rights.`)
    known.set(key, account)
  }
  return keys
}

/** What the members must be that say what an account may call. */
export const wantedPermissions: readonly WantedMember[] = [
  ...globLists("models"),
  { name: "routing", expected: "`true` or `false`", accepts: (given) => typeof given === "boolean" },
  {
    name: "requests",
    expected: "a number from 1",
    accepts: (given) => typeof given === "number" && given >= 1
  }
]

/** Rows of a database say `null` where a key belongs to nobody else's account. */
const wantedName = texts("name").map((member) => ({
  ...member,
  accepts: (given: unknown) => given === null || isNonEmptyText(given)
}))

const wantedMembers = [...wantedName, ...wantedPermissions]

const knownMembers = ["key", ...wantedMembers.map(({ name }) => name)]

/** Why something is no key of a client, though its type may have said so; undefined where it is one. */
const keyMistake = (given: unknown): string | undefined => {
  if (typeof given !== "object" || given === null || Redacted.isRedacted(given)) return secretMistake(given)
  if (!("key" in given)) return "it must be a text, or an object with `key`"
  return secretMistake(given.key) ?? memberMistake(given, wantedMembers) ?? misspelling(given, knownMembers)
}

const secretMistake = (given: unknown): string | undefined => {
  const key = Redacted.isRedacted(given) ? Redacted.value(given) : given
  return isNonEmptyText(key) && key.trim() === key
    ? undefined
    : "a key must be a text that is not empty, without white space at its ends"
}

interface Holder {
  readonly digest: Sha256Words
  readonly principal: Principal
}

/** A key as it is sent, whose it is and what it may. */
const accountOf = (given: ClientKey): Permissions & { readonly key: string; readonly name: string } => {
  const { key: secret, name, ...permissions } = typeof given === "object" && "key" in given ? given : { key: given }
  const key = revealSecret(secret)
  return { ...permissions, key, name: name ?? ownName(key) }
}

const keyHolder = (given: ClientKey): Holder => {
  const { key, name, ...permissions } = accountOf(given)
  return { digest: sha256Words(key), principal: { name, ...permissionOf(permissions) } }
}

const authenticate = (
  holders: readonly Holder[],
  presented: readonly PresentedKey[]
): Effect.Effect<Principal, GatewayError> => {
  const secrets = new Set(presented.map(({ secret }) => secret))
  if (secrets.size === 0) return Effect.fail(refusal("No API key was given."))
  if (secrets.size > mostPresented) return Effect.fail(refusal("More API keys were given than a client sends."))
  const [principal, ...others] = [...secrets].flatMap((secret) => find(holders, sha256Words(secret)) ?? [])
  if (others.length > 0) return Effect.fail(refusal("Two different API keys were given; send one."))
  return principal === undefined ? Effect.fail(refusal("The API key is not valid.")) : Effect.succeed(principal)
}

/** So many different keys are looked for: a key in each carrier. */
const mostPresented = 4

/** Why nobody is let in. */
export const refusal = (message: string): GatewayError =>
  new GatewayError("Unauthenticated", message, { code: "invalid_api_key" })

/** Looks at every word of every digest, whichever fits. */
const find = (holders: readonly Holder[], digest: Sha256Words): Principal | undefined => {
  let found: Principal | undefined
  for (const { digest: own, principal } of holders) {
    let difference = 0
    for (let at = 0; at < own.length; at++) difference |= (own[at] ?? 0) ^ (digest[at] ?? 0)
    if (difference === 0) found ??= principal
  }
  return found
}

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
