import * as Endpoints from "../../../src/endpoints.ts"
import { createServer } from "node:http"
import type { ServerOptions } from "node:http"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Claude from "../../../src/families/claude.ts"
import * as Families from "../../../src/families/families.ts"
import * as OpenAI from "../../../src/families/openai.ts"
import { Credentials, Gateway, defaultUpstreamLimits, Metering } from "../../../src/gateway.ts"
import type { UpstreamTimeouts, MeterEntry, UpstreamLimits, Policy } from "../../../src/gateway.ts"
import { layerUndici, toNodeHandler } from "../../../src/node.ts"
import { clientKey } from "../index.ts"
import type { StartGateway } from "../index.ts"
import { closed, listen } from "../loopback.ts"

/** What a case changes of the gateway that it starts. */
export interface GatewayOptions {
  readonly limits?: Partial<Omit<UpstreamLimits, "clocks">>
  /** In milliseconds; those that are not named are the gateway's own. */
  readonly clocks?: Partial<UpstreamTimeouts>
  readonly policy?: Partial<Policy>
  /** Where the meter writes. */
  readonly entries?: MeterEntry[]
  readonly server?: ServerOptions
}

/** The keys that the gateway calls its upstreams with. */
export const upstreamKeys = { openai: "sk-canary-openai-7f3a9c51d2e84b60", claude: "sk-canary-claude-b8d04e6a13f79c25" }

/** What no client may be told, in no spelling. */
export const secrets = [upstreamKeys.openai, upstreamKeys.claude, clientKey]

const layerOver = (url: string, { clocks, entries = [], ...options }: GatewayOptions) =>
  Gateway.layer(Endpoints.chatCompletions, Endpoints.messages, Endpoints.models, Endpoints.model).pipe(
    Layer.provide(
      Families.of(
        OpenAI.layer({ key: upstreamKeys.openai, url: `${url}/v1`, models: ["gold-chat"] }),
        Claude.layer({ key: upstreamKeys.claude, url, models: ["gold-messages"] })
      )
    ),
    Layer.provide(layerUndici({ ...options.limits, clocks: { ...defaultUpstreamLimits.clocks, ...clocks } })),
    Layer.provide(Credentials.keys({ key: clientKey, name: "harness" })),
    Layer.provide(Layer.succeed(Metering)({ record: (entry) => Effect.sync(() => void entries.push(entry)) }))
  )

/** A gateway of both families in front of one upstream: `gold-chat` and `gold-messages`, on a server of `node:http`. */
export const gatewayOver =
  (options: GatewayOptions = {}): StartGateway =>
  async (upstreamUrl) => {
    const gateway = Gateway.make(layerOver(upstreamUrl, options), options.policy)
    await gateway.ready
    const server = createServer(options.server ?? {}, toNodeHandler(gateway))
    const port = await listen(server)
    return {
      url: `http://127.0.0.1:${port}`,
      close: async () => {
        await gateway.dispose()
        await closed(server)
      }
    }
  }
