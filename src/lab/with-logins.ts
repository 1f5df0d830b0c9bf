import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Presented } from "../credentials/carriers.ts"
import { Credentials } from "../credentials/credentials.ts"
import { GatewayError } from "../core/errors/error.ts"
import { Logins } from "./logins.ts"

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
              ? Effect.mapError(credentials.authenticate(presented, caller), said)
              : Effect.succeed(holder)
          )
        }
      }
    })
  ).pipe(Layer.provide(keys))

/** Three parts, the first of which is an object of JSON in base64url. */
const shape = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/

/** What looks like a login token where a route takes one; undefined where two different things are presented. */
const tokenIn = (presented: readonly Presented[]): string | undefined => {
  const token = presented.find(({ carrier }) => carrier === "login")?.secret
  if (token === undefined || presented.some(({ secret }) => secret !== token)) return undefined
  return shape.test(token) ? token : undefined
}

/** What is said of it where it is no key either. */
const said = (error: GatewayError): GatewayError =>
  error.reason === "Unauthenticated"
    ? new GatewayError("Unauthenticated", "The login token is not valid, or not any more. Log in again.", error.details)
    : error
