import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import {
  type Permissions,
  permissionOf,
  type Principal,
  revealSecret,
  type Secret
} from "../credentials/credentials.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { sha256Words } from "../core/bytes.ts"
import type { JWTVerifyOptions } from "jose"

/** An account that may log in. */
export interface Account extends Permissions {
  readonly username: string
  /** Of its password, as `isogloss hash-password` prints it. */
  readonly hash: Secret
  /** The name that it shares with its keys: whoever has one owns the same tasks. Absent: the user name. */
  readonly name?: string
}

/** Who may log in. Hosts that keep their own users bring their own. */
export class Accounts extends Context.Service<
  Accounts,
  {
    /** Whose name and password these are; undefined where they are nobody's. A name that is unknown must cost the same. */
    readonly check: (username: string, password: string) => Effect.Effect<Principal | undefined, GatewayError>
    /** Who has a name, for a login token of theirs; undefined where nobody has it any more. */
    readonly find: (username: string) => Effect.Effect<Principal | undefined, GatewayError>
  }
>()("isogloss/Accounts") {
  /**
   * Accounts from a list, with Argon2id hashes. Needs the optional package `@node-rs/argon2`. A hash of another kind and
   * a user name that stands twice are defects.
   */
  static readonly hashed = (...accounts: readonly Account[]): Layer.Layer<Accounts> =>
    Layer.effect(Accounts)(Effect.map(Effect.promise(loadLogins), ({ verify }) => listedAccounts(verify, accounts)))
}

/** Accounts from a list; `verify` is asked exactly once for each check, whoever is named. */
export const listedAccounts = (verify: Verify, accounts: readonly Account[]): Accounts["Service"] => {
  const known = new Map(accounts.map((account) => [account.username, { ...account, principal: principalOf(account) }]))
  if (known.size < accounts.length) throw new Error("Two accounts have the same user name.")
  const wrong = accounts.find(({ hash }) => !isPasswordHash(revealSecret(hash)))
  if (wrong !== undefined) throw new Error(`The hash of the account \`${wrong.username}\` is not an Argon2id hash.`)
  return {
    check: (username, password) => {
      const account = known.get(username)
      const hash = account?.hash ?? decoy(accounts, username)
      if (hash === undefined) return Effect.succeed(undefined)
      return Effect.map(
        Effect.promise(() => verify(revealSecret(hash), password)),
        (isRight) => (isRight ? account?.principal : undefined)
      )
    },
    find: (username) => Effect.succeed(known.get(username)?.principal)
  }
}

const principalOf = ({ username, name = username, ...permissions }: Account): Principal => ({
  name,
  ...permissionOf(permissions)
})

/** Somebody's hash for a name that nobody has, always the same: what it costs to check tells of no name. */
const decoy = (accounts: readonly Account[], username: string): Secret | undefined => {
  const [word = 0] = sha256Words(username)
  return accounts[(word >>> 0) % accounts.length]?.hash
}

/**
 * Argon2id as the package has it: version 19, its costs, a salt and a digest of common lengths. Each login pays the
 * costs: less than a GiB, 99 passes and 99 lanes at most.
 */
const argon2idHash =
  /^\$argon2id\$v=19\$m=[1-9]\d{0,5},t=[1-9]\d?,p=[1-9]\d?\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{16,172}$/

/** Whether a text is a password's hash as {@link hashPassword} writes it. */
export const isPasswordHash = (text: string): boolean => argon2idHash.test(text)

/** Whether a password is the one that a hash was made of. */
type Verify = (hash: string, password: string) => Promise<boolean>

/** Argon2id, by the optional package `@node-rs/argon2`, on threads of its own. Rejects where that is not installed. */
export const loadArgon2 = async (): Promise<{
  readonly hash: (password: string) => Promise<string>
  readonly verify: Verify
}> => {
  const { hash, verify } = await import("@node-rs/argon2")
  return { hash: (password) => hash(password), verify: (written, password) => verify(written, password) }
}

/** What logins need, so that a start tells what is not installed and not the first login. */
const loadLogins = async (): ReturnType<typeof loadArgon2> => {
  await import("jose/jwt/verify")
  return loadArgon2()
}

/**
 * The hash of a password, for an account: Argon2id with 19 MiB, two passes and a salt of its own. Needs the optional
 * package `@node-rs/argon2`.
 */
export const hashPassword = async (password: string): Promise<string> => (await loadArgon2()).hash(password)

/** How login tokens are signed, and what they say. */
export interface TokenOptions {
  /** Of 32 bytes at least each. The first signs, all are taken: a new one goes first, an old one stays for a token's life. */
  readonly secrets: readonly [Secret, ...Secret[]]
  /** Who gives tokens, and to whom; `isogloss` by default. */
  readonly issuer?: string
  readonly audience?: string
  /** How long a token is good, in seconds; an hour by default. */
  readonly life?: number
}

/** Writes and reads login tokens. Times are milliseconds since 1970. */
interface Tokens {
  readonly sign: (username: string, now: number) => Promise<string>
  /** Whose a token is; undefined where it is none of ours, or not good at this time. */
  readonly read: (token: string, now: number) => Promise<string | undefined>
}

/** The fewest bytes of a secret: as many as the digests of the algorithm have. */
export const leastSecret = 32

/** Whether a secret has as many bytes as it must. */
export const isSecret = (secret: string): boolean => encoder.encode(secret).length >= leastSecret

const encoder = new TextEncoder()

/** The one algorithm: what a token says of its own is never asked. */
const algorithm = "HS256"

/** How far the clocks of two nodes may differ, in seconds. */
const skew = 5

/** A longer text is no token of ours. */
const longestToken = 4096

/**
 * Login tokens are JSON web tokens, signed with HMAC and SHA-256. A secret that is too short is a defect. What signs and
 * reads them is loaded with the accounts, or with the first token: few gateways have logins.
 */
export const makeTokens = (options: TokenOptions): Tokens => {
  const { secrets: given, issuer = "isogloss", audience = "isogloss", life = 3600 } = options
  const secrets = given.map(revealSecret)
  if (!secrets.every(isSecret)) throw new Error(`A secret of login tokens must have ${leastSecret} bytes at least.`)
  const keys = secrets.map((secret) => encoder.encode(secret))
  const checks = {
    algorithms: [algorithm],
    issuer,
    audience,
    requiredClaims: ["sub", "iat", "exp"],
    maxTokenAge: life,
    clockTolerance: skew
  }
  const signing = encoder.encode(secrets[0])
  return {
    sign: async (username, now) => {
      const { SignJWT } = await import("jose/jwt/sign")
      const issued = Math.floor(now / 1000)
      return new SignJWT()
        .setProtectedHeader({ alg: algorithm, typ: "JWT" })
        .setSubject(username)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issued)
        .setExpirationTime(issued + life)
        .sign(signing)
    },
    read: async (token, now) => {
      if (token.length > longestToken) return undefined
      const read = await Promise.all(
        keys.map((key) => subjectOf(token, key, { ...checks, currentDate: new Date(now) }))
      )
      return read.find((subject) => subject !== undefined)
    }
  }
}

const subjectOf = async (token: string, key: Uint8Array, checks: JWTVerifyOptions): Promise<string | undefined> => {
  const { jwtVerify } = await import("jose/jwt/verify")
  try {
    const { sub }: { readonly sub?: unknown } = (await jwtVerify(token, key, checks)).payload
    return typeof sub === "string" ? sub : undefined
  } catch (thrown) {
    const { JOSEError } = await import("jose/errors")
    if (thrown instanceof JOSEError) return undefined
    throw thrown
  }
}
