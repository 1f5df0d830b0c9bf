import type { AuthPolicy } from "../credentials/carriers.ts"
import type { Answer } from "../exchange/answer.ts"
import type { Endpoint, EndpointDocs } from "../endpoints/endpoint.ts"
import type { GatewayError } from "../core/errors/error.ts"
import { placedMessage, wireError } from "../core/errors/failure.ts"
import type { WireError, WireNames } from "../core/format.ts"
import { type JsonTemplate, stringifyJson } from "../core/json/json.ts"

/** What every answer of the lab stands in. */
export const enveloped = (data: JsonTemplate): JsonTemplate => ({ code: 200, msg: "success", data })

/** An answer in the envelope. */
export const envelopedAnswer = (data: JsonTemplate, headers: Answer["headers"] = {}): Answer => ({
  status: 200,
  headers: { "content-type": "application/json", ...headers },
  body: stringifyJson(enveloped(data))
})

/** An error in the envelope: the HTTP status is its `code`. The pointer stands before the message. */
export const encodeLabError = (error: GatewayError): WireError =>
  wireError(error, { code: error.status, msg: placedMessage(error), data: null })

/** Schemas of the envelope with some data in it, and of an error in it. */
export const describedAnswers = (data: JsonTemplate): Pick<EndpointDocs, "answer" | "failure"> => ({
  answer: inEnvelope({ const: 200 }, { const: "success" }, data),
  failure: inEnvelope({ type: "integer", description: "The HTTP status." }, { type: "string" }, { type: "null" })
})

const inEnvelope = (code: JsonTemplate, msg: JsonTemplate, data: JsonTemplate): JsonTemplate => ({
  type: "object",
  required: ["code", "msg", "data"],
  properties: { code, msg, data }
})

/** What all endpoints of the lab have in common. */
export const labEndpoint = { error: encodeLabError, owns: "/prod-api/" } as const satisfies Partial<Endpoint>

/** A key or a login token. */
export const auth: AuthPolicy = ["login"]

/** The paths of an endpoint under each of the product's words that a deployment has, the first of them its own. */
export const productPaths = (
  { product: [first = "", ...others] }: Pick<WireNames, "product">,
  path: (product: string) => `/${string}`
): Pick<Endpoint, "path" | "also"> => ({ path: path(first), also: others.map(path) })
