import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { chatOf } from "./asked.ts"
import { chatSdks } from "./chat-sdks.ts"
import { type Served, serveSandbox } from "./gateway.ts"

let served: Served
beforeAll(async () => {
  served = await serveSandbox()
})
afterAll(() => served.close())

const parameters = {
  type: "object",
  properties: { "filter[city]": { type: "string" }, $select: { enum: ["temperature"] } },
  required: ["filter[city]", "$select"]
}

const given = { "filter[city]": "Paris", $select: "temperature" }

const cases = Object.entries(chatSdks).flatMap(([name, make]) =>
  [false, true].map((stream) => [`${name}, ${stream ? "stream" : "unary"}`, { make, stream }] as const)
)

describe("a tool whose properties have names that Claude refuses", () => {
  it.each(cases)("is called by the client's own, and told so again: %s", async (_, { make, stream }) => {
    served.calls()
    const inputs: unknown[] = []
    const run = (input: unknown): string => {
      inputs.push(input)
      return "18 degrees"
    }
    const tool = { name: "get_weather", description: "Current weather", parameters, run }
    const asked = chatOf("claude-sonnet-4-5", {
      messages: [{ role: "user", content: "What is the weather in Paris?" }]
    })
    const { final, messages } = await make({ url: served.url }).runTools(asked, [tool], stream)
    expect(final).toBe("get_weather answered: 18 degrees. That is what the tools say.")
    expect(inputs).toEqual([given])
    expect(messages[1]).toMatchObject({ tool_calls: [{ function: { arguments: JSON.stringify(given) } }] })
    const { body, status } = served.calls()[1] ?? {}
    expect(status).toBe(200)
    expect(body).toMatchObject({
      messages: [
        {},
        { content: [{ type: "text" }, { type: "tool_use", input: { filter_city_: "Paris", _select: "temperature" } }] },
        {}
      ],
      tools: [{ input_schema: { required: ["filter_city_", "_select"] } }]
    })
  })
})
