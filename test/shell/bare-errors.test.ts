import OpenAI from "openai"
import { expect, it } from "vitest"
import { eventsOf, inPieces, modelOf, requestOf, scriptedVendor } from "./scripted-vendor.ts"

const { answers, ask, fetch } = scriptedVendor()

const begun = {
  "chat-completions": eventsOf([
    {
      id: "c",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      choices: [{ index: 0, delta: { content: "A" } }]
    }
  ]),
  messages:
    'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[],"usage":{"input_tokens":1}}}\n\n',
  "generate-content": eventsOf(
    [{ candidates: [{ index: 0, content: { role: "model", parts: [{ text: "A" }] } }] }],
    "\r\n"
  )
} as const

const bare = '{"error":{"code":503,"message":"overl","status":"UNAVAILABLE"}}'

const ends = (["chat-completions", "messages", "generate-content"] as const).flatMap((format) =>
  [bare, `${bare}\n`, `${bare}\n\n`].map((end) => [format, end] as const)
)

it.each([...ends, ["generate-content", `${JSON.stringify([JSON.parse(bare)], null, 2)}\n`] as const])(
  "an error that stands in no event is told in one where bytes of %s pass: %j",
  async (format, end) => {
    for (const answer of [inPieces(begun[format] + end), inPieces(begun[format], end)]) {
      answers(answer)
      const { text } = await ask(requestOf[format](modelOf[format]))
      expect(text.startsWith(begun[format])).toBe(true)
      expect(text.slice(begun[format].length)).toMatch(
        /^(event: error\n)?data: \{.*"error":\{.*"message":"overl".*\}\n\n$/
      )
    }
  }
)

it("the SDK of OpenAI throws at an error that stands in no event", async () => {
  answers(inPieces(begun["chat-completions"] + bare))
  const client = new OpenAI({ apiKey: "asks", baseURL: "http://gateway.test/v1", maxRetries: 0, fetch })
  const stream = await client.chat.completions.create({
    model: modelOf["chat-completions"],
    stream: true,
    messages: [{ role: "user", content: "Hello" }]
  })
  const texts: unknown[] = []
  const read = async (): Promise<void> => {
    for await (const { choices } of stream) texts.push(choices[0]?.delta.content)
  }
  await expect(read()).rejects.toThrow("overl")
  expect(texts).toEqual(["A"])
})
