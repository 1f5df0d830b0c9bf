import * as Layer from "effect/Layer"
import {
  chatCompletions,
  Claude,
  countTokens,
  Credentials,
  Families,
  Gateway,
  layerFetch,
  messages,
  model,
  models,
  OpenAI,
  TokenCounts
} from "../../../src/index.ts"

/** A worker of two formats and two families. */
export const worker = Gateway.make(
  Gateway.layer(chatCompletions, messages, countTokens, models, model).pipe(
    Layer.provide(Families.of(Claude.layer({ key: "k" }), OpenAI.layer({ key: "k" }))),
    Layer.provide(layerFetch((call) => fetch(call))),
    Layer.provide(TokenCounts.layer()),
    Layer.provide(Credentials.keys())
  )
)
