import * as Effect from "effect/Effect"
import { anyCarrier } from "../credentials/carriers.ts"
import { encodeError } from "../formats/chat-completions/error.ts"
import { stringifyJson } from "../core/json/json.ts"
import type { Endpoint } from "./endpoint.ts"
import { Mounted } from "./mounted.ts"
import { pageOf } from "./open-api/page.ts"

/**
 * `GET /openapi.json`: the endpoints that this gateway serves, as an OpenAPI 3.1 document. It needs a key, in any
 * carrier.
 *
 * @example
 * Gateway.layer(messages, { ...openApi, auth: [] }) // anybody may read it
 */
export const openApi: Endpoint = {
  id: "open-api",
  method: "GET",
  path: "/openapi.json",
  auth: anyCarrier,
  body: { kind: "none" },
  summary: "This document: what is served here, as OpenAPI 3.1.",
  handle: () =>
    Effect.map(Mounted, (endpoints) => ({
      status: 200,
      headers: { "content-type": "application/json" },
      body: stringifyJson(pageOf(endpoints))
    })),
  error: encodeError
}
