import * as Layer from "effect/Layer"
import * as Endpoints from "../../src/endpoints.ts"
import {
  Credentials,
  type Endpoint,
  Families,
  type FetchFunction,
  Gateway,
  layerFetch,
  type RunningGateway,
  TokenCounts
} from "../../src/index.ts"
import * as Claude from "../../src/families/claude.ts"
import * as Gemini from "../../src/families/gemini.ts"
import * as OpenAI from "../../src/families/openai.ts"
import { chatEndpoints } from "../shell/endpoints.ts"

/** The key of clients. */
export const clientKey = "key-of-a-client"

/** The key that the gateway calls its upstream with. */
export const upstreamKey = "key-of-the-operator"

/** An endpoint that takes no more than 1 KiB. */
const narrow = {
  ...Endpoints.messages,
  id: "narrow",
  path: "/v1/narrow",
  also: [],
  body: { kind: "json", cap: 1024 }
} as const

/** An endpoint with a defect. */
const broken: Endpoint = {
  ...Endpoints.models,
  id: "broken",
  path: "/v1/broken",
  also: [],
  handle: () => {
    throw new Error("a planted defect")
  }
}

/** The gateway that every host serves: all chat endpoints and three families that chat, in front of one upstream. */
export const gatewayAt = (url: string, fetch: FetchFunction): RunningGateway =>
  Gateway.make(
    Gateway.layer(...chatEndpoints, narrow, broken).pipe(
      Layer.provide(
        Families.of(
          OpenAI.chat({ key: upstreamKey, url: `${url}/v1` }),
          Claude.layer({ key: upstreamKey, url }),
          Gemini.chat({ key: upstreamKey, url })
        )
      ),
      Layer.provide(layerFetch(fetch)),
      Layer.provide(TokenCounts.layer()),
      Layer.provide(Credentials.keys(clientKey))
    )
  )
