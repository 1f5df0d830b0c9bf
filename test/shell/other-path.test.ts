import { afterAll, describe, expect, it } from "vitest"
import { createGateway, Endpoints, Gemini, GptImage, Jina, OpenAI, Veo } from "../../src/index.ts"

const [all, some] = ["a-key-for-all", "a-key-for-some"]
const key = "of-the-operator"
const { chatCompletions, messages, generateContent, countTokens, embeddings, images, rerank } = Endpoints
const gateway = createGateway({
  endpoints: [chatCompletions, messages, generateContent, countTokens, embeddings, images, rerank],
  families: [
    OpenAI.layer({ key }),
    GptImage.layer({ key }),
    Gemini.layer({ key }),
    Jina.layer({ key }),
    Veo.layer({ key })
  ],
  keys: [all, { key: some, name: "some", models: ["gpt-4o"] }]
})
afterAll(() => gateway.close())

const turns = [{ role: "user", content: "Hi" }]

const refusalOf = async (secret: string, path: string, body: object): Promise<readonly [number, string]> => {
  const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" }
  const answer = await gateway.fetch(
    new Request(`http://gateway.test${path}`, { method: "POST", headers, body: JSON.stringify(body) })
  )
  const text = await answer.text()
  return [answer.status, JSON.parse(text).error.message]
}

describe("a model that is asked at a path which does not serve it", () => {
  it.each([
    ["gpt-image-1", "/v1/chat/completions", "It makes images at `POST /v1/images/generations`."],
    ["veo-3.1-generate-preview", "/v1/messages", "It makes videos at `POST /v1/video/generations`."],
    ["text-embedding-3-small", "/v1/messages/count_tokens", "It makes embeddings at `POST /v1/embeddings`."],
    ["jina-reranker-v3", "/v1/embeddings", "It ranks documents at `POST /v1/rerank`."],
    ["gpt-4o", "/v1/images/generations", "It answers chats at `POST /v1/chat/completions`."]
  ])("is told with the path that does: %s at %s", async (model, path, place) => {
    const body = { model, messages: turns, max_tokens: 9, input: "Hi", prompt: "Hi" }
    const [status, message] = await refusalOf(all, path, body)
    expect([status, message]).toEqual([
      404,
      expect.stringMatching(new RegExp(`^(/model: )?The model \`${model}\` is not served at this path\\. `))
    ])
    expect(message.endsWith(place)).toBe(true)
  })

  it("is told so where the path itself names it", async () => {
    const path = "/v1beta/models/gpt-image-1:generateContent"
    const [, message] = await refusalOf(all, path, { contents: [{ parts: [{ text: "Hi" }] }] })
    expect(message).toContain("It makes images at `POST /v1/images/generations`.")
  })

  it("is like one that nobody knows to a key which may not use it", async () => {
    const ask = (model: string) => refusalOf(some, "/v1/chat/completions", { model, messages: turns })
    const [status, message] = await ask("gpt-image-1")
    const [statusOfNone, none] = await ask("none-1")
    expect([status, message.replace("gpt-image-1", "none-1")]).toEqual([statusOfNone, none])
  })
})
