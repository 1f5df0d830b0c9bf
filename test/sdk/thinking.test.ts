import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { bothTools, chatOf, chatTools, messagesOf, messagesTools, tides, tidesAnswer } from "./asked.ts"
import { chatSdks } from "./chat-sdks.ts"
import { type Served, serveSandbox } from "./gateway.ts"
import { messagesSdks } from "./messages-sdks.ts"

let served: Served
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined) // the SDK warns of models near their end
  served = await serveSandbox()
})
afterAll(() => served.close())

const claudes = ["claude-sonnet-4-5", "claude-opus-4-6"] as const
const casesOf = <Sdk>(sdks: Readonly<Record<string, Sdk>>, models: readonly string[]) =>
  Object.entries(sdks).flatMap(([name, make]) => models.map((model) => [`${name}, ${model}`, { make, model }] as const))

/** What the sandbox thinks of a text at the effort `low` or `medium`. */
const low = `The request is about “${tides}”. A short answer will do.`
const medium = `${low} Step 3: look at it once more. Step 4: look at it once more.`
const thoughts: Readonly<Record<string, string>> = { "claude-sonnet-4-5": medium, "claude-opus-4-6": low }

describe("chat completions and the thoughts of Claude", () => {
  const cases = casesOf(chatSdks, claudes)
  const thinking = { reasoning_effort: "low" as const }

  it("has 4 cases", () => expect(cases).toHaveLength(4))

  it.each(cases)("streams show them before the answer: %s", async (_, { make, model }) => {
    let [shown, text] = ["", ""]
    for await (const { choices } of await make({ url: served.url }).stream(chatOf(model, thinking))) {
      const delta = choices[0]?.delta
      if (delta !== undefined && "reasoning_content" in delta) {
        expect(text).toBe("")
        shown += String(delta.reasoning_content)
      }
      text += delta?.content ?? ""
    }
    expect([shown, text]).toEqual([thoughts[model], tidesAnswer])
  })

  it.each(cases)("whole answers do not: %s", async (_, { make, model }) => {
    const answer = await make({ url: served.url }).create(chatOf(model, thinking))
    expect(Object.keys(answer.choices[0]?.message ?? {})).not.toContain("reasoning_content")
    expect(answer.choices[0]?.message.content).toBe(tidesAnswer)
  })

  it.each(cases)("they are counted: %s", async (_, { make, model }) => {
    const { usage } = await make({ url: served.url }).create(chatOf(model, thinking))
    const { usage: without } = await make({ url: served.url }).create(chatOf(model))
    const counted = usage?.completion_tokens_details?.reasoning_tokens ?? 0
    expect(counted).toBeGreaterThan(0)
    expect(usage?.completion_tokens).toBe((without?.completion_tokens ?? 0) + counted)
  })
})

