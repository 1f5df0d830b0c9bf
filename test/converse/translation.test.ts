import * as Formats from "../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { translateError, translateRequest, translateResponse, translateStream } from "../../src/translate.ts"
import type { StreamFrame } from "../../src/core/framing/transducer.ts"
import { all } from "../laws/calling.ts"
import { converse } from "../../examples/bedrock-converse/index.ts"
import { eventStream } from "../../examples/bedrock-converse/framing.ts"

const there = {
  from: Formats.chatCompletions,
  to: converse,
  target: { model: "anthropic.claude-sonnet-4-5-v1:0", vendor: "anthropic" }
}
const back = { from: converse, to: Formats.chatCompletions }

const parameters = { type: "object", properties: { city: { type: "string" } }, required: ["city"] }

const question = {
  model: "claude",
  messages: [
    { role: "system", content: "Be brief." },
    {
      role: "user",
      content: [
        { type: "text", text: "Where is this, and how is the weather there?" },
        { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } }
      ]
    },
    {
      role: "assistant",
      tool_calls: [
        { id: "tooluse_1", type: "function", function: { name: "weather", arguments: '{"city":"Brno","n":1.0}' } }
      ]
    },
    { role: "tool", tool_call_id: "tooluse_1", content: "12 degrees" }
  ],
  tools: [{ type: "function", function: { name: "weather", description: "The weather now.", parameters } }],
  tool_choice: "required",
  max_tokens: 300,
  temperature: 0.5,
  stop: ["END"]
}

/** The same as the vendor's reference has it. */
const asked = {
  system: [{ text: "Be brief." }],
  messages: [
    {
      role: "user",
      content: [
        { text: "Where is this, and how is the weather there?" },
        { image: { format: "png", source: { bytes: "iVBORw0KGgo=" } } }
      ]
    },
    {
      role: "assistant",
      content: [{ toolUse: { toolUseId: "tooluse_1", name: "weather", input: { city: "Brno", n: 1 } } }]
    },
    { role: "user", content: [{ toolResult: { toolUseId: "tooluse_1", content: [{ text: "12 degrees" }] } }] }
  ],
  inferenceConfig: { maxTokens: 300, temperature: 0.5, stopSequences: ["END"] },
  toolConfig: {
    tools: [{ toolSpec: { name: "weather", description: "The weather now.", inputSchema: { json: parameters } } }],
    toolChoice: { any: {} }
  }
}

const thought = { reasoningText: { text: "It asks for the weather.", signature: "EqQBCkYIARgCKkA=" } }

const answer = {
  output: {
    message: {
      role: "assistant",
      content: [
        { reasoningContent: thought },
        { text: "Let me look." },
        { toolUse: { toolUseId: "tooluse_2", name: "weather", input: { city: "Brno" } } }
      ]
    }
  },
  stopReason: "tool_use",
  usage: { inputTokens: 30, outputTokens: 20, totalTokens: 60, cacheReadInputTokens: 10 },
  metrics: { latencyMs: 551 }
}

const event = (name: string, data: object): StreamFrame => ({ event: name, data: JSON.stringify(data) })

const delta = (contentBlockIndex: number, delta: object): StreamFrame =>
  event("contentBlockDelta", { contentBlockIndex, delta })

/** The same answer as the vendor streams it: a block begins with an event of its own only where it is a call. */
const streamed = [
  event("messageStart", { role: "assistant" }),
  delta(0, { reasoningContent: { text: "It asks for " } }),
  delta(0, { reasoningContent: { text: "the weather." } }),
  delta(0, { reasoningContent: { signature: "EqQBCkYIARgCKkA=" } }),
  event("contentBlockStop", { contentBlockIndex: 0 }),
  delta(1, { text: "Let me " }),
  delta(1, { text: "look." }),
  event("contentBlockStop", { contentBlockIndex: 1 }),
  event("contentBlockStart", { contentBlockIndex: 2, start: { toolUse: { toolUseId: "tooluse_2", name: "weather" } } }),
  delta(2, { toolUse: { input: '{"city":' } }),
  delta(2, { toolUse: { input: '"Brno"}' } }),
  event("contentBlockStop", { contentBlockIndex: 2 }),
  event("messageStop", { stopReason: "tool_use" }),
  event("metadata", { usage: answer.usage, metrics: answer.metrics })
]

