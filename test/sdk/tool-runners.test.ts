import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { bothTools, chatOf, cityTools, matrixModels, messagesOf } from "./asked.ts"
import { chatSdks } from "./chat-sdks.ts"
import { type Served, serveSandbox } from "./gateway.ts"
import { messagesSdks } from "./messages-sdks.ts"

let served: Served
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined) // the SDK warns of models near their end
  served = await serveSandbox()
})
afterAll(() => served.close())

const answered = "get_weather answered: 18 degrees. get_time answered: noon. That is what the tools say."
const asked = { messages: [{ role: "user" as const, content: bothTools }] }

const casesOf = <Sdk>(sdks: Readonly<Record<string, Sdk>>) =>
  Object.entries(sdks).flatMap(([name, make]) =>
    matrixModels.flatMap((model) =>
      [false, true].map(
        (stream) => [`${name}, ${model}, ${stream ? "stream" : "unary"}`, { make, model, stream }] as const
      )
    )
  )

describe("the tool runner of chat completions", () => {
  const cases = casesOf(chatSdks)

  it("has 16 cases", () => expect(cases).toHaveLength(16))

  it.each(cases)("%s", async (_, { make, model, stream }) => {
    const { final, messages } = await make({ url: served.url }).runTools(chatOf(model, asked), cityTools, stream)
    expect(final).toBe(answered)
    expect(messages).toMatchObject([
      { role: "user" },
      { role: "assistant", tool_calls: [{ function: { name: "get_weather" } }, { function: { name: "get_time" } }] },
      { role: "tool", content: "18 degrees" },
      { role: "tool", content: "noon" },
      { role: "assistant", content: answered }
    ])
  })
})

describe("the tool runner of messages", () => {
  const cases = casesOf(messagesSdks)

  it("has 16 cases", () => expect(cases).toHaveLength(16))

  it.each(cases)("%s", async (_, { make, model, stream }) => {
    const { final, messages } = await make({ url: served.url }).runTools(messagesOf(model, asked), cityTools, stream)
    expect(final).toMatchObject({ content: [{ type: "text", text: answered }], stop_reason: "end_turn" })
    expect(messages.slice(0, 3)).toMatchObject([
      { role: "user" },
      { role: "assistant", content: [{ type: "text" }, { name: "get_weather" }, { name: "get_time" }] },
      { role: "user", content: [{ content: "18 degrees" }, { content: "noon" }] }
    ])
  })
})
