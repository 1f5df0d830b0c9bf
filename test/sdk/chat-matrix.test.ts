import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bothTools, chatOf, chatTools, matrixModels, pixel, tides, tidesAnswer, vendorOf } from "./asked.ts"
import { type ChatBody, type ChatSdk, chatSdks } from "./chat-sdks.ts"
import { type Served, serveSandbox } from "./gateway.ts"
import { type Told, toldByChat, toldByChunks } from "./told.ts"

let served: Served
beforeAll(async () => void (served = await serveSandbox()))
afterAll(() => served.close())

/** What is asked, and what must be told; by vendor where the vendors' words differ. */
interface Row {
  readonly body: Partial<ChatBody>
  /** What the model's id ends in. */
  readonly suffix?: string
  readonly told: Told | Readonly<Record<"claude" | "openai", Told>>
}

const asks = (content: string): ChatBody["messages"] => [{ role: "user", content }]

const rows: Readonly<Record<string, Row>> = {
  text: { body: {}, told: { text: tidesAnswer, calls: [], finish: "stop" } },
  "a system message": {
    body: { messages: [{ role: "system", content: "Be brief." }, ...asks(tides)] },
    told: { text: tidesAnswer, calls: [], finish: "stop" }
  },
  "parallel tools": {
    body: { messages: asks(bothTools), tools: chatTools },
    told: {
      text: "Let me look that up: get_weather, get_time.",
      calls: [
        ["get_weather", { city: "Paris" }],
        ["get_time", { city: "Tokyo" }]
      ],
      finish: "tool_calls"
    }
  },
  "one call at most": {
    body: { messages: asks(bothTools), tools: chatTools, parallel_tool_calls: false },
    told: {
      text: "Let me look that up: get_weather.",
      calls: [["get_weather", { city: "Paris" }]],
      finish: "tool_calls"
    }
  },
  "a named tool": {
    body: {
      messages: asks("Say hello to Berlin"),
      tools: chatTools,
      tool_choice: { type: "function", function: { name: "get_time" } }
    },
    told: { text: "", calls: [["get_time", { city: "Berlin" }]], finish: "tool_calls" }
  },
  "any tool": {
    body: { messages: asks("Say hello to Berlin"), tools: chatTools, tool_choice: "required" },
    told: { text: "", calls: [["get_weather", { city: "Berlin" }]], finish: "tool_calls" }
  },
  "no tool": {
    body: { messages: asks("The weather in Rome?"), tools: chatTools, tool_choice: "none" },
    told: {
      text: "You wrote: “The weather in Rome?”. The sandbox answers the same request with the same words every time.",
      calls: [],
      finish: "stop"
    }
  },
  "the results of parallel tools": {
    body: {
      messages: [
        ...asks(bothTools),
        {
          role: "assistant",
          content: "Let me look that up.",
          tool_calls: [
            { id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Paris"}' } },
            { id: "call_2", type: "function", function: { name: "get_time", arguments: '{"city":"Tokyo"}' } }
          ]
        },
        { role: "tool", tool_call_id: "call_1", content: "18 degrees" },
        { role: "tool", tool_call_id: "call_2", content: "noon" }
      ],
      tools: chatTools
    },
    told: {
      text: "get_weather answered: 18 degrees. get_time answered: noon. That is what the tools say.",
      calls: [],
      finish: "stop"
    }
  },
  "an image": {
    body: {
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What is this?" },
            { type: "image_url", image_url: { url: `data:image/png;base64,${pixel}` } }
          ]
        }
      ]
    },
    told: {
      text: "I received 1 image. You wrote: “What is this?”. The sandbox answers the same request with the same words every time.",
      calls: [],
      finish: "stop"
    }
  },
  "a stop sequence": {
    body: { stop: ["never", "Dover"] },
    told: { text: "You wrote: “Tell me about the tides at ", calls: [], finish: "stop" }
  },
  "a token limit": {
    body: { max_completion_tokens: 5, reasoning_effort: "none" },
    told: { text: "You wrote: “Tell me ", calls: [], finish: "length" }
  },
  "a refusal": {
    body: {},
    suffix: "-refuse",
    told: {
      claude: { text: "I cannot help with that request.", calls: [], finish: "content_filter" },
      openai: { text: "", calls: [], finish: "stop", refusal: "I cannot help with that request." }
    }
  }
}

const ways: Readonly<Record<string, (sdk: ChatSdk, body: ChatBody) => Promise<Told>>> = {
  unary: async (sdk, body) => toldByChat(await sdk.create(body)),
  stream: async (sdk, body) => toldByChunks(await sdk.stream(body)),
  helper: async (sdk, body) => toldByChat(await sdk.helper(body))
}

const cases = Object.entries(chatSdks).flatMap(([sdk, make]) =>
  matrixModels.flatMap((model) =>
    Object.entries(ways).flatMap(([way, call]) =>
      Object.entries(rows).map(
        ([name, row]) => [`${sdk}, ${model}, ${way}: ${name}`, { make, model, call, row }] as const
      )
    )
  )
)

describe("chat completions", () => {
  it("has 288 cases", () => expect(cases).toHaveLength(288))

  it.each(cases)("%s", async (_, { make, model, call, row: { body, suffix = "", told } }) => {
    const got = await call(make({ url: served.url }), chatOf(model + suffix, body))
    expect(got).toEqual("text" in told ? told : told[vendorOf(model)])
  })
})
