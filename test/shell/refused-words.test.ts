import * as Layer from "effect/Layer"
import { describe, expect, it, onTestFinished } from "vitest"
import { responses } from "../../src/endpoints/responses.ts"
import { Claude, Credentials, Families, Gateway, layerFetch, OpenAI } from "../../src/index.ts"
import { responsesApi } from "../../src/families/openai-compatible/responses.ts"

/** What comes of a request: its status, its error, and how often an upstream was called. */
const asked = async (body: object) => {
  let calls = 0
  const upstream = () => {
    calls++
    return Promise.resolve(Response.json({ error: { message: "No." } }, { status: 400 }))
  }
  const gateway = Gateway.make(
    Gateway.layer(responses).pipe(
      Layer.provide(
        Families.of(
          Claude.layer({ key: "operator", url: "http://upstream.test" }),
          OpenAI.chat({ key: "operator", format: responsesApi })
        )
      ),
      Layer.provide(layerFetch(upstream)),
      Layer.provide(Credentials.keys("client"))
    )
  )
  onTestFinished(() => gateway.dispose())
  const headers = { authorization: "Bearer client", "content-type": "application/json" }
  const init = { method: "POST", headers, body: JSON.stringify(body) }
  const answer = await gateway.fetch(new Request("http://gateway.test/v1/responses", init))
  return { status: answer.status, body: await answer.json(), calls }
}

const few = { input: "Hi", max_output_tokens: 5 }

/** @see https://github.com/MervinPraison/PraisonAI/issues/3934 what OpenAI says of a part that it has not (2026-08) */
const smell = { input: [{ role: "user", content: [{ type: "smell" }] }] }

describe("what OpenAI does not take", () => {
  it.each([
    ["too few tokens", few, "max_output_tokens", "integer_below_min_value"],
    ["a part that it has not", smell, "input[0].content[0].type", "invalid_value"]
  ])("is refused as there where another vendor's model is asked: %s", async (_, body, param, code) => {
    expect(await asked({ model: "claude-sonnet-4-5", ...body })).toMatchObject({
      status: 400,
      body: { error: { type: "invalid_request_error", param, code } },
      calls: 0
    })
  })

  it("is its own to say where the bytes pass", async () => {
    expect(await asked({ model: "gpt-5.1", ...few })).toMatchObject({ status: 400, calls: 1 })
  })
})
