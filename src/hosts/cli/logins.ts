import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Configuration } from "../../config/configuration.ts"
import { Accounts, DressingTasks, getToken, labWithoutLogins, Logins, type TokenOptions } from "../../lab.ts"
import { wireNames } from "../../core/format.ts"

/** The lab's endpoints: where nobody has an account, nothing takes a password. */
export const labOf = ({ accounts, upstreams, policies: { names = wireNames } }: Configuration) => [
  ...(accounts.length > 0 || upstreams.length === 0 ? [getToken] : []),
  ...labWithoutLogins(names)
]

/** Logins of the accounts, and the dressing tasks that they may ask about: the command has none but the sandbox's. */
export const loginsLayer = async (
  { loginLife: life, upstreams, limits: { logins: most } }: Configuration,
  secrets: TokenOptions["secrets"]
): Promise<Layer.Layer<Logins | DressingTasks, never, Accounts>> => {
  if (upstreams.length === 0) return (await import("./sandbox-lab.ts")).sandboxLab()
  const rates = { failures: most.failures, addressFailures: most.address, accountFailures: most.account }
  return Layer.merge(DressingTasks.none, Logins.layer({ secrets, ...rates, ...(life === undefined ? {} : { life }) }))
}

/** Who may log in; the sandbox knows its own. */
export const accountsOf = ({ accounts, limits: { key } }: Configuration): Layer.Layer<Accounts> =>
  accounts.length === 0
    ? nobody
    : Accounts.hashed(...accounts.map((account) => ({ requests: key.requests, ...account })))

/** Where there are no accounts, what checks passwords need not be there either. */
const nobody = Layer.succeed(Accounts)({
  check: () => Effect.succeed(undefined),
  find: () => Effect.succeed(undefined)
})