/** What a client is told of frames that end cleanly. */
const told = (frames: readonly StreamFrame[]): string => {
  const stream = translateStream({
    ...back,
    asked: { stream: true, usage: true, thinking: "field", customTools: [], legacyTools: false }
  })
  return (
    all(eventStream.write(), frames)
      .map((bytes) => stream.push(bytes))
      .join("") + stream.end()
  )
}

const chunksIn = (text: string) => [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data = ""]) => JSON.parse(data))

describe("a chat client before a Converse upstream", () => {
  it("asks in the upstream's words, and loses nothing", () => {
    const request = translateRequest(there, question)
    expect(request.ok && JSON.parse(request.value.body)).toEqual(asked)
    expect(request.ok && request.value.notes).toEqual([])
  })

  it("names the model beside the body", () => {
    const request = translateRequest(there, question)
    expect(request.ok && request.value.call.model).toBe("anthropic.claude-sonnet-4-5-v1:0")
  })

  it("keeps the text of an input that a parser would change", () => {
    const request = translateRequest(there, JSON.stringify(question))
    expect(request.ok && request.value.body).toContain('"input":{"city":"Brno","n":1.0}')
  })

  it("reads a whole answer", () => {
    const response = translateResponse(back, answer)
    expect(response.ok && JSON.parse(response.value.body)).toMatchObject({
      choices: [
        {
          finish_reason: "tool_calls",
          message: {
            content: "Let me look.",
            reasoning_content: "It asks for the weather.",
            tool_calls: [
              {
                id: expect.stringMatching(/^tooluse_2/),
                type: "function",
                function: { name: "weather", arguments: '{"city":"Brno"}' }
              }
            ]
          }
        }
      ],
      usage: {
        prompt_tokens: 40,
        completion_tokens: 20,
        total_tokens: 60,
        prompt_tokens_details: { cached_tokens: 10 }
      }
    })
  })

  it.each([{}, { message: "Internal server error" }, { type: "message", content: [{ type: "text", text: "Hi" }] }])(
    "reads no answer in %j",
    (answer) => {
      const read = translateResponse(back, answer)
      expect(read.ok || read.error.status).toBe(502)
    }
  )

  it("reads a stream of bytes", () => {
    const text = told(streamed)
    const chunks = chunksIn(text)
    const deltas = chunks.flatMap((chunk) => chunk.choices).map((choice) => choice.delta)
    expect(deltas.map((it) => it.content ?? "").join("")).toBe("Let me look.")
    expect(deltas.map((it) => it.reasoning_content ?? "").join("")).toBe("It asks for the weather.")
    expect(deltas.map((it) => it.tool_calls?.[0]?.function?.arguments ?? "").join("")).toBe('{"city":"Brno"}')
    expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 40, completion_tokens: 20 })
    expect(text).toMatch(/"finish_reason":"tool_calls"[^]*data: \[DONE\]\n\n$/)
  })

  it("gives a thought back with its signature, whole", () => {
    const response = translateResponse(back, answer)
    const { message } = response.ok ? JSON.parse(response.value.body).choices[0] : {}
    const result = { role: "tool", tool_call_id: message.tool_calls[0].id, content: "12 degrees" }
    const next = translateRequest(there, {
      model: "claude",
      messages: [{ role: "user", content: "?" }, message, result]
    })
    expect(next.ok && JSON.parse(next.value.body).messages[1].content).toEqual(answer.output.message.content)
  })

  it("is told once of an exception in the middle", () => {
    const text = told([...streamed.slice(0, 3), event("throttlingException", { message: "Too many tokens." })])
    expect(text.match(/"error":/g)).toHaveLength(1)
    expect(text).toContain("Too many tokens.")
    expect(text).not.toContain("[DONE]")
  })

  it("is told of a stream that breaks off before its end was said", () => {
    const text = told(streamed.slice(0, -2))
    expect(text.match(/"error":/g)).toHaveLength(1)
    expect(text).not.toContain("[DONE]")
  })

  it("reads a refusal's kind in its header", () => {
    const headers = { "x-amzn-errortype": "ThrottlingException:http://internal.amazon.com/" }
    const error = translateError(back, { status: 429, headers, body: '{"message":"Too many requests."}' })
    expect(error.status).toBe(429)
    expect(JSON.parse(error.body).error).toMatchObject({ message: "Too many requests.", type: "rate_limit_error" })
  })
})
