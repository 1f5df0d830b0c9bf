import * as Effect from "effect/Effect"
import { format } from "effect/observability/PrometheusMetrics"
import { anyCarrier } from "../credentials/carriers.ts"
import { encodeError } from "../formats/chat-completions/error.ts"
import type { Endpoint } from "./endpoint.ts"

/** `GET /metrics`: what was counted here, as Prometheus reads it. It needs a key, in any carrier. */
export const metrics: Endpoint = {
  id: "metrics",
  method: "GET",
  path: "/metrics",
  auth: anyCarrier,
  body: { kind: "none" },
  summary: "What was counted: requests, calls, tokens and notes, as Prometheus reads it.",
  handle: () =>
    Effect.map(format(), (body) => ({
      status: 200,
      headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
      body
    })),
  error: encodeError
}
