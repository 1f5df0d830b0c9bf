import { afterAll, beforeAll, describe, expect } from "vitest"
import { type Answered, type Rig, startRig } from "./gateway.ts"
import { keeps } from "./promises.ts"
import { absent } from "./row.ts"
import { expectAt, isRefused, valueAt } from "./runner.ts"

let rig: Rig
beforeAll(() => {
  rig = startRig()
})
afterAll(() => rig.close())

const said = [{ role: "user", content: "Hello" }]
const chat = (body: object, more: object = {}): Promise<Answered> =>
  rig.send({ path: "/v1/chat/completions", body: { messages: said, ...body }, ...more })

/** The one body that the upstream was sent. */
const sent = ({ calls, text }: Answered): unknown => {
  expect(calls, text).toHaveLength(1)
  return calls[0]?.body
}

describe("a thinking budget of the messages format", () => {
  const asked = (budget_tokens: number): Promise<Answered> =>
    rig.send({
      path: "/v1/messages",
      body: {
        model: "claude-sonnet-4-5",
        max_tokens: 4000,
        messages: said,
        thinking: { type: "enabled", budget_tokens }
      }
    })

  keeps("messages.thinking.range", "1024 is a 400 with its pointer, and calls nobody", async () =>
    isRefused(await asked(1024), "/thinking/budget_tokens", "messages")
  )

  keeps("messages.thinking.sent", "1025 is answered", async () =>
    expectAt(sent(await asked(1025)), { "/thinking/budget_tokens": 1025 })
  )
})

describe("a switch of thinking without a stream", () => {
  keeps("chat.enable-thinking.needs-stream", "is false upstream, and every other byte is the client's", async () => {
    const body =
      '{"model" : "qwen-plus",\n\t"n_of_tomorrow": 1.0, "messages":[{"role":"user","content":"H\\u00e9"}] ,"enable_thinking": true, "top":{"2":1,"1":2}}'
    const { calls } = await rig.send({ path: "/v1/chat/completions", body })
    expect(calls.map(({ text }) => text)).toEqual([body.replace('"enable_thinking": true', '"enable_thinking": false')])
  })
})

describe("a suffix of a model id", () => {
  const config = "/generationConfig/thinkingConfig"

  keeps("chat.suffix.effort", "with an effort and no limit, the effort says how much", async () => {
    const answered = await chat({ model: "gemini-2.5-flash-thinking", reasoning_effort: "low" })
    expect(answered.calls.map(({ model }) => model)).toEqual(["gemini-2.5-flash"])
    expectAt(sent(answered), { [`${config}/thinkingBudget`]: 4915, [`${config}/includeThoughts`]: true })
  })

  keeps("chat.suffix.budget", "alone is the automatic budget", async () =>
    expectAt(sent(await chat({ model: "gemini-2.5-flash-thinking" })), { [`${config}/thinkingBudget`]: -1 })
  )

  keeps("chat.suffix.other-families", "is part of an id of another family", async () => {
    const { calls } = await chat({ model: "kimi-k2-thinking" })
    expect(calls.map(({ model }) => model)).toEqual(["kimi-k2-thinking"])
  })
})

describe("reasoning in the content of a stream", () => {
  const flag = "gateway_thinking_to_content"
  const call = { id: "call_7", name: "get_weather", input: { city: "Bern" } }
  const tools = [{ type: "function", function: { name: "get_weather", parameters: { type: "object" } } }]

  for (const model of ["plain-chat", "qwen-plus", "claude-sonnet-4-5", "gemini-2.5-flash"]) {
    keeps("chat.thinking-to-content.streamed", `stands before the calls: ${model}`, async () => {
      const answered = await chat({ model, stream: true, [flag]: true, tools }, { said: { thought: "Hm.", call } })
      expect(contentOf(answered)).toBe("<think>\nHm.\n</think>\n")
      expect(answered.text).not.toContain("reasoning_content")
      expect(answered.text.indexOf("</think>")).toBeLessThan(answered.text.indexOf('"get_weather"'))
      expect(answered.calls.map(({ text }) => text.includes("thinking_to_content"))).toEqual([false])
    })
  }
})

/** The frames of a stream, without the last word of the chat completions format. */
const framesOf = ({ text }: Answered): readonly unknown[] =>
  text.split("\n\n").flatMap((frame) => {
    const data = /^data: (.*)$/m.exec(frame)?.[1]
    return data === undefined || data === "[DONE]" ? [] : [JSON.parse(data)]
  })

const contentOf = (answered: Answered): string =>
  framesOf(answered)
    .map((frame) => valueAt(frame, "/choices/0/delta/content"))
    .filter((piece) => typeof piece === "string")
    .join("")

describe("sampling", () => {
  keeps("chat.temperature.sent", "three zeros reach the content-style family as zeros", async () =>
    expectAt(sent(await chat({ model: "gemini-2.5-flash", temperature: 0, top_p: 0, seed: 0 })), {
      "/generationConfig/temperature": 0,
      "/generationConfig/topP": 0,
      "/generationConfig/seed": 0
    })
  )

  for (const model of ["plain-chat", "claude-sonnet-4-5"]) {
    keeps("chat.temperature.range", `2.1 is a 400: ${model}`, async () =>
      isRefused(await chat({ model, temperature: 2.1 }), "/temperature", "chat-completions")
    )
    keeps("chat.temperature.default", `absent stays absent: ${model}`, async () =>
      expectAt(sent(await chat({ model })), { "/temperature": absent })
    )
  }

  keeps("chat.temperature.clamped", "1.5 is 1 to the messages format, with a note", async () => {
    const answered = await chat({ model: "claude-sonnet-4-5", temperature: 1.5 })
    expectAt(sent(answered), { "/temperature": 1 })
    expect(answered.notes).toContain("clamped /temperature")
  })
})

describe("a cache mark for an hour", () => {
  keeps("messages.cache-control.persistent", "changes in its place alone", async () => {
    const body =
      '{"model":"claude-sonnet-4-5","max_tokens" :100, "system":[{"type":"text","text":"Be brief.","cache_control":{"type": "persistent"}}],\n"messages":[{"role":"user","content":"H\\u00e9"}], "beta_of_tomorrow":{"2":1.0,"1":2}}'
    const { calls } = await rig.send({ path: "/v1/messages", body })
    const wanted = body.replace('{"type": "persistent"}', '{"type":"ephemeral","ttl":"1h"}')
    expect(calls.map(({ text }) => text)).toEqual([wanted])
  })
})

describe("a search that must be called", () => {
  keeps("messages.tool-choice.dropped", "is a 400 at the choice where the target cannot be told so", async () =>
    isRefused(
      await rig.send({
        path: "/v1/messages",
        body: {
          model: "qwen3-max",
          max_tokens: 9,
          messages: said,
          tools: [{ type: "web_search_20250305", name: "web_search" }],
          tool_choice: { type: "tool", name: "web_search" }
        }
      }),
      "/tool_choice",
      "messages"
    )
  )

  keeps("messages.search.dropped", "and is noted at the tool where its family lacks it", async () => {
    const { notes } = await rig.send({
      path: "/v1/messages",
      body: {
        model: "qwen3-max",
        max_tokens: 9,
        messages: said,
        tools: [{ type: "web_search_20250305", name: "web_search" }]
      }
    })
    expect(notes).toContain("dropped /tools/0")
  })
})
