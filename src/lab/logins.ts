import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { type Principal, Credentials, type PresentedKey } from "../credentials/credentials.ts"
import { GatewayError } from "../core/errors/error.ts"
import { fail, type Result, succeed } from "../core/errors/invalid.ts"
import { Accounts, makeTokens, type TokenOptions } from "./accounts.ts"
import { makeAttempts, type Rates, type Trying } from "./attempts.ts"
import * as Option from "effect/Option"
import { bodyObject, IssueReader, noNull } from "../core/reading/issue-reader.ts"
import { describedRow, requiredText } from "../core/reading/member-row.ts"
import { ObjectReader } from "../core/reading/object-reader.ts"
import { objectSchema } from "../core/reading/value-schema.ts"
import type { Endpoint } from "../endpoints/endpoint.ts"
import { invalidRequest } from "../exchange/answer.ts"
import { readBody } from "../exchange/body.ts"
import type { JsonText } from "../core/json/json.ts"
import { describedAnswers, envelopedAnswer, labEndpoint } from "./endpoint.ts"

/** An attempt to log in. */
export interface Attempt extends Trying {
  readonly password: string
}

/**
 * What an operator may choose for logins. How many may fail is counted at each process; by default 10 of one account from
 * one address, and 100 of either.
 */
export interface LoginOptions extends TokenOptions, Partial<Rates> {
  /** How many passwords are checked at once, as that is made to be slow; 2 by default. */
  readonly atOnce?: number
  /** How many passwords wait to be checked besides; more are refused. 64 by default. */
  readonly queue?: number
}

/** Gives login tokens for passwords, and knows whose they are. */
export class Logins extends Context.Service<
  Logins,
  {
    /**
     * Counts an attempt from an address, before anything that it sends is read, and as under way until the scope closes.
     * Fails as `RateLimited` where too many from there failed, or are under way.
     */
    readonly admit: (address: string | undefined) => Effect.Effect<void, GatewayError, Scope.Scope>
    /**
     * A token, for an attempt that was admitted. Fails as `Unauthenticated`, in the same way for a name that is unknown and for a wrong password, and as
     * `RateLimited` where too many attempts failed, or too many wait to be checked.
     */
    readonly login: (attempt: Attempt) => Effect.Effect<string, GatewayError>
    /** Whose a token is; undefined where it is none, not good any more, or of an account that is gone. */
    readonly holder: (token: string) => Effect.Effect<Principal | undefined, GatewayError>
  }
>()("isogloss/Logins") {
  /** Logins of the accounts that are there. A secret that is too short is a defect. */
  static readonly layer = (options: LoginOptions): Layer.Layer<Logins, never, Accounts> =>
    Layer.effect(Logins)(
      Effect.gen(function* () {
        const { failures = 10, addressFailures = 100, accountFailures = 100, atOnce = 2, queue = 64 } = options
        const accounts = yield* Accounts
        const inTurn = turnsIn({ atOnce, queue }, tooManyLogins)
        const tokens = makeTokens(options)
        const attempts = makeAttempts({ failures, addressFailures, accountFailures })
        const allowed = (trying: Trying): Effect.Effect<void, GatewayError> =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => {
            const wait = attempts.wait(trying, now)
            return wait === undefined ? Effect.void : Effect.fail(tooMany(wait))
          })
        const checked = ({ username, password, address }: Attempt): Effect.Effect<string, GatewayError> =>
          Effect.gen(function* () {
            yield* allowed({ username, address })
            const succeeded = attempts.count({ username, address }, yield* Clock.currentTimeMillis)
            const principal = yield* accounts.check(username, password)
            if (principal === undefined) return yield* Effect.fail(wrong())
            const now = yield* Clock.currentTimeMillis
            succeeded(now)
            return yield* Effect.promise(() => tokens.sign(username, now))
          })
        return {
          admit: (address) =>
            Effect.flatMap(Clock.currentTimeMillis, (now) => {
              const wait = attempts.admit(address, now)
              if (wait !== undefined) return Effect.fail(tooMany(wait))
              return Effect.addFinalizer(() => Effect.sync(() => attempts.end(address)))
            }),
          login: (attempt) => Effect.andThen(allowed(attempt), inTurn(checked(attempt))),
          holder: Effect.fnUntraced(function* (token) {
            const now = yield* Clock.currentTimeMillis
            const username = yield* Effect.promise(() => tokens.read(token, now))
            return username === undefined ? undefined : yield* accounts.find(username)
          })
        }
      })
    )
}

const wrong = (): GatewayError => new GatewayError("Unauthenticated", "The user name or the password is wrong.")

const tooMany = (wait: number): GatewayError =>
  new GatewayError("RateLimited", "Too many logins failed, or are under way. Try again later.", {
    retryAfter: wait / 1000
  })

