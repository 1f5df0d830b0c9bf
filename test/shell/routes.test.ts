import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import { TokenCounts } from "../../src/endpoints/counting.ts"
import { Credentials } from "../../src/credentials/credentials.ts"
import { countContentTokens } from "../../src/endpoints/generate-content.ts"
import { messages, countTokens } from "../../src/endpoints/messages.ts"
import { model, models } from "../../src/endpoints/models.ts"
import { routes } from "../../src/gateway/routes.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"
import { printEvents } from "../faults/frames.ts"
import { twoModels } from "./models.ts"

const said = [
  { type: "message_start", message: { id: "m", type: "message", role: "assistant", content: [], usage: {} } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
  { type: "message_stop" }
]
const events = printEvents(said)
const upstream = (): Promise<Response> =>
  Promise.resolve(new Response(events, { headers: { "content-type": "text/event-stream" } }))

const { handler, dispose } = HttpRouter.toWebHandler(
  routes(countTokens, countContentTokens, models, model, messages).pipe(
    Layer.provide(twoModels("http://upstream.invalid").pipe(Layer.provide(layerFetch(upstream)))),
    Layer.provide(TokenCounts.layer()),
    Layer.provide(Credentials.keys("k"))
  ),
  { disableLogger: true }
)
afterAll(dispose)

const contents = [{ role: "user", parts: [{ text: "hi" }] }]
const ask = (path: string, body?: object): Promise<Response> =>
  handler(
    new Request(`http://gateway${path}`, {
      headers: { "x-goog-api-key": "k", authorization: "Bearer k", "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
    })
  )

describe("the endpoints as routes of a router that is there already", () => {
  it.each([
    ["/v1beta/models/chat-model:countTokens", { contents }],
    ["/v1/models/chat-model:countTokens", { contents }],
    ["/v1/messages/count_tokens", { model: "chat-model", messages: [{ role: "user", content: "hi" }] }],
    ["/v1/models", undefined],
    ["/v1beta/models", undefined],
    ["/v1/models/chat-model", undefined],
    ["/v1beta/models/chat-model", undefined]
  ])("%s is served", async (path, body) => expect((await ask(path, body)).status).toBe(200))

  it("stream what their upstream streams", async () => {
    const asked = { model: "messages-model", max_tokens: 9, stream: true, messages: [{ role: "user", content: "hi" }] }
    expect(await (await ask("/v1/messages", asked)).text()).toBe(events)
  })

  it("answer a body above their cap with its own status", async () => {
    const content = "x".repeat(32 * 1024 * 1024)
    const answer = await ask("/v1/messages", { model: "messages-model", messages: [{ role: "user", content }] })
    expect(answer.status).toBe(413)
  })

  it.each(["/v1beta/models/vendor/name:countTokens", "/v1beta/models/vendor%2Fname:countTokens"])(
    "%s is of a model with a slash",
    async (path) => {
      const answer: unknown = await (await ask(path, { contents })).json()
      expect(answer).toMatchObject({ error: { code: 404, message: expect.stringContaining("`vendor/name`") } })
    }
  )
})
