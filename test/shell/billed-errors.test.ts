import Anthropic from "@anthropic-ai/sdk"
import { describe, expect, it } from "vitest"
import { before } from "./billed.ts"
import { eventsOf } from "./scripted-vendor.ts"
import { failure } from "../sdk/told.ts"

const said = [{ role: "user", content: "Hello" }] as const
const asked = (model: string, stream = false) => ({ model, stream, max_tokens: 9, messages: said })

const head = { id: "c", object: "chat.completion", created: 1, model: "chat" }
const counted = { prompt_tokens: 1000, completion_tokens: 200, total_tokens: 1200 }
const choice = (message: object, finish_reason: string | null) => ({
  ...head,
  choices: [{ index: 0, message: { role: "assistant", content: null, ...message }, finish_reason }],
  usage: counted
})
const call = (name: string, args: string) => ({
  tool_calls: [{ id: "call_1", type: "function", function: { name, arguments: args } }]
})

const native = { usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 200, totalTokenCount: 1200 } }

const ours = { input_tokens: 1000, output_tokens: 200, total_tokens: 1200 }

const response = (status: string, more: object = {}) => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  model: "responses",
  output: [],
  error: null,
  status,
  ...more,
  usage: ours
})

/** Answers that their vendors made, which are errors for clients of Messages. */
const answers: readonly (readonly [string, string, object])[] = [
  ["nothing is said, nor why it ended", "chat", choice({}, null)],
  ["half a call that nothing cut off", "chat", choice(call("f", '{"n":'), "tool_calls")],
  ["a call of no name", "chat", choice(call("", "{}"), "tool_calls")],
  ["the end is an error", "chat", choice({ content: "half" }, "error")],
  ["no choices", "chat", { ...head, choices: [], usage: counted }],
  ["choices that are none", "chat", { ...head, choices: 5, usage: counted }],
  ["a choice that is none", "chat", { ...head, choices: [5], usage: counted }],
  [
    "more choices than anybody asks for",
    "chat",
    { ...head, choices: Array.from({ length: 129 }, () => ({ message: {} })), usage: counted }
  ],
  ["an output that is none", "responses", response("completed", { output: 5 })],
  [
    "a content that is none",
    "gemini-2.5-flash",
    { candidates: [{ content: { parts: 5 }, finishReason: "STOP" }], ...native }
  ],
  ["no candidates", "gemini-2.5-flash", native],
  [
    "a call that Gemini gave up",
    "gemini-2.5-flash",
    { candidates: [{ finishReason: "MALFORMED_FUNCTION_CALL" }], ...native }
  ],
  ["failed", "responses", response("failed", { error: { code: "server_error", message: "Tired." } })],
  ["cancelled", "responses", response("cancelled")]
]