const tooManyLogins = (): GatewayError =>
  new GatewayError("RateLimited", "Too many logins are being checked. Try again in a moment.", { retryAfter: 1 })

/** How much of some work is done at once, and how much of it waits. */
interface QueueSize {
  readonly atOnce: number
  readonly queue: number
}

/** Does work in its turn; fails at once, with what is said, where as much waits as may. */
const turnsIn = <E>({ atOnce, queue }: QueueSize, refusal: () => E) => {
  const turns = Semaphore.makeUnsafe(atOnce)
  let inside = 0
  return <A, F>(work: Effect.Effect<A, F>): Effect.Effect<A, E | F> =>
    Effect.suspend((): Effect.Effect<A, E | F> => {
      if (inside >= atOnce + queue) return Effect.fail(refusal())
      inside += 1
      return Effect.ensuring(
        turns.withPermit(work),
        Effect.sync(() => void (inside -= 1))
      )
    })
}

/**
 * Credentials that know login tokens, too, where a route takes them; keys are known as before. Whoever holds a token is
 * the principal whose account it is.
 *
 * @example
 * withLogins(Credentials.keys({ key: "k", name: "team" })).pipe(Layer.provide(Logins.layer({ secrets: [secret] })))
 */
export const withLogins = <E, R>(keys: Layer.Layer<Credentials, E, R>): Layer.Layer<Credentials, E, R | Logins> =>
  Layer.effect(Credentials)(
    Effect.gen(function* () {
      const credentials = yield* Credentials
      const logins = yield* Logins
      return {
        authenticate: (presented, caller) => {
          const token = tokenIn(presented)
          if (token === undefined) return credentials.authenticate(presented, caller)
          return Effect.flatMap(logins.holder(token), (holder) =>
            holder === undefined
              ? Effect.mapError(credentials.authenticate(presented, caller), expired)
              : Effect.succeed(holder)
          )
        }
      }
    })
  ).pipe(Layer.provide(keys))

/** Three parts, the first of which is an object of JSON in base64url. */
const shape = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/

/** What looks like a login token where a route takes one; undefined where two different things are presented. */
const tokenIn = (presented: readonly PresentedKey[]): string | undefined => {
  const token = presented.find(({ carrier }) => carrier === "login")?.secret
  if (token === undefined || presented.some(({ secret }) => secret !== token)) return undefined
  return shape.test(token) ? token : undefined
}

/** What is said of it where it is no key either. */
const expired = (error: GatewayError): GatewayError =>
  error.reason === "Unauthenticated"
    ? new GatewayError("Unauthenticated", "The login token is not valid, or has expired. Log in again.", error.details)
    : error

/** 16 KiB: what a user name and a password may have. */
const cap = 16 * 1024

/** The members of a body. */
const loginMembers = { username: requiredText, password: describedRow(requiredText, { format: "password" }) } as const

/** Who logs in. */
interface LoginRequest {
  readonly username: string
  readonly password: string
}

/** `POST /prod-api/v3/auth/getToken`: a login token for a user name and a password. No key is asked for, or looked at. */
export const getToken: Endpoint<Logins> = {
  ...labEndpoint,
  id: "lab-token",
  method: "POST",
  path: "/prod-api/v3/auth/getToken",
  auth: [],
  admit: ({ address }) =>
    Effect.flatMap(Effect.serviceOption(Logins), (logins) =>
      Option.isNone(logins) ? Effect.void : logins.value.admit(address())
    ),
  body: { kind: "json", cap },
  summary: "A login token for a user name and a password.",
  described: {
    ...describedAnswers({ type: "string", description: "`Bearer ` and the token." }),
    request: objectSchema(Object.entries(loginMembers))
  },
  handle: Effect.fnUntraced(function* ({ head, body }) {
    const logins = yield* Logins
    const read = readBody(body)
    const login = read.ok ? readLogin(read.value) : read
    if (!login.ok) return yield* Effect.fail(login.error)
    const token = yield* logins.login({ ...login.value, address: head.address() })
    return envelopedAnswer(`Bearer ${token}`, { "cache-control": "no-store" })
  })
}

/** Reads a user name and a password. */
export const readLogin = (body: JsonText): Result<LoginRequest, GatewayError> => {
  const object = bodyObject(body)
  if (!object.ok) return fail(invalidRequest(object.error))
  const from = new ObjectReader(new IssueReader(), object.value, "", { format: "lab", silent: noNull })
  const username = loginMembers.username.read(from, "username")
  const password = loginMembers.password.read(from, "password")
  const checked = from.reader.checked()
  return checked.ok ? succeed({ username, password }) : fail(invalidRequest(checked.error))
}
