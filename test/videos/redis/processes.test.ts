import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { redisServer } from "../../tasks/redis/server.ts"
import { claimsOnce } from "../processes/claims.ts"
import { survives } from "../processes/survive.ts"

/** A Redis of its own. */
const open = async () => {
  const scope = Scope.makeUnsafe()
  const { url } = await Effect.runPromise(Scope.provide(redisServer, scope))
  return { place: url, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

survives({ name: "Redis", open })
claimsOnce({ name: "Redis", open }, [100, 100])
