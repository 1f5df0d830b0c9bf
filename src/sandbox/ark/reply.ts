import type { Desk } from "../desk.ts"
import { errorBody } from "./error.ts"
import type { ArkError } from "./error.ts"

/** What every answer carries. */
export const headers: Record<string, string> = { "content-type": "application/json" }

/** An error as Ark sends it. */
export const fail = (error: ArkError, desk: Desk, refusal?: string): Response =>
  new Response(JSON.stringify(errorBody(error, desk.requestId("02"))), {
    status: error.status,
    headers: { ...headers, ...(refusal === undefined ? {} : { "x-sandbox-refusal": refusal }) }
  })
