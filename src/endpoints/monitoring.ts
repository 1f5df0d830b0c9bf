import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { encodeError } from "../formats/chat-completions/wire.ts"
import { ResponseStore } from "../history/store.ts"
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

/** For how long what was found holds, and how long finding it may take before it counts as a no, in milliseconds. */
const probeTime = 1_000

/**
 * Lets `/readyz` know the stores, that of responses where there is one: when it is asked, they are whether they can be
 * read and written, once a second at most however many ask, and not again before they have answered. Nobody waits for
 * longer than that.
 */
export const layerReadiness: Layer.Layer<never, never, TaskStore | MediaStore> = Layer.effect(Readiness)(
  Effect.gen(function* () {
    const tasks = yield* TaskStore
    const media = yield* MediaStore
    const responses = yield* Effect.serviceOption(ResponseStore)
    const scope = yield* Effect.scope
    const look = Effect.gen(function* () {
      const nothing = newRef({ mime: "text/plain", size: 0, until: (yield* Clock.currentTimeMillis) + 60_000 })
      const reading = [tasks.sweep(0), media.find(nothing)]
      const writing = [tasks, media, ...Option.toArray(responses)].flatMap(({ probe }) => probe ?? [])
      const found = yield* Effect.forEach([...reading, ...writing], Effect.isSuccess, { concurrency: "unbounded" })
      return !found.includes(false)
    })
    let last: { readonly at: number; readonly found: Fiber.Fiber<boolean> } | undefined
    return Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (last === undefined || (now - last.at >= probeTime && last.found.pollUnsafe() !== undefined))
        last = { at: now, found: yield* Effect.forkIn(look, scope) }
      return yield* Effect.timeoutOrElse(Fiber.join(last.found), {
        duration: Math.max(0, last.at + probeTime - now),
        orElse: () => Effect.succeed(false)
      })
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

/** `GET /readyz`: an empty 200 once all is built, a 503 while a store that it knows cannot be reached or written, and from when the gateway is to stop. */
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
