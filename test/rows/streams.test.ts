import { afterAll, beforeAll, describe, expect } from "vitest"
import { type Answered, isRecord, type Rig, startRig } from "./gateway.ts"
import { keeps } from "./promises.ts"
import { valueAt } from "./runner.ts"

let rig: Rig
beforeAll(() => {
  rig = startRig()
})
afterAll(() => rig.close())

const models = ["plain-chat", "claude-sonnet-4-5", "gemini-2.5-flash"] as const
const said = { thought: "Let me see.", text: "Hello" }
const hello = [{ role: "user", content: "Hello" }]
const contents = [{ role: "user", parts: [{ text: "Hello" }] }]

const chat = (model: string, more: object = {}): Promise<Answered> =>
  rig.send({ path: "/v1/chat/completions", body: { model, messages: hello, stream: true, ...more }, said })

const message = (model: string): Promise<Answered> =>
  rig.send({ path: "/v1/messages", body: { model, max_tokens: 100, messages: hello, stream: true }, said })

const content = (model: string, query = "?alt=sse"): Promise<Answered> =>
  rig.send({ path: `/v1beta/models/${model}:streamGenerateContent${query}`, body: { contents }, said })

/** The data of a stream's frames, in order. */
const dataOf = ({ text }: Answered): readonly string[] =>
  text.split("\n\n").flatMap((frame) => /^data: (.*)$/m.exec(frame)?.[1] ?? [])

const framesOf = (answered: Answered): readonly unknown[] =>
  dataOf(answered)
    .filter((data) => data !== "[DONE]")
    .map((data) => JSON.parse(data))

const textAt = (frames: readonly unknown[], at: string): string =>
  frames
    .map((frame) => valueAt(frame, at))
    .filter((piece) => typeof piece === "string")
    .join("")

const isEvents = ({ status, headers, text }: Answered): void => {
  expect([status, headers.get("content-type")]).toEqual([200, expect.stringContaining("text/event-stream")])
  expect(text.endsWith("\n\n")).toBe(true)
}

for (const model of models) {
  describe(`streams of ${model}`, () => {
    keeps("chat.stream.events", `${model}: text and reasoning arrive in the deltas`, async () => {
      const answered = await chat(model)
      isEvents(answered)
      const frames = framesOf(answered)
      expect(frames.map((frame) => valueAt(frame, "/object"))).toEqual(frames.map(() => "chat.completion.chunk"))
      expect(textAt(frames, "/choices/0/delta/content")).toBe("Hello")
      expect(textAt(frames, "/choices/0/delta/reasoning_content")).toBe("Let me see.")
    })

    keeps("chat.stream.end", `${model}: the last word is DONE`, async () =>
      expect(dataOf(await chat(model)).at(-1)).toBe("[DONE]")
    )

    keeps("chat.stream.usage", `${model}: nobody is told usage who did not ask`, async () => {
      const frames = framesOf(await chat(model))
      expect(frames.filter((frame) => isRecord(frame) && isRecord(frame["usage"]))).toEqual([])
    })

    keeps("chat.stream.usage", `${model}: usage is told to those who ask`, async () => {
      const frames = framesOf(await chat(model, { stream_options: { include_usage: true } }))
      expect(frames.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 7 } })
    })

    keeps("chat.stream.sent", `${model}: the upstream streams`, async () => {
      const { calls } = await chat(model)
      const streams = calls.map(({ path, body }) => path.includes(":stream") || valueAt(body, "/stream") === true)
      expect(streams).toEqual([true])
    })

    keeps("messages.stream.events", `${model}: deltas carry thinking, then text`, async () => {
      const answered = await message(model)
      isEvents(answered)
      const deltas = framesOf(answered).filter((frame) => valueAt(frame, "/type") === "content_block_delta")
      expect(textAt(deltas, "/delta/thinking")).toBe("Let me see.")
      expect(textAt(deltas, "/delta/text")).toBe("Hello")
    })

    keeps("messages.stream.end", `${model}: every frame is named, and the last is the stop`, async () => {
      const { text } = await message(model)
      const named = text.trimEnd().split("\n\n")
      expect(named.filter((frame) => !/^event: (\w+)\ndata: \{"type": ?"\1"/.test(frame))).toEqual([])
      expect(named.at(-1)).toMatch(/^event: message_stop\n/)
    })

    keeps("content.stream.events", `${model}: fragments of the whole shape, each with a part`, async () => {
      const answered = await content(model)
      isEvents(answered)
      expect(answered.text).not.toMatch(/^(event|:)/m)
      expect(answered.text).not.toContain("[DONE]")
      const frames = framesOf(answered)
      const parts = frames.map((frame) => valueAt(frame, "/candidates/0/content/parts/0"))
      expect(parts.filter(isRecord)).toHaveLength(frames.length)
      expect(frames.map((frame) => valueAt(frame, "/candidates/0/finishReason")).at(-1)).toBe("STOP")
    })

    keeps("content.stream.array", `${model}: without alt=sse it is an array`, async () => {
      const { status, headers, body } = await content(model, "")
      expect([status, headers.get("content-type"), Array.isArray(body)]).toEqual([
        200,
        expect.stringContaining("application/json"),
        true
      ])
    })
  })
}

describe("whole answers", () => {
  for (const model of models) {
    keeps("chat.reasoning.streamed-only", model, async () => {
      const body = { model, messages: hello }
      const answered = await rig.send({ path: "/v1/chat/completions", body, said })
      expect(answered.text).not.toMatch(/"reasoning(_content)?"/)
      expect(valueAt(answered.body, "/choices/0/message/content")).toBe("Hello")
    })

    keeps("chat.answer.model", model, async () => {
      const { body } = await rig.send({ path: "/v1/chat/completions", body: { model, messages: hello } })
      expect(valueAt(body, "/model")).toBe(model)
    })
  }

  keeps("chat.answer.model", "a suffix is no part of it", async () => {
    const { body } = await rig.send({
      path: "/v1/chat/completions",
      body: { model: "gemini-2.5-flash-thinking", messages: hello }
    })
    expect(valueAt(body, "/model")).toBe("gemini-2.5-flash")
  })
})

describe("a tool flow", () => {
  const tools = [{ type: "function", function: { name: "get_weather", parameters: { type: "object" } } }]
  const call = { id: "call_7", name: "get_weather", input: { city: "Bern" } }

  /** Where each family's request says the id that a result answers. */
  const answers: Readonly<Record<(typeof models)[number], string>> = {
    "plain-chat": "/messages/2/tool_call_id",
    "claude-sonnet-4-5": "/messages/2/content/0/tool_use_id",
    "gemini-2.5-flash": "/contents/2/parts/0/functionResponse/id"
  }

  for (const model of models) {
    for (const stream of [false, true]) {
      keeps("chat.tool-flow", `${model}: the second request, ${stream ? "streamed" : "whole"}`, async () => {
        const asked = { model, messages: hello, tools }
        const first = await rig.send({ path: "/v1/chat/completions", body: asked, said: { call } })
        const reply = valueAt(first.body, "/choices/0/message")
        const tool_call_id = valueAt(first.body, "/choices/0/message/tool_calls/0/id")
        const result = { role: "tool", tool_call_id, content: "18 degrees" }
        const body = { ...asked, stream, messages: [...hello, reply, result] }
        const second = await rig.send({ path: "/v1/chat/completions", body })
        expect([second.status, second.calls.map((made) => valueAt(made.body, answers[model]))]).toEqual([
          200,
          ["call_7"]
        ])
      })
    }
  }
})
