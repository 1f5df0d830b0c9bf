import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterEach, describe, expect, it } from "vitest"
import { ChatModels } from "../../src/capabilities/models.ts"
import { Credentials } from "../../src/credentials/credentials.ts"
import { messages } from "../../src/endpoints/messages.ts"
import { Gateway, type RunningGateway } from "../../src/gateway/gateway.ts"
import { type FetchFunction, layerFetch } from "../../src/upstream/fetch.ts"
import { Upstream } from "../../src/upstream/upstream.ts"
import type { StreamFrame } from "../../src/core/framing/transducer.ts"
import { anyNaming } from "../../src/core/naming/gateways.ts"
import { all } from "../laws/calling.ts"
import { converse } from "../../examples/bedrock-converse/index.ts"
import { eventStream } from "../../examples/bedrock-converse/framing.ts"

/** One model, whose upstream speaks a format that is framed in bytes. */
const model = Layer.effect(ChatModels)(
  Effect.map(Upstream, (upstream) => {
    const only = {
      id: "m",
      family: "bedrock",
      format: converse,
      target: { model: "m" },
      naming: anyNaming,
      edits: () => ({ value: [], notes: [] }),
      takesStreamUsage: false,
      request: ({ body, stream }: { readonly body: { readonly text: string }; readonly stream: boolean }) => ({
        method: "POST" as const,
        url: `http://upstream.invalid/model/m/${stream ? "converse-stream" : "converse"}`,
        headers: { "content-type": "application/json" },
        body: body.text
      }),
      upstream
    }
    return { find: (id: string) => (id === "m" ? only : undefined), ids: ["m"] }
  })
)

let running: RunningGateway | undefined
afterEach(() => running?.dispose())

const ask = async (answer: Response, stream: boolean): Promise<{ readonly status: number; readonly text: string }> => {
  const fetch: FetchFunction = () => Promise.resolve(answer)
  const gateway = Gateway.make(
    Gateway.layer(messages).pipe(
      Layer.provide(model.pipe(Layer.provide(layerFetch(fetch)))),
      Layer.provide(Credentials.keys("k"))
    )
  )
  running = gateway
  const body = JSON.stringify({ model: "m", max_tokens: 9, stream, messages: [{ role: "user", content: "Hi" }] })
  const headers = { "x-api-key": "k", "content-type": "application/json" }
  const got = await gateway.fetch(new Request("http://gateway/v1/messages", { method: "POST", headers, body }))
  return { status: got.status, text: await got.text() }
}

const event = (name: string, data: object): StreamFrame => ({ event: name, data: JSON.stringify(data) })

const frames = [
  event("messageStart", { role: "assistant" }),
  event("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "Hel" } }),
  event("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "lo" } }),
  event("contentBlockStop", { contentBlockIndex: 0 }),
  event("messageStop", { stopReason: "end_turn" }),
  event("metadata", { usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 } })
]

const binary = (some: readonly StreamFrame[]): Response =>
  new Response(new Blob(all(eventStream.write(), some).map((bytes) => new Uint8Array(bytes))), {
    headers: { "content-type": eventStream.contentType }
  })

const textsIn = (text: string): string =>
  [...text.matchAll(/^data: (\{.*"text_delta".*\})$/gm)].map(([, data = ""]) => JSON.parse(data).delta.text).join("")

describe("a gateway before an upstream that is framed in bytes", () => {
  it("streams what it says", async () => {
    const { status, text } = await ask(binary(frames), true)
    expect([status, textsIn(text)]).toEqual([200, "Hello"])
    expect(text.trimEnd().split("\n").at(-2)).toBe("event: message_stop")
  })

  it("ends in an error where it breaks off", async () => {
    const { text } = await ask(binary(frames.slice(0, 3)), true)
    expect(textsIn(text)).toBe("Hello")
    expect(text.trimEnd().split("\n").at(-2)).toBe("event: error")
  })

  it("answers whole", async () => {
    const output = { message: { role: "assistant", content: [{ text: "Hello" }] } }
    const usage = { inputTokens: 3, outputTokens: 2, totalTokens: 5 }
    const { status, text } = await ask(Response.json({ output, stopReason: "end_turn", usage }), false)
    expect([status, JSON.parse(text)]).toMatchObject([
      200,
      {
        content: [{ type: "text", text: "Hello" }],
        stop_reason: "end_turn",
        usage: { input_tokens: 3, output_tokens: 2 }
      }
    ])
  })
})
