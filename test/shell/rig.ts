import { createServer, type Server } from "node:http"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ChatModel } from "../../src/capabilities/models.ts"
import { Credentials, type ClientKey } from "../../src/credentials/credentials.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { messages } from "../../src/endpoints/messages.ts"
import { model, models } from "../../src/endpoints/models.ts"
import { responses } from "../../src/endpoints/responses.ts"
import { Gateway, type GatewayOptions, type RunningGateway } from "../../src/gateway/gateway.ts"
import { toNodeHandler } from "../../src/hosts/node.ts"
import { type MeterEntry, Metering } from "../../src/telemetry/telemetry.ts"
import type { UpstreamLimits } from "../../src/upstream/upstream.ts"
import { layerUndici } from "../../src/upstream/undici.ts"
import type { StartGateway } from "../faults/index.ts"
import { closed, listen } from "../faults/loopback.ts"
import { twoModels } from "./models.ts"

/** What a test changes of the gateway that it starts. */
export interface RigOptions {
  readonly keys?: readonly ClientKey[]
  readonly policy?: GatewayOptions
  readonly limits?: Partial<UpstreamLimits>
  readonly model?: Partial<ChatModel>
  /** Where the meter writes. */
  readonly entries?: MeterEntry[]
  /** What hosts the gateway; a plain server of `node:http` by default. */
  readonly host?: (gateway: RunningGateway) => Server
  /** Is given the gateway once it runs. */
  readonly keep?: (gateway: RunningGateway) => void
}

/** The key of clients; the models of {@link twoModels} call their upstream with `upstream-key`. */
export const clientKey = "client-key"

/** A gateway of all chat endpoints in front of an upstream. */
export const gatewayOver = (
  upstreamUrl: string,
  { keys = [clientKey], policy, limits, model: more, entries = [] }: RigOptions = {}
) =>
  Gateway.make(
    Gateway.layer(chatCompletions, messages, responses, models, model).pipe(
      Layer.provide(twoModels(upstreamUrl, more).pipe(Layer.provide(layerUndici(limits)))),
      Layer.provide(Credentials.keys(...keys)),
      Layer.provide(Layer.succeed(Metering)({ record: (entry) => Effect.sync(() => void entries.push(entry)) }))
    ),
    policy
  )

/** The same on a server of `node:http`. */
export const served =
  (options: RigOptions = {}): StartGateway =>
  async (upstreamUrl) => {
    const gateway = gatewayOver(upstreamUrl, options)
    await gateway.ready
    options.keep?.(gateway)
    const server = options.host === undefined ? createServer(toNodeHandler(gateway)) : options.host(gateway)
    const port = await listen(server)
    return {
      url: `http://127.0.0.1:${port}`,
      close: async () => {
        await gateway.dispose()
        await closed(server)
      }
    }
  }

/** The headers that let a client in. */
export const letIn: readonly (readonly [string, string])[] = [["authorization", `Bearer ${clientKey}`]]
