import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Credentials } from "../../src/credentials/credentials.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { generateContent, streamGenerateContent } from "../../src/endpoints/generate-content.ts"
import { messages } from "../../src/endpoints/messages.ts"
import * as Claude from "../../src/families/claude.ts"
import * as Families from "../../src/families/families.ts"
import * as Gemini from "../../src/families/gemini.ts"
import * as OpenAI from "../../src/families/openai.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { toNodeHandler } from "../../src/hosts/node.ts"
import { Metering } from "../../src/telemetry/metering.ts"
import { layerUndici } from "../../src/upstream/undici.ts"
import { listen } from "./listen.ts"
import { aliases, clientKey } from "./models.ts"

/** Usage that was told, so that reading it counts. */
let tokens = 0

const metering = Layer.succeed(Metering)({
  record: ({ usage }) =>
    Effect.sync(() => {
      tokens += usage?.text ?? 0
    })
})

/** The gateway as it is served, with three families at one upstream and usage metered. */
export const start = async (upstreamUrl: string): Promise<number> => {
  const routes = [...aliases].map(([match, model]) => ({ match, model, upstream: "openai" }))
  const families = Families.routed(
    routes,
    OpenAI.layer({ key: "upstream", url: `${upstreamUrl}/v1` }),
    Claude.layer({ key: "upstream", url: upstreamUrl }),
    Gemini.layer({ key: "upstream", url: upstreamUrl })
  )
  const gateway = Gateway.make(
    Gateway.layer(chatCompletions, messages, generateContent, streamGenerateContent).pipe(
      Layer.provide(families.pipe(Layer.provide(layerUndici()))),
      Layer.provide(Credentials.keys({ key: clientKey, name: "bench", models: ["*"] })),
      Layer.provide(metering)
    )
  )
  await gateway.ready
  return listen(toNodeHandler(gateway))
}
