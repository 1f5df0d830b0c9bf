import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { encodeError } from "../formats/chat-completions/wire.ts"
import { newRef, MediaStore } from "../media/store/store.ts"
import { TaskStore } from "../tasks/store.ts"
import { Draining, type Endpoint } from "./endpoint.ts"
import { anyCarrier } from "../credentials/credentials.ts"
import { Telemetry } from "../telemetry/telemetry.ts"
import { GatewayError } from "../core/errors/error.ts"

/** Whether what a gateway needs can be reached; by default it needs nothing. */
const Readiness = Context.Reference<Effect.Effect<boolean>>("isogloss/Readiness", {
  defaultValue: () => Effect.succeed(true)
})

/** For how long what was found holds, and how long finding it may take, in milliseconds. */
const probeTime = 1_000

/** Lets `/readyz` know the stores: they are asked when it is, at most once a second and for no longer than that. */
export const layerReadiness: Layer.Layer<never, never, TaskStore | MediaStore> = Layer.effect(Readiness)(
  Effect.gen(function* () {
    const tasks = yield* TaskStore
    const media = yield* MediaStore
    const scope = yield* Effect.scope
    const look = Effect.gen(function* () {
      const nothing = newRef({ mime: "text/plain", size: 0, until: (yield* Clock.currentTimeMillis) + 60_000 })
      yield* Effect.all([tasks.sweep(0), media.find(nothing)], { concurrency: 2, discard: true })
      return true
    }).pipe(
      Effect.timeoutOrElse({ duration: probeTime, orElse: () => Effect.succeed(false) }),
      Effect.orElseSucceed(() => false)
    )
    let last: { readonly at: number; readonly found: Fiber.Fiber<boolean> } | undefined
    return Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (last === undefined || now - last.at >= probeTime) last = { at: now, found: yield* Effect.forkIn(look, scope) }
      return yield* Fiber.join(last.found)
    })
  })
)

const probe = (id: string, path: Endpoint["path"], summary: string, isFine: Effect.Effect<boolean>): Endpoint => ({
  id,
  method: "GET",
  path,
  auth: [],
  body: { kind: "none" },
  summary,
  handle: () =>
    Effect.map(isFine, (fine) => ({
      status: fine ? 200 : 503,
      headers: { "cache-control": "no-store" },
      body: ""
    })),
  error: encodeError
})

/** `GET /livez`: an empty 200 from a process that answers. */
export const livez = probe("livez", "/livez", "Whether the process answers; the body is empty.", Effect.succeed(true))

/** `GET /readyz`: an empty 200 once all is built, a 503 while a store that it knows cannot be reached, and from when the gateway is to stop. */
export const readyz = probe(
  "readyz",
  "/readyz",
  "Whether requests are taken; the body is empty.",
  Effect.flatMap(Draining, (isDraining) => (isDraining() ? Effect.succeed(false) : Effect.flatten(Readiness)))
)

const uncounted = (): GatewayError =>
  new GatewayError("NotFound", "There are no metrics: this gateway was built without `layerTelemetry()`.", {
    code: "not_counted"
  })

/** What writes counts, which comes with a whole HTTP server: nobody loads it before counts are asked for. */
const prometheus = () => import("effect/observability/PrometheusMetrics")

/**
 * `GET /metrics`: what was counted here, as Prometheus reads it. It needs a key, in any carrier. Without `layerTelemetry`
 * nothing is counted: a 404 that says so.
 */
export const metrics: Endpoint = {
  id: "metrics",
  method: "GET",
  path: "/metrics",
  auth: anyCarrier,
  body: { kind: "none" },
  summary: "What was counted: requests, calls, tokens and notes, as Prometheus reads it.",
  handle: Effect.fnUntraced(function* () {
    const { format } = yield* Effect.promise(prometheus)
    const body = yield* format()
    if (body === "" && (yield* Telemetry) === undefined) return yield* Effect.fail(uncounted())
    return { status: 200, headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" }, body }
  }),
  error: encodeError
}
