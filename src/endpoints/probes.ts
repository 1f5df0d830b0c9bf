import * as Effect from "effect/Effect"
import { encodeError } from "../formats/chat-completions/error.ts"
import type { Endpoint } from "./endpoint.ts"

const probe = (id: string, path: Endpoint["path"], summary: string): Endpoint => ({
  id,
  method: "GET",
  path,
  auth: [],
  body: { kind: "none" },
  summary,
  handle: () => Effect.succeed({ status: 200, headers: { "cache-control": "no-store" }, body: "" }),
  error: encodeError
})

/** `GET /livez`: an empty 200 from a process that answers. */
export const livez = probe("livez", "/livez", "Whether the process answers; the body is empty.")

/** `GET /readyz`: an empty 200 once all is built, a 503 from when the gateway stops. */
export const readyz = probe("readyz", "/readyz", "Whether requests are taken; the body is empty.")
