import type { JsonObject } from "../json.ts"
import { errorBody } from "./error.ts"
import type { GeminiError } from "./error.ts"

/** What every answer carries. */
export const headers: Record<string, string> = {
  "content-type": "application/json; charset=UTF-8",
  vary: "Origin, X-Origin, Referer",
  "server-timing": "gfet4t7; dur=1"
}

/** An answer as the Gemini API sends it. */
export const send = (body: JsonObject): Response => new Response(JSON.stringify(body), { headers })

/** An error as the Gemini API sends it. */
export const fail = (error: GeminiError, refusal?: string): Response =>
  new Response(JSON.stringify(errorBody(error)), {
    status: error.status,
    headers: { ...headers, ...(refusal === undefined ? {} : { "x-sandbox-refusal": refusal }) }
  })
