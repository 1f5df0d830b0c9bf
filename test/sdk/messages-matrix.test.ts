import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { bothTools, matrixModels, messagesOf, messagesTools, pixel, tides, tidesAnswer, vendorOf } from "./asked.ts"
import { type Served, serveSandbox } from "./gateway.ts"
import { type MessagesBody, type MessagesSdk, messagesSdks } from "./messages-sdks.ts"
import { type Told, toldByEvents, toldByMessage } from "./told.ts"

let served: Served
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined) // the SDK warns of models near their end
  served = await serveSandbox()
})
afterAll(() => served.close())

/** What is asked, and what must be told; by vendor where the vendors' words differ. */
interface Row {
  readonly body: Partial<MessagesBody>
  /** What the model's id ends in. */
  readonly suffix?: string
  readonly told: Told | Readonly<Record<"claude" | "openai", Told>>
}

const asks = (content: string): MessagesBody["messages"] => [{ role: "user", content }]

const rows: Readonly<Record<string, Row>> = {
  text: { body: {}, told: { text: tidesAnswer, calls: [], finish: "end_turn" } },
  "a system prompt": {
    body: { system: [{ type: "text", text: "Be brief." }], messages: asks(tides) },
    told: { text: tidesAnswer, calls: [], finish: "end_turn" }
  },
  "parallel tools": {
    body: { messages: asks(bothTools), tools: messagesTools },
    told: {
      text: "Let me look that up: get_weather, get_time.",
      calls: [
        ["get_weather", { city: "Paris" }],
        ["get_time", { city: "Tokyo" }]
      ],
      finish: "tool_use"
    }
  },
  "one call at most": {
    body: {
      messages: asks(bothTools),
      tools: messagesTools,
      tool_choice: { type: "auto", disable_parallel_tool_use: true }
    },
    told: { text: "Let me look that up: get_weather.", calls: [["get_weather", { city: "Paris" }]], finish: "tool_use" }
  },
  "a named tool": {
    body: {
      messages: asks("Say hello to Berlin"),
      tools: messagesTools,
      tool_choice: { type: "tool", name: "get_time" }
    },
    told: { text: "", calls: [["get_time", { city: "Berlin" }]], finish: "tool_use" }
  },
  "any tool": {
    body: { messages: asks("Say hello to Berlin"), tools: messagesTools, tool_choice: { type: "any" } },
    told: { text: "", calls: [["get_weather", { city: "Berlin" }]], finish: "tool_use" }
  },
  "no tool": {
    body: { messages: asks("The weather in Rome?"), tools: messagesTools, tool_choice: { type: "none" } },
    told: {
      text: "You wrote: “The weather in Rome?”. The sandbox answers the same request with the same words every time.",
      calls: [],
      finish: "end_turn"
    }
  },
  "the results of parallel tools": {
    body: {
      messages: [
        ...asks(bothTools),
        {
          role: "assistant",
          content: [
            { type: "text", text: "Let me look that up." },
            { type: "tool_use", id: "toolu_1", name: "get_weather", input: { city: "Paris" } },
            { type: "tool_use", id: "toolu_2", name: "get_time", input: { city: "Tokyo" } }
          ]
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: "18 degrees" }] },
            { type: "tool_result", tool_use_id: "toolu_2", content: "noon" }
          ]
        }
      ],
      tools: messagesTools
    },
    told: {
      text: "get_weather answered: 18 degrees. get_time answered: noon. That is what the tools say.",
      calls: [],
      finish: "end_turn"
    }
  },
  "an image": {
    body: {
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What is this?" },
            { type: "image", source: { type: "base64", media_type: "image/png", data: pixel } }
          ]
        }
      ]
    },
    told: {
      text: "I received 1 image. You wrote: “What is this?”. The sandbox answers the same request with the same words every time.",
      calls: [],
      finish: "end_turn"
    }
  },
  "a stop sequence": {
    body: { stop_sequences: ["never", "Dover"] },
    told: {
      claude: { text: "You wrote: “Tell me about the tides at ", calls: [], finish: "stop_sequence" },
      openai: { text: "You wrote: “Tell me about the tides at ", calls: [], finish: "end_turn" }
    }
  },
  "a token limit": {
    body: { max_tokens: 5, thinking: { type: "disabled" } },
    told: { text: "You wrote: “Tell me ", calls: [], finish: "max_tokens" }
  },
  "a refusal": {
    body: {},
    suffix: "-refuse",
    told: {
      claude: { text: "I cannot help with that request.", calls: [], finish: "refusal" },
      openai: { text: "", calls: [], finish: "refusal" }
    }
  }
}

const ways: Readonly<Record<string, (sdk: MessagesSdk, body: MessagesBody) => Promise<Told>>> = {
  unary: async (sdk, body) => toldByMessage(await sdk.create(body)),
  stream: async (sdk, body) => toldByEvents(await sdk.stream(body)),
  helper: async (sdk, body) => toldByMessage(await sdk.helper(body))
}

const cases = Object.entries(messagesSdks).flatMap(([sdk, make]) =>
  matrixModels.flatMap((model) =>
    Object.entries(ways).flatMap(([way, call]) =>
      Object.entries(rows).map(
        ([name, row]) => [`${sdk}, ${model}, ${way}: ${name}`, { make, model, call, row }] as const
      )
    )
  )
)

describe("messages", () => {
  it("has 288 cases", () => expect(cases).toHaveLength(288))

  it.each(cases)("%s", async (_, { make, model, call, row: { body, suffix = "", told } }) => {
    const got = await call(make({ url: served.url }), messagesOf(model + suffix, body))
    expect(got).toEqual("text" in told ? told : told[vendorOf(model)])
  })
})
