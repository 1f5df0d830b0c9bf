import { errors, jwtVerify, SignJWT } from "jose"
import { revealSecret, type Secret } from "../credentials/credentials.ts"

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

/** Login tokens are JSON web tokens, signed with HMAC and SHA-256. A secret that is too short is a defect. */
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
    sign: (username, now) => {
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

const subjectOf = async (
  token: string,
  key: Uint8Array,
  checks: Parameters<typeof jwtVerify>[2]
): Promise<string | undefined> => {
  try {
    const { sub }: { readonly sub?: unknown } = (await jwtVerify(token, key, checks)).payload
    return typeof sub === "string" ? sub : undefined
  } catch (thrown) {
    if (thrown instanceof errors.JOSEError) return undefined
    throw thrown
  }
}
