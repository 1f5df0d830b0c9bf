import { describe, expect, it } from "vitest"
import { clientFormats, eventsOf, modelOf, requestOf, scriptedVendor, whole } from "./scripted-vendor.ts"

const { answers, ask } = scriptedVendor()

const events = { "content-type": "text/event-stream" }

const givenUp = {
  candidates: [{ index: 0, content: {}, finishReason: "MALFORMED_FUNCTION_CALL", finishMessage: "Of upstream-key." }]
}

const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" }
const half = { index: 0, delta: { role: "assistant", content: "half" }, finish_reason: null }
const failed = { finish_reason: "error", native_finish_reason: "X" }
const broken = eventsOf([
  { ...chunk, choices: [half] },
  { ...chunk, choices: [{ index: 0, delta: {}, ...failed }] },
  { ...chunk, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
  "[DONE]"
])
const brokenWhole = {
  ...chunk,
  choices: [{ index: 0, message: { role: "assistant", content: "half" }, ...failed }]
}

describe("an answer that Gemini gave up before anything was said", () => {
  it.each(clientFormats.filter((client) => client !== "generate-content"))(
    "is an error with a status for %s, whole and streamed, and quotes no secret",
    async (client) => {
      for (const stream of [false, true]) {
        answers(stream ? whole(eventsOf([givenUp]), events) : whole(givenUp))
        const { status, text } = await ask(requestOf[client](modelOf["generate-content"], stream))
        expect([status, text]).toEqual([502, expect.stringContaining("MALFORMED_FUNCTION_CALL: Of [redacted].")])
      }
    }
  )

  it("passes as it is for Gemini's own clients", async () => {
    const passed = JSON.parse(JSON.stringify(givenUp).replace("upstream-key", "a call"))
    answers(whole(passed))
    const there = await ask(requestOf["generate-content"](modelOf["generate-content"], false))
    expect(there).toMatchObject({ status: 200, text: JSON.stringify(passed) })
    answers(whole(eventsOf([passed]), events))
    const streamed = await ask(requestOf["generate-content"](modelOf["generate-content"]))
    expect(streamed).toMatchObject({ status: 200, text: eventsOf([passed]) })
  })
})

describe("an answer of Gemini's that says neither anything nor why it ended, for Gemini's own clients", () => {
  const usageMetadata = { promptTokenCount: 3, totalTokenCount: 3 }
  const asked = (stream: boolean) => requestOf["generate-content"](modelOf["generate-content"], stream)

  it.each<object>([
    { candidates: [{ index: 0, content: { role: "model" } }], usageMetadata },
    { candidates: [{ index: 0, content: { parts: [{ text: "" }] }, finishReason: null }], usageMetadata },
    { candidates: [], promptFeedback: { safetyRatings: [] } },
    { usageMetadata }
  ])("is an error whole as it is streamed: %j", async (body) => {
    answers(whole(body))
    const { status, headers, text } = await ask(asked(false))
    expect([status, headers.get("x-should-retry"), text]).toEqual([502, "false", expect.stringContaining('"error"')])
    answers(whole(eventsOf([body]), events))
    expect((await ask(asked(true))).text).toContain('"error"')
  })

  const said = { candidates: [{ index: 0, content: { role: "model", parts: [{ text: "Hi" }] } }], usageMetadata }

  /**
   * Their last event says why it ended, or counts behind one that does.
   *
   * @see https://github.com/agentjido/req_llm/issues/638 a candidate of a reason alone, beside the counts (2026-04)
   */
  it.each<readonly [string, readonly object[]]>([
    ["The upstream's answer has no candidates.", [{ usageMetadata }]],
    ["The upstream's answer has no candidates.", [{ usageMetadata }, { usageMetadata }]],
    ["The upstream's stream ended before its last event.", [said, { usageMetadata }]],
    ["The upstream's stream ended before its last event.", [said, said, { usageMetadata }]]
  ])(
    "is told so in the words that others are told it in, where its last event counts alone: %s %j",
    async (why, all) => {
      answers(whole(eventsOf(all), events))
      expect((await ask(asked(true))).text).toContain(why)
      answers(whole(eventsOf(all), events))
      expect((await ask(requestOf["messages"](modelOf["generate-content"]))).text).toContain(why)
    }
  )

  it.each<object>([
    { promptFeedback: { blockReason: "SAFETY" }, usageMetadata },
    { candidates: [{ index: 0, content: {}, finishReason: "STOP" }], usageMetadata }
  ])("passes where it says why: %j", async (body) => {
    answers(whole(body))
    expect(await ask(asked(false))).toMatchObject({ status: 200, text: JSON.stringify(body) })
    answers(whole(eventsOf([body]), events))
    expect(await ask(asked(true))).toMatchObject({ status: 200, text: eventsOf([body]) })
  })

  it("passes whole where anything was said", async () => {
    const body = { candidates: [{ index: 0, content: { parts: [{ text: "Hi" }] } }], usageMetadata }
    answers(whole(body))
    expect(await ask(asked(false))).toMatchObject({ status: 200, text: JSON.stringify(body) })
  })
})

describe("a choice that ended in an error", () => {
  it.each(clientFormats.filter((client) => client !== "chat-completions"))("is one for %s", async (client) => {
    answers(whole(brokenWhole))
    const there = await ask(requestOf[client](modelOf["chat-completions"], false))
    expect([there.status, there.text]).toEqual([502, expect.stringContaining("failed with error: X")])
    answers(whole(broken, events))
    const { text } = await ask(requestOf[client](modelOf["chat-completions"]))
    expect(text).toMatch(/half[^]*failed with error: X/)
  })

  it("passes as it is for clients of the same format", async () => {
    answers(whole(brokenWhole))
    const there = await ask(requestOf["chat-completions"](modelOf["chat-completions"], false))
    expect(there).toMatchObject({ status: 200, text: JSON.stringify(brokenWhole) })
    answers(whole(broken, events))
    const body = { model: "gpt-4o", stream: true, stream_options: { include_usage: true }, messages: [] }
    const [path, asked] = requestOf["chat-completions"]("gpt-4o")
    expect(await ask([path, { ...body, ...asked }])).toMatchObject({ status: 200, text: broken })
  })
})
