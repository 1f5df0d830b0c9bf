import * as Layer from "effect/Layer"
import {
  chatCompletions,
  Claude,
  countContentTokens,
  countTokens,
  Credentials,
  type Endpoint,
  Families,
  type Fetch,
  Gateway,
  Gemini,
  generateContent,
  layerFetch,
  messages,
  model,
  models,
  OpenAI,
  type Running,
  streamGenerateContent,
  TokenCounts
} from "../../src/index.ts"

/** The key of clients. */
export const clientKey = "key-of-a-client"

/** The key that the gateway calls its upstream with. */
export const upstreamKey = "key-of-the-operator"

/** An endpoint that takes no more than 1 KiB. */
const narrow = { ...messages, id: "narrow", path: "/v1/narrow", also: [], body: { kind: "json", cap: 1024 } } as const

/** An endpoint with a defect. */
const broken: Endpoint = {
  ...models,
  id: "broken",
  path: "/v1/broken",
  also: [],
  handle: () => {
    throw new Error("a planted defect")
  }
}

/** The gateway that every host serves: all chat endpoints and all families, in front of one upstream. */
export const gatewayAt = (url: string, fetch: Fetch): Running =>
  Gateway.make(
    Gateway.layer(
      chatCompletions,
      messages,
      countTokens,
      generateContent,
      streamGenerateContent,
      countContentTokens,
      models,
      model,
      narrow,
      broken
    ).pipe(
      Layer.provide(
        Families.of(
          OpenAI.layer({ key: upstreamKey, url: `${url}/v1` }),
          Claude.layer({ key: upstreamKey, url }),
          Gemini.layer({ key: upstreamKey, url })
        )
      ),
      Layer.provide(layerFetch(fetch)),
      Layer.provide(TokenCounts.layer()),
      Layer.provide(Credentials.keys(clientKey))
    )
  )
