import * as Layer from "effect/Layer"
import { afterAll, expect, it } from "vitest"
import { Credentials } from "../../src/credentials/credentials.ts"
import { chatCompletions, generateContent, messages } from "../../src/endpoints.ts"
import * as Claude from "../../src/families/claude.ts"
import * as Families from "../../src/families/families.ts"
import * as Gemini from "../../src/families/gemini.ts"
import * as OpenAI from "../../src/families/openai.ts"
import { Gateway } from "../../src/gateway/gateway.ts"
import { layerFetch } from "../../src/upstream/fetch.ts"

const sent: string[] = []
const upstream = async (request: Request): Promise<Response> => {
  sent.push(await request.text())
  return new Response("{}", { status: 400 })
}
const families = Families.of(Claude.layer({ key: "k" }), Gemini.layer({ key: "k" }), OpenAI.layer({ key: "k" }))
const gateway = Gateway.make(
  Gateway.layer(chatCompletions, messages, generateContent).pipe(
    Layer.provide(families.pipe(Layer.provide(layerFetch(upstream)))),
    Layer.provide(Credentials.keys("client"))
  )
)
afterAll(() => gateway.dispose())

const parameters = { type: "object" }
const user = { role: "user", content: "Hi" }
const named = { type: "function", function: { name: "f", parameters } }
const chat = { messages: [user], tools: [named, named] }
const message = {
  max_tokens: 9,
  messages: [user],
  tools: [1, 2].map(() => ({ name: "f", input_schema: parameters }))
}
const content = {
  contents: [{ role: "user", parts: [{ text: "Hi" }] }],
  tools: [{ functionDeclarations: [{ name: "f" }] }, { functionDeclarations: [{ name: "f" }] }]
}

const ask = async (path: string, body: object) => {
  const headers = { authorization: "Bearer client", "x-goog-api-key": "client", "content-type": "application/json" }
  const init = { method: "POST", headers, body: JSON.stringify(body) }
  const answer = await gateway.fetch(new Request(`http://gateway.test${path}`, init))
  return { status: answer.status, text: await answer.text() }
}

it.each([
  ["/v1/chat/completions", { ...chat, model: "claude-sonnet-4-5" }, "tools[1].function.name"],
  ["/v1/chat/completions", { ...chat, model: "gemini-2.5-flash" }, "tools[1].function.name"],
  ["/v1/messages", { ...message, model: "gemini-2.5-flash" }, "/tools/1/name"],
  ["/v1beta/models/claude-sonnet-4-5:generateContent", content, "/tools/1/functionDeclarations/0/name"]
])("two tools of one name are a 400 that names the second, where %s is translated", async (path, body, place) => {
  const before = sent.length
  const answer = await ask(path, body)
  expect([answer.status, sent.length]).toEqual([400, before])
  expect(answer.text).toContain("Another tool has the same name.")
  expect(answer.text).toContain(place)
})

it("are left to their vendor, where the bytes pass", async () => {
  const before = sent.length
  await ask("/v1/chat/completions", { ...chat, model: "gpt-4o" })
  expect(sent).toHaveLength(before + 1)
})
