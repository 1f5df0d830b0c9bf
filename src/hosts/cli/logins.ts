import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Configuration } from "../../config/configuration.ts"
import { Accounts, DressingTasks, Logins, type TokenOptions } from "../../lab.ts"

/** Who may log in, and the dressing tasks that they may ask about: the command has none but the sandbox's. */
export const logins = async (
  { accounts, loginLife: life, upstreams }: Configuration,
  secrets: TokenOptions["secrets"]
): Promise<Layer.Layer<Logins | DressingTasks>> => {
  if (upstreams.length === 0) return (await import("./sandbox-lab.ts")).sandboxLab()
  const known = accounts.length === 0 ? nobody : Accounts.hashed(...accounts)
  return Layer.merge(
    DressingTasks.none,
    Layer.provide(Logins.layer(life === undefined ? { secrets } : { secrets, life }), known)
  )
}

/** Where there are no accounts, what checks passwords need not be there either. */
const nobody = Layer.succeed(Accounts)({
  check: () => Effect.succeed(undefined),
  find: () => Effect.succeed(undefined)
})