describe("a second turn after Claude's thoughts and calls", () => {
  const asked = { messages: [{ role: "user" as const, content: bothTools }] }
  const answered = "get_weather answered: 18 degrees. get_time answered: 18 degrees. That is what the tools say."
  const chat = casesOf(chatSdks, claudes)
  const messages = casesOf(messagesSdks, claudes)
  const body = { ...asked, tools: chatTools, reasoning_effort: "low" as const }
  const resultsOf = (calls: readonly { readonly id: string }[]) =>
    calls.map(({ id }) => ({ role: "tool" as const, tool_call_id: id, content: "18 degrees" }))
  const accepted = (call: unknown) => expect(call).toMatchObject({ status: 200, refusal: null })

  it("has 8 cases", () => expect([...chat, ...messages]).toHaveLength(8))

  it.each(chat)("carries signatures back for a client that keeps what it got: %s", async (_, { make, model }) => {
    const sdk = make({ url: served.url })
    const message = (await sdk.create(chatOf(model, body))).choices[0]?.message
    served.calls()
    if (message === undefined) throw new Error("no message")
    const history = [...asked.messages, message, ...resultsOf(message.tool_calls ?? [])]
    const second = await sdk.create(chatOf(model, { ...body, messages: history }))
    const [call] = served.calls()
    accepted(call)
    expect(call?.body).toMatchObject({ messages: [{}, { content: [{ type: "thinking" }, {}, {}, {}] }, {}] })
    expect(second.choices[0]?.message.content).toBe(answered)
  })

  it.each(chat)("carries signatures back from what the stream helper folded: %s", async (_, { make, model }) => {
    const sdk = make({ url: served.url })
    const message = (await sdk.helper(chatOf(model, body))).choices[0]?.message
    served.calls()
    if (message === undefined) throw new Error("no message")
    const history = [...asked.messages, message, ...resultsOf(message.tool_calls ?? [])]
    await sdk.create(chatOf(model, { ...body, messages: history }))
    const [call] = served.calls()
    accepted(call)
    expect(call?.body).toMatchObject({ messages: [{}, { content: [{ type: "thinking" }, {}, {}, {}] }, {}] })
  })

  it.each(chat)(
    "is not refused where a client dropped them and the ids; where Claude needs them, it is noted: %s",
    async (_, { make, model }) => {
      const seen: Response[] = []
      const sdk = make({ url: served.url, seen: (response) => seen.push(response) })
      const message = (await sdk.create(chatOf(model, body))).choices[0]?.message
      served.calls()
      const calls = (message?.tool_calls ?? []).map((call, index) => ({ ...call, id: `own_${index}` }))
      const kept = { role: "assistant" as const, content: message?.content ?? "", tool_calls: calls }
      const second = await sdk.create(
        chatOf(model, { ...body, messages: [...asked.messages, kept, ...resultsOf(calls)] })
      )
      const [call] = served.calls()
      accepted(call)
      const needed = model === "claude-sonnet-4-5"
      const notes = seen[1]?.headers.get("x-isogloss-notes") ?? ""
      expect(call?.body).toMatchObject({ thinking: { type: needed ? "disabled" : "adaptive" } })
      expect(notes.includes("approximated /reasoning_effort messages/thinking")).toBe(needed)
      expect(second.choices[0]?.message.content).toBe(answered)
    }
  )

  it.each(messages)("passes native thinking back: %s", async (_, { make, model }) => {
    const sdk = make({ url: served.url })
    const thinking =
      model === "claude-opus-4-6" ? { type: "adaptive" as const } : { type: "enabled" as const, budget_tokens: 2000 }
    const params = messagesOf(model, { ...asked, tools: messagesTools, thinking })
    const first = await sdk.helper(params)
    served.calls()
    expect(first.content.map(({ type }) => type)).toEqual(["thinking", "text", "tool_use", "tool_use"])
    const results = first.content.flatMap((block) =>
      block.type === "tool_use" ? [{ type: "tool_result" as const, tool_use_id: block.id, content: "18 degrees" }] : []
    )
    const history = [
      ...params.messages,
      { role: "assistant" as const, content: first.content },
      { role: "user" as const, content: results }
    ]
    const second = await sdk.create({ ...params, messages: history })
    accepted(served.calls()[0])
    expect(second.content.filter(({ type }) => type === "text")).toMatchObject([{ text: answered }])
  })
})

describe("messages and thoughts", () => {
  const claude = casesOf(messagesSdks, claudes)
  const openai = casesOf(messagesSdks, ["gpt-4o", "gpt-5.1"])
  const thinking = { type: "enabled" as const, budget_tokens: 2000 }

  it("has 8 cases", () => expect([...claude, ...openai]).toHaveLength(8))

  it.each(claude)("Claude's are shown and signed: %s", async (_, { make, model }) => {
    const [block] = (await make({ url: served.url }).create(messagesOf(model, { thinking }))).content
    expect(block).toEqual({
      type: "thinking",
      thinking: medium,
      signature: expect.stringMatching(/^[A-Za-z0-9+/]{40,}=*$/)
    })
  })

  it.each(claude)("Claude's are signed in streams: %s", async (_, { make, model }) => {
    const [block] = (await make({ url: served.url }).helper(messagesOf(model, { thinking }))).content
    expect(block).toEqual({
      type: "thinking",
      thinking: medium,
      signature: expect.stringMatching(/^[A-Za-z0-9+/]{40,}=*$/)
    })
  })

  it.each(openai)("OpenAI shows none, and says how many tokens they were: %s", async (_, { make, model }) => {
    const { content, usage } = await make({ url: served.url }).create(messagesOf(model, { thinking }))
    expect(content.map(({ type }) => type)).toEqual(["text"])
    expect((usage.output_tokens_details?.thinking_tokens ?? 0) > 0).toBe(model === "gpt-5.1")
  })

  it("Claude's are left out where they are not wanted as text", async () => {
    const sdk = messagesSdks.anthropic({ url: served.url })
    const [block] = (
      await sdk.create(messagesOf("claude-opus-4-6", { thinking: { type: "adaptive", display: "omitted" } }))
    ).content
    expect(block).toMatchObject({ type: "thinking", thinking: "" })
  })

  it("thoughts that are redacted pass as they are", async () => {
    const sdk = messagesSdks.anthropic({ url: served.url })
    const [block] = (await sdk.create(messagesOf("claude-sonnet-4-5-redacted", { thinking }))).content
    expect(block).toEqual({ type: "redacted_thinking", data: expect.stringMatching(/^[A-Za-z0-9+/]{20,}=*$/) })
  })
})
