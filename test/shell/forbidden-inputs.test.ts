import * as Layer from "effect/Layer"
import { expect, it, onTestFinished } from "vitest"
import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { generateContent } from "../../src/endpoints/generate-content.ts"
import { messages } from "../../src/endpoints/messages.ts"
import { responses } from "../../src/endpoints/responses.ts"
import { Credentials, Families, Gateway, Gemini, layerFetch, OpenRouter } from "../../src/index.ts"

const user = { role: "user", content: "Hi" }

/** What a client is told of what an upstream answers to it with a 403. */
const told = async (refusal: object, path: string, body: object) => {
  const gateway = Gateway.make(
    Gateway.layer(chatCompletions, messages, responses, generateContent).pipe(
      Layer.provide(Families.of(OpenRouter.layer({ key: "operator" }), Gemini.chat({ key: "operator" }))),
      Layer.provide(layerFetch(() => Promise.resolve(Response.json(refusal, { status: 403 })))),
      Layer.provide(Credentials.keys("client"))
    )
  )
  onTestFinished(() => gateway.dispose())
  const headers = { authorization: "Bearer client", "content-type": "application/json" }
  const answer = await gateway.fetch(
    new Request(`http://gateway.test${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  )
  return { status: answer.status, body: await answer.json() }
}

/** @see https://openrouter.ai/docs/errors what it says of a prompt that its moderation flags (read 2026-11) */
const words = 'm requires moderation on V. Your input was flagged for "violence".'
const flagged = {
  error: {
    code: 403,
    message: words,
    metadata: { reasons: ["violence"], flagged_input: "hit", provider_name: "V", model_slug: "m" }
  }
}

const model = "openai/gpt-5.1"

it.each<[path: string, body: object, error: object]>([
  [
    "/v1/chat/completions",
    { model, messages: [user] },
    { message: words, type: "invalid_request_error", param: null, code: "content_policy_violation" }
  ],
  ["/v1/messages", { model, max_tokens: 9, messages: [user] }, { message: words, type: "invalid_request_error" }],
  [
    "/v1/responses",
    { model, input: "Hi" },
    { message: words, type: "invalid_request_error", param: null, code: "invalid_prompt" }
  ],
  [
    `/v1beta/models/${model}:generateContent`,
    { contents: [{ role: "user", parts: [{ text: "Hi" }] }] },
    { message: words, code: 400, status: "INVALID_ARGUMENT" }
  ]
])("a flagged prompt is the client's to mend, in the words of %s", async (path, body, error) => {
  expect(await told(flagged, path, body)).toMatchObject({ status: 400, body: { error } })
})

const gone = "CachedContent not found (or permission denied)"

it.each<[path: string, body: object, error: object]>([
  [
    "/v1beta/models/gemini-2.5-flash:generateContent",
    { contents: [{ role: "user", parts: [{ text: "Hi" }] }], cachedContent: "cachedContents/x" },
    { message: gone, code: 404, status: "NOT_FOUND" }
  ],
  [
    "/v1/chat/completions",
    {
      model: "gemini-2.5-flash",
      messages: [user],
      extra_body: { google: { cached_content: "cachedContents/x" } }
    },
    { message: gone, type: "invalid_request_error", param: null, code: null }
  ]
])("a cache that has ended is not found, in the words of %s", async (path, body, error) => {
  const refusal = { error: { code: 403, message: gone, status: "PERMISSION_DENIED" } }
  expect(await told(refusal, path, body)).toMatchObject({ status: 404, body: { error } })
})
