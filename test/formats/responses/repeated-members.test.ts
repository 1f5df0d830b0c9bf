import { describe, expect, it } from "vitest"
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

  it("crosses to a thread with what else is asked", () =>
    expect(structuredClone(read({ input: "Hi", ...repeated }).asked).echo).toBe(JSON.stringify(echo)))
})
