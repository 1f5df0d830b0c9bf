import { describe, expect, it } from "vitest"
import * as Formats from "../../../src/formats.ts"
import { translator } from "../../../src/translate.ts"
import { read } from "./given.ts"

/** Members of a request that `Response` of openai 7.55.0 has, too, each with a value of its type there. */
const repeated = {
  instructions: "Be brief.",
  max_output_tokens: 100,
  max_tool_calls: 2,
  metadata: { a: "b" },
  parallel_tool_calls: false,
  previous_response_id: "resp_1",
  prompt_cache_key: "k",
  reasoning: { effort: "low" },
  safety_identifier: "who",
  temperature: 0.5,
  text: { format: { type: "text" } },
  tool_choice: "auto",
  tools: [{ type: "function", name: "f", parameters: { type: "object" }, strict: false }],
  top_logprobs: 1,
  top_p: 0.5,
  truncation: "auto",
  user: "who"
}

describe("what an answer repeats of its request", () => {
  const echo: Readonly<Record<string, unknown>> = JSON.parse(read({ input: "Hi", ...repeated }).asked.echo ?? "{}")

  it.each(Object.entries(repeated))("is its %s", (member, value) => expect(echo[member]).toEqual(value))

  it("is none of what it was asked", () => expect(echo).not.toHaveProperty("input"))

  it("is the same where the answer is streamed", () =>
    expect(read({ input: "Hi", stream: true, ...repeated }).asked.echo).toBe(JSON.stringify(echo)))

  it("is read by the same getter of every request: V8 keeps each, and what it holds, for long", () => {
    const [one, other] = [1, 2].map(() =>
      Object.getOwnPropertyDescriptor(read({ input: "Hi", ...repeated }).asked, "echo")
    )
    expect(one?.get).toBeDefined()
    expect(one?.get).toBe(other?.get)
  })

  it("crosses to a thread with what else is asked", () =>
    expect(structuredClone(read({ input: "Hi", ...repeated }).asked).echo).toBe(JSON.stringify(echo)))
})

describe("numbers that an answer repeats are spelled as the request spells them", () => {
  const members = [
    '"instructions":"Be brief."',
    '"temperature":1.0',
    '"tools":[{"type":"function","name":"f","parameters":{"type":"object","const":12345678901234567890,"minimum":1.0}}]',
    '"text":{"format":{"type":"json_schema","name":"s","schema":{"const":9007199254740993}}}'
  ]
  const chat = translator({ client: Formats.responses, upstream: Formats.chatCompletions, model: "gpt-4o" })

  const asked = (more = "") => {
    const there = chat.request(`{"model":"gpt-4o","input":"Hi"${more},${members.join(",")}}`)
    if (!there.ok) throw there.error
    return there.value
  }

  it("in a whole answer", () => {
    const message = { role: "assistant", content: "Hello" }
    const back = chat.response({ choices: [{ index: 0, message, finish_reason: "stop" }] }, asked())
    for (const member of members) expect(back.ok && back.value.body).toContain(member)
  })

  it("in each head of a streamed one", () => {
    const pieces = chat.pieces(asked(',"stream":true'))
    const choices = [{ index: 0, delta: { role: "assistant", content: "Hello" }, finish_reason: "stop" }]
    const events = pieces.push(`data: ${JSON.stringify({ choices })}\n\ndata: [DONE]\n\n`) + pieces.end()
    for (const type of ["created", "in_progress", "completed"]) {
      const event = events.split("\n\n").find((text) => text.startsWith(`event: response.${type}\n`))
      for (const member of members) expect(event).toContain(member)
    }
  })
})
