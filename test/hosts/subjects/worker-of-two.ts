import * as Layer from "effect/Layer"
import * as Endpoints from "../../../src/endpoints.ts"
import { Claude, Credentials, Families, Gateway, layerFetch, OpenAI, TokenCounts } from "../../../src/index.ts"

/** A worker of two formats and two families. */
export const worker = Gateway.make(
  Gateway.layer(
    Endpoints.chatCompletions,
    Endpoints.messages,
    Endpoints.countTokens,
    Endpoints.models,
    Endpoints.model
  ).pipe(
    Layer.provide(Families.of(Claude.layer({ key: "k" }), OpenAI.layer({ key: "k" }))),
    Layer.provide(layerFetch((call) => fetch(call))),
    Layer.provide(TokenCounts.layer()),
    Layer.provide(Credentials.keys())
  )
)