describe("an answer that was made, and is an error for its client", () => {
  it.each(answers)("is metered as a failure that used tokens: %s", async (_, model, answer) => {
    const { ask, fetch, seen } = before(answer)
    const { status } = await ask("messages", asked(model))
    expect([status, seen.metered]).toMatchObject([502, [{ ended: "failed", usage: { input: 1000, text: 200 } }]])
    const headers = { authorization: "Bearer client" }
    const told = await (await fetch("http://gateway.test/metrics", { headers })).text()
    expect(told).toMatch(/isogloss_tokens_total\{.*kind="input"\} 1000/)
  })

  it.each(answers)("is made once, though the SDK would ask again: %s", async (_, model, answer) => {
    const { fetch, seen } = before(answer)
    const client = new Anthropic({ apiKey: "client", baseURL: "http://gateway.test", fetch })
    await failure(client.messages.create({ model, max_tokens: 9, messages: [...said] }))
    expect(seen.calls).toBe(1)
  })

  it.each([[[]], [5]])("is so for clients of chat completions, where Claude says nothing: %j", async (content) => {
    const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content, stop_reason: null }
    const { ask, seen } = before({ ...message, usage: { input_tokens: 1000, output_tokens: 200 } })
    const { status, headers } = await ask("chat/completions", asked("claude-opus-4-6"))
    expect([status, headers.get("x-should-retry")]).toEqual([502, "false"])
    expect(seen.metered).toMatchObject([{ ended: "failed", usage: { input: 1000, text: 200 } }])
  })

  it("is so for clients of its own format, where it cannot be read", async () => {
    const { ask, seen } = before({ ...head, choices: 5, usage: counted })
    const { status, headers } = await ask("chat/completions", asked("chat"))
    expect([status, headers.get("x-should-retry")]).toEqual([502, "false"])
    expect(seen.metered).toMatchObject([{ ended: "failed", usage: { input: 1000, text: 200 } }])
  })

  it("is so where it comes whole for a stream that has no other end", async () => {
    const { ask, seen } = before(choice(call("f", '{"n":'), "tool_calls"))
    expect(await (await ask("messages", asked("chat", true))).text()).toContain("event: error")
    expect(seen.metered).toMatchObject([{ ended: "failed", usage: { input: 1000, text: 200 } }])
  })

  it.each([
    ["an error", { content: "half" }, "error"],
    ["no reason, and nothing was said", {}, null]
  ])("is so where a stream tells its usage behind its end: %s", async (_, delta, finish_reason) => {
    const chunk = { ...head, object: "chat.completion.chunk" }
    const events = [
      { ...chunk, choices: [{ index: 0, delta: { role: "assistant", ...delta }, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }] },
      { ...chunk, choices: [], usage: counted }
    ]
    const { ask, seen } = before(eventsOf([...events, "[DONE]"]))
    const answer = await ask("messages", asked("chat", true))
    await answer.text()
    expect(seen.metered).toMatchObject([{ ended: "failed", usage: { input: 1000, text: 200 } }])
    if (answer.status === 502) expect(answer.headers.get("x-should-retry")).toBe("false")
  })
})

/** What was made and is an error, by whose format it is told in. */
const told: readonly (readonly [string, string, object])[] = [
  ["alone", "chat", { error: { code: 502, message: "Tired." }, usage: counted }],
  ["of no choices", "chat", { ...head, choices: [], error: { code: 502, message: "Tired." }, usage: counted }],
  ["alone", "gemini-2.5-flash", { error: { code: 502, message: "Tired.", status: "INTERNAL" }, ...native }],
  ["alone", "responses", { error: { code: "server_error", message: "Tired." }, usage: ours }]
]

/** @see https://openrouter.ai/docs/errors the error is in a body whose status is 200 once the model has begun (read 2026-11) */
describe.each(["chat/completions", "messages", "responses"])(
  "a whole answer that is an error, for a client of %s",
  (path) => {
    const asking = (model: string, stream: boolean) =>
      path === "responses" ? { model, stream, input: "Hello" } : asked(model, stream)

    it.each(told)("is metered with what it counts, and not to be asked for again: %s, %s", async (_, model, answer) => {
      for (const stream of [false, true]) {
        const { ask, seen } = before(answer)
        const { status, headers } = await ask(path, asking(model, stream))
        expect([status, headers.get("x-should-retry")]).toEqual([502, "false"])
        expect(seen.metered).toMatchObject([{ ended: "failed", usage: { input: 1000, text: 200 } }])
      }
    })

    const error = { code: 502, message: "Tired." }
    const [broken] = choice({ content: "half" }, "error").choices

    it.each<[string, object]>([
      ["beside a choice", { ...head, choices: [broken], error, usage: counted }],
      ["in a choice", { ...head, choices: [{ ...broken, error }], usage: counted }]
    ])("is so where it passes with its choices: %s", async (_, answer) => {
      for (const stream of [false, true]) {
        const { ask, seen } = before(answer)
        const said = await ask(path, asking("chat", stream))
        const passes = path === "chat/completions" && !stream
        expect([said.status, said.headers.get("x-should-retry")]).toEqual(passes ? [200, null] : [502, "false"])
        const text = await said.text()
        expect(passes ? JSON.parse(text) : text).toEqual(passes ? answer : expect.stringContaining("Tired."))
        expect(seen.metered).toMatchObject([{ ended: "failed", usage: { input: 1000, text: 200 } }])
      }
    })

    it("is to be asked for again where it counts nothing", async () => {
      const none = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
      const { headers } = await before({ error, usage: none }).ask(path, asking("chat", false))
      expect(headers.get("x-should-retry")).toBeNull()
    })
  }
)
