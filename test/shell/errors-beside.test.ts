import { describe, expect, it } from "vitest"
import { clientFormats, eventsOf, modelOf, requestOf, scriptedVendor, whole } from "./scripted-vendor.ts"

const { answers, ask } = scriptedVendor()

type Format = (typeof clientFormats)[number]

const choice = { index: 0, message: { role: "assistant", content: "half" }, finish_reason: "stop" }

/** A whole answer of each format's vendor, as their references have it. */
const answered: Readonly<Record<Format, object>> = {
  "chat-completions": { id: "c", object: "chat.completion", created: 1, model: "m", choices: [choice] },
  messages: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: "text", text: "half" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 }
  },
  "generate-content": {
    candidates: [{ index: 0, content: { role: "model", parts: [{ text: "half" }] }, finishReason: "STOP" }]
  },
  responses: {
    id: "resp_1",
    object: "response",
    created_at: 1,
    status: "completed",
    model: "m",
    output: [{ id: "m1", type: "message", role: "assistant", status: "completed", content: [] }]
  }
}

/** As OpenRouter says one whose answer was begun (https://openrouter.ai/docs/errors, read 2026-11). */
const error = { code: 429, message: "Provider returned error for upstream-key" }

const others = (from: Format) => clientFormats.filter((client) => client !== from)

describe.each(clientFormats)("an error beside a whole answer of %s", (from) => {
  it.each(others(from))("has its status for %s, and quotes no secret", async (client) => {
    answers(whole({ ...answered[from], error }))
    const { status, text } = await ask(requestOf[client](modelOf[from], false))
    expect([status, JSON.parse(text)]).toMatchObject([
      429,
      { error: { message: "Provider returned error for [redacted]" } }
    ])
  })

  it.each(others(from))("is one for %s in words alone, too", async (client) => {
    answers(whole({ ...answered[from], error: error.message }))
    const { status, text } = await ask(requestOf[client](modelOf[from], false))
    expect([status, JSON.parse(text)]).toMatchObject([
      502,
      { error: { message: "Provider returned error for [redacted]" } }
    ])
    if (client === "messages") expect(JSON.parse(text).error.type).toBe("api_error")
  })

  it.each([error, error.message])("tells a client of the same format no secret: %j", async (said) => {
    answers(whole({ ...answered[from], error: said }))
    const { text } = await ask(requestOf[from](modelOf[from], false))
    expect(text).toContain("Provider returned error for [redacted]")
  })

  it.each([null, {}, "", false, { message: "", type: "", param: null, code: 0 }])(
    "is none where it says nothing: %j",
    async (said) => {
      for (const client of clientFormats) {
        answers(whole({ ...answered[from], error: said }))
        expect((await ask(requestOf[client](modelOf[from], false))).status).toBe(200)
      }
    }
  )
})

describe("an error in the words of a whole answer to a Messages client of Claude's", () => {
  it("has the type of errors there, and not of answers", async () => {
    answers(whole({ ...answered.messages, error: "No." }))
    const { status, text } = await ask(requestOf.messages(modelOf.messages, false))
    expect([status, JSON.parse(text)]).toMatchObject([502, { error: { type: "api_error", message: "No." } }])
  })
})

it("an error beside choices leaves a Chat Completions client the bytes", async () => {
  const body = JSON.stringify({ ...answered["chat-completions"], error: { code: 429, message: "No." } })
  answers(whole(body))
  expect(await ask(requestOf["chat-completions"](modelOf["chat-completions"], false))).toMatchObject({
    status: 200,
    text: body
  })
})

/**
 * What is called a success and answers nothing, and the status and words of the error that it is.
 *
 * @see https://github.com/runpod-workers/worker-vllm/issues/57 a 200 with vLLM's error (2024-03)
 * @see https://github.com/adrianlyjak/obsidian-aloud-tts/pull/114 MiniMax says in `base_resp` why a 200 failed (2025-12)
 */
const nothings = [
  [{}, 502, "could not be understood"],
  [{ object: "error", message: "No such model", type: "NotFoundError", code: 404 }, 404, "No such model"],
  [{ choices: null, base_resp: { status_code: 1004, status_msg: "login fail" } }, 502, "login fail"],
  [{ choices: [], error: { message: "No.", code: 429 } }, 429, "No."]
] as const

describe.each(nothings)("a success that answers nothing: %j", (body, status, words) => {
  it.each(clientFormats)("is an error for %s", async (client) => {
    answers(whole(body))
    const told = await ask(requestOf[client](modelOf["chat-completions"], false))
    expect([told.status, told.text]).toEqual([status, expect.stringContaining(words)])
  })
})

it.each(clientFormats)("an object without members is no answer of %s where bytes pass", async (format) => {
  answers(whole({}))
  expect((await ask(requestOf[format](modelOf[format], false))).status).toBe(502)
})

/** @see https://ai.google.dev/api/generate-content `PromptFeedback`: a blocked prompt has no candidates (read 2026-11) */
it("a Gemini answer without candidates passes where it says why", async () => {
  const body = { promptFeedback: { blockReason: "SAFETY" } }
  answers(whole(body))
  const { status, text } = await ask(requestOf["generate-content"](modelOf["generate-content"], false))
  expect([status, text]).toEqual([200, JSON.stringify(body)])
})

it.each(clientFormats)("a stream of [DONE] alone is an error with a status for %s", async (client) => {
  answers(whole("data: [DONE]\n\n", { "content-type": "text/event-stream" }))
  expect((await ask(requestOf[client](modelOf["chat-completions"]))).status).toBe(502)
})

it("a stream that ends in [DONE] without a reason passes once a chunk was there", async () => {
  const text = eventsOf([{ id: "c", choices: [{ index: 0, delta: { content: "A" } }] }, "[DONE]"])
  answers(whole(text, { "content-type": "text/event-stream" }))
  expect(await ask(requestOf["chat-completions"](modelOf["chat-completions"]))).toMatchObject({ status: 200, text })
})
