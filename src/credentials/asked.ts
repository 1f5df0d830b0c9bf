import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { GatewayError } from "../core/errors/error.ts"
import { type Caller, Credentials, refusal } from "./credentials.ts"
import { type Permissions, permitted } from "./principal.ts"

/** A request whose caller is to be found. Header names are lower-case. */
export interface Arrival extends Omit<Caller, "address"> {
  /** The keys that stand where the route reads some; a key in two places stands here once. */
  readonly keys: readonly string[]
  /** The network address of the client, where its host knows it. */
  readonly address: string | undefined
}

/** An account that calls: its name, which usage is counted under, and what it may. */
export interface Account extends Permissions {
  readonly name: string
}

/**
 * Finds whose a request is; nobody's, and it is refused with a 401. A `GatewayError` that is thrown is the refusal itself;
 * anything else is a defect: a 500, and a line of the log.
 */
export type Authenticate = (arrival: Arrival) => Account | undefined | Promise<Account | undefined>

/** Credentials that a function knows. */
export const asked = (authenticate: Authenticate): Layer.Layer<Credentials> =>
  Layer.succeed(Credentials)({
    authenticate: (presented, { method, path, headers, address }) => {
      const keys = [...new Set(presented.map(({ secret }) => secret))]
      const arrival = { method, path, headers, keys, address: address() }
      return Effect.flatMap(Effect.tryPromise({ try: async () => authenticate(arrival), catch: refused }), (account) =>
        account === undefined
          ? Effect.fail(refusal(keys.length === 0 ? "No API key was given." : "The API key is not valid."))
          : Effect.succeed({ name: account.name, ...permitted(account) })
      )
    }
  })

/** What was thrown, where it is a refusal; all else is a defect. */
const refused = (thrown: unknown): GatewayError => {
  if (thrown instanceof GatewayError) return thrown
  throw thrown
}
