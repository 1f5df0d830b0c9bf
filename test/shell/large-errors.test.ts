import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import * as Families from "../../src/families/families.ts"
import * as OpenAI from "../../src/families/openai.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"

const mebibyte = 1024 * 1024
const error = (length: number): string => JSON.stringify({ error: { message: "m".repeat(length), type: "x" } })

let said = ""
const families = Families.of(OpenAI.layer({ key: "key-of-the-operator", models: ["plain-chat"] }))
const upstream = layerFetch(() => Promise.resolve(new Response(said, { status: 400 })))
const gateway = Gateway.make(
  Gateway.layer(chatCompletions).pipe(
    Layer.provide(families.pipe(Layer.provide(upstream))),
    Layer.provide(Credentials.keys("client"))
  )
)
afterAll(() => gateway.dispose())

const ask = async (stream: boolean): Promise<{ readonly status: number; readonly text: string }> => {
  const headers = { authorization: "Bearer client", "content-type": "application/json" }
  const body = JSON.stringify({ model: "plain-chat", stream, messages: [{ role: "user", content: "a" }] })
  const answer = await gateway.fetch(
    new Request("http://gateway.test/v1/chat/completions", { method: "POST", headers, body })
  )
  return { status: answer.status, text: await answer.text() }
}

describe.each([false, true])("an error of a vendor, where a stream is asked for: %s", (stream) => {
  it("is told up to a mebibyte", async () => {
    said = error(mebibyte / 2)
    expect((await ask(stream)).status).toBe(400)
  })

  it("is too large beyond that, and the client reads none of it", async () => {
    said = error(2 * mebibyte)
    const { status, text } = await ask(stream)
    expect([status, text.includes("mmm")]).toEqual([502, false])
  })
})
