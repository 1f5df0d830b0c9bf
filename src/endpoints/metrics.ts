import * as Effect from "effect/Effect"
import { anyCarrier } from "../credentials/credentials.ts"
import { encodeError } from "../formats/chat-completions/error.ts"
import { Telemetry } from "../telemetry/telemetry.ts"
import { GatewayError } from "../core/errors/error.ts"
import type { Endpoint } from "./endpoint.ts"

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
