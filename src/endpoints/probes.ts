import * as Effect from "effect/Effect"
import { encodeError } from "../formats/chat-completions/error.ts"
import type { Endpoint } from "./endpoint.ts"
import { Draining, Readiness } from "./readiness.ts"

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
