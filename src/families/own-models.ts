import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Upstream, UpstreamReply, UpstreamRequest } from "../upstream/upstream.ts"
import { GatewayError } from "../core/errors/error.ts"
import { isArray, isObject } from "../core/json/json.ts"
import { parsedOrNull } from "../core/json/value.ts"
import type { Listed } from "./listed.ts"

/** What an upstream says that it serves, without ever failing: where it does not answer, what it said before. */
export type OwnModels = Effect.Effect<Listed>

/** The most bytes of such a list, the most models of it, and the most characters of an id. */
const most = { bytes: 2 * 1024 * 1024, models: 1000, id: 256 } as const

/** How long it may take: a list waits for it. */
const clocks = { connect: 1000, firstByte: 2000, idle: 1000, total: 3000 } as const

/** Asks an upstream for its models, at most once in five minutes, or in half a minute where it did not answer. */
export const ownModels = (
  upstream: Upstream["Service"],
  request: () => Pick<UpstreamRequest, "url" | "headers" | "secrets" | "pool">
): Effect.Effect<OwnModels> => {
  let last: Listed = new Map()
  const ask = Effect.suspend(() => upstream.unary({ ...request(), method: "GET", once: true, clocks })).pipe(
    Effect.flatMap(read),
    Effect.map((found) => (last = found)),
    Effect.uninterruptible
  )
  const cached = Effect.cachedWithTTL(ask, (exit) => (Exit.isSuccess(exit) ? "5 minutes" : "30 seconds"))
  return Effect.map(cached, (known) => Effect.orElseSucceed(known, () => last))
}

const read = ({ status, body }: UpstreamReply): Effect.Effect<Listed, GatewayError> => {
  const said = status === 200 && body.length <= most.bytes ? parsedOrNull(new TextDecoder().decode(body)) : null
  const data = isObject(said) ? said["data"] : undefined
  if (!isArray(data)) return Effect.fail(new GatewayError("UpstreamFailed", "The upstream told no list of models."))
  const found = new Map<string, number | undefined>()
  for (const entry of data.slice(0, most.models)) {
    const { id, created } = isObject(entry) ? entry : {}
    if (typeof id !== "string" || id === "" || id.length > most.id) continue
    found.set(id, typeof created === "number" && Number.isSafeInteger(created) && created > 0 ? created : undefined)
  }
  return Effect.succeed(found)
}
