import * as Layer from "effect/Layer"
import { expect, it, onTestFinished } from "vitest"
import { Credentials, Endpoints, Families, type FetchFunction, Gateway, layerFetch, OpenAI } from "../../src/index.ts"

const body = JSON.stringify({
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "gpt-4o",
  choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }]
})

/** The status of a streamed answer whose upstream answers whole, where so many bytes may be. */
const statusWithin = async (whole: number): Promise<number> => {
  const fetch: FetchFunction = () =>
    Promise.resolve(new Response(body, { headers: { "content-type": "application/json" } }))
  const gateway = Gateway.make(
    Gateway.layer(Endpoints.chatCompletions).pipe(
      Layer.provide(Families.of(OpenAI.chat({ key: "k" }))),
      Layer.provide(layerFetch(fetch)),
      Layer.provide(Credentials.keys("client"))
    ),
    { answers: { whole, event: 1000, kept: 1000 } }
  )
  onTestFinished(() => gateway.dispose())
  const answer = await gateway.fetch(
    new Request("http://gateway.test/v1/chat/completions", {
      method: "POST",
      headers: { authorization: "Bearer client", "content-type": "application/json" },
      body: JSON.stringify({ model: "gpt-4o", messages: [{ role: "user", content: "Hi" }], stream: true })
    })
  )
  await answer.text()
  return answer.status
}

it("an answer that should have been a stream may be as long as an answer may, and no longer", async () =>
  expect([await statusWithin(body.length), await statusWithin(body.length - 1)]).toEqual([200, 502]))
