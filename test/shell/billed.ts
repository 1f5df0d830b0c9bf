import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { onTestFinished } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { streamGenerateContent } from "../../src/endpoints/generate-content.ts"
import { messages } from "../../src/endpoints/messages.ts"
import { metrics } from "../../src/endpoints/monitoring.ts"
import { responses } from "../../src/endpoints/responses.ts"
import { responsesApi } from "../../src/families/openai-compatible/responses.ts"
import { Claude, Families, type FetchFunction, Gateway, Gemini, layerFetch, OpenAI } from "../../src/index.ts"
import { type MeterEntry, Metering, layerTelemetry } from "../../src/telemetry/telemetry.ts"

/** A gateway before a vendor that gives one answer, how often that was asked, and what the meter is told. */
export const before = (answer: object | string) => {
  const seen: { calls: number; readonly metered: MeterEntry[] } = { calls: 0, metered: [] }
  const upstream: FetchFunction = () => {
    seen.calls++
    return Promise.resolve(
      typeof answer === "string" || answer instanceof ReadableStream
        ? new Response(answer, { headers: { "content-type": "text/event-stream" } })
        : Response.json(answer)
    )
  }
  const key = "a-vendors-key-that-none-may-see"
  const gateway = Gateway.make(
    Gateway.layer(messages, chatCompletions, responses, streamGenerateContent, metrics).pipe(
      Layer.provide(
        Families.of(
          OpenAI.chat({ key, models: ["chat"] }),
          OpenAI.chat({ key, models: ["responses"], format: responsesApi }),
          Claude.layer({ key }),
          Gemini.chat({ key })
        )
      ),
      Layer.provide(layerFetch(upstream)),
      Layer.provide(Credentials.keys("client")),
      Layer.provide(layerTelemetry()),
      Layer.provide(Layer.succeed(Metering)({ record: (entry) => Effect.sync(() => void seen.metered.push(entry)) }))
    )
  )
  onTestFinished(() => gateway.dispose())
  const fetch = (url: string | URL | Request, init?: RequestInit) => gateway.fetch(new Request(url, init))
  const headers = { authorization: "Bearer client", "content-type": "application/json" }
  const ask = (path: string, body: object, version = "v1") =>
    fetch(`http://gateway.test/${version}/${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  return { ask, fetch, seen }
}

const said = [{ role: "user", content: "Hello" }] as const

/** What clients of each format ask of a model. */
export const requests = (model: string) =>
  [
    ["messages", { model, stream: true, max_tokens: 9, messages: said }],
    ["chat/completions", { model, stream: true, messages: said }],
    ["responses", { model, stream: true, input: "Hello" }]
  ] as const

/** What the meter is told of these counts, by hand. */
export const used = [{ ended: "failed", usage: { input: 1000, text: 200 } }]
