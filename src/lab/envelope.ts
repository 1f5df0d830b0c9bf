import type { Answer } from "../endpoints/endpoint.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { placedMessage, wireError } from "../core/errors/failure.ts"
import type { WireError } from "../core/format.ts"
import { type JsonTemplate, stringifyJson } from "../core/json/json.ts"

/** What every answer of the lab stands in. */
export const enveloped = (data: JsonTemplate): JsonTemplate => ({ code: 200, msg: "success", data })

/** An answer in the envelope. */
export const answer = (data: JsonTemplate, headers: Answer["headers"] = {}): Answer => ({
  status: 200,
  headers: { "content-type": "application/json", ...headers },
  body: stringifyJson(enveloped(data))
})

/** An error in the envelope: the HTTP status is its `code`. The pointer stands before the message. */
export const encodeError = (error: GatewayError): WireError =>
  wireError(error, { code: error.status, msg: placedMessage(error), data: null })
