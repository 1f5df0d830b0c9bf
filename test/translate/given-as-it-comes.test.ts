import { Readable } from "node:stream"
import { describe, expect, it } from "vitest"
import * as Formats from "../../src/formats.ts"
import { Invalid, translator } from "../../src/translate.ts"

const chat = translator({ client: Formats.messages, upstream: Formats.chatCompletions, model: "gpt-4o" })
const body = { model: "claude-x", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] }

const asked = (given: unknown = body) => {
  const there = chat.request(given)
  if (!there.ok) throw there.error
  return there.value
}

/** An error of the client's format: its status, and its words. */
const told = (failure: Parameters<typeof chat.error>[0]) => {
  const { status, body: text } = chat.error(failure)
  return { status, error: JSON.parse(text).error }
}

describe("an answer that is none of its format", () => {
  it.each(["<html>busy</html>", "", "{}", [], 5])("is the upstream's fault: %j", (answer) => {
    const back = chat.response(answer, asked())
    expect(back.ok).toBe(false)
    if (!back.ok) expect(told(back.error)).toMatchObject({ status: 502, error: { type: "api_error" } })
  })
})

describe("what is given as it comes", () => {
  const text = JSON.stringify(body)

  it("may be bytes, as a server reads them", () => {
    const bytes = new TextEncoder().encode(text)
    expect(asked(bytes).body).toBe(asked(text).body)
    expect(asked(bytes.buffer).body).toBe(asked(text).body)
  })

  it("is no promise", () => {
    const there = chat.request(Promise.resolve(text))
    expect(!there.ok && there.error).toBeInstanceOf(Invalid)
    expect(!there.ok && String(there.error)).toContain("must be awaited")
  })

  it("names a model, or nothing is sent", () => {
    const google = translator({ client: Formats.generateContent, upstream: Formats.chatCompletions })
    const there = google.request({ contents: [{ role: "user", parts: [{ text: "Hi" }] }] })
    expect(!there.ok && String(there.error)).toContain("No model is named")
  })
})

describe("a failure as it comes", () => {
  it("may be what a fetch throws that reaches nobody", () => {
    expect(told(new TypeError("fetch failed: secret.internal"))).toEqual({
      status: 502,
      error: { type: "api_error", message: "The upstream could not be reached." }
    })
  })

  it.each([undefined, null, "reset", 5])("may be anything that can be thrown: %s", (thrown) => {
    expect(Reflect.apply(chat.error, undefined, [thrown])).toMatchObject({ status: 502 })
  })

  it("may have a body that was read", () => {
    const busy = { message: "Slow down.", type: "requests", code: "rate_limit_exceeded" }
    expect(told({ status: 429, body: { error: busy } })).toMatchObject({
      status: 429,
      error: { type: "rate_limit_error", message: "Slow down." }
    })
  })

  it.each<[string, (bytes: Uint8Array<ArrayBuffer>) => unknown]>([
    ["text", (bytes) => new TextDecoder().decode(bytes)],
    ["text that begins with a mark of its bytes' order", (bytes) => `\uFEFF${new TextDecoder().decode(bytes)}`],
    ["bytes", (bytes) => bytes],
    ["a buffer", ({ buffer }) => buffer],
    ["a view of a buffer", ({ buffer }) => new DataView(buffer)]
  ])("may have a body of %s", (_, as) => {
    const busy = { message: "Ralentissez, s’il vous plaît.", type: "rate_limit_error", code: "rate_limit_exceeded" }
    const body = as(new TextEncoder().encode(JSON.stringify({ error: busy })))
    expect(told({ status: 429, body }).error).toEqual({ type: "rate_limit_error", message: busy.message })
  })

  it.each([Readable.from(["x"]), new Response("x").body, new Response("x"), new Map([["error", "x"]]), null, 5])(
    "may have a body that nobody can read: %s",
    (body) => {
      const { status, error } = told({ status: 429, body })
      expect([status, error.message]).toEqual([429, "The upstream answered with status 429."])
    }
  )

  it("may have its status as a text, and is a failure to reach anybody without one", () => {
    const [text, none] = ["429", undefined].map((status) =>
      Reflect.apply(chat.error, undefined, [{ status, body: "" }])
    )
    expect(text).toMatchObject({ status: 429, body: expect.stringContaining('"type":"rate_limit_error"') })
    expect(none).toMatchObject({ status: 502, body: expect.stringContaining("could not be reached") })
  })

  it("may be a response whose body nobody read", () => {
    const { status, headers } = chat.error(new Response("x", { status: 529, headers: { "retry-after": "7" } }))
    expect({ status, after: headers["retry-after"] }).toEqual({ status: 529, after: "7" })
  })

  it("may be any error that ends a stream", () => {
    const pieces = chat.pieces(asked({ ...body, stream: true }))
    expect(pieces.end(new Error("ECONNRESET"))).toContain("event: error")
    expect(pieces.failure()?.status).toBe(502)
  })
})

describe("what an answer does not say of itself", () => {
  const call = { id: "", type: "function", function: { name: "f", arguments: "{}" } }
  const answer = {
    choices: [{ index: 0, message: { role: "assistant", tool_calls: [call] }, finish_reason: "tool_calls" }]
  }

  const said = (there: ReturnType<typeof asked>) => {
    const back = chat.response(answer, there)
    if (!back.ok) throw back.error
    return JSON.parse(back.value.body)
  }

  it("is told from the stamp that the request was given", () => {
    const there = chat.request(body, { stamp: { id: "msg_1" } })
    expect(there.ok && said(there.value)).toMatchObject({ id: "msg_1" })
  })

  it("has ids for calls of its own in each turn", () => {
    const first = said(asked())
    const result = { type: "tool_result", tool_use_id: first.content[0].id, content: "done" }
    const messages = [
      ...body.messages,
      { role: "assistant", content: first.content },
      { role: "user", content: [result] }
    ]
    expect(said(asked({ ...body, messages })).content[0].id).not.toBe(first.content[0].id)
  })
})

describe("a picture for a model of the Messages API that fetches none", () => {
  const url = "https://pictures.test/cat.png"
  const claude = translator({
    client: Formats.chatCompletions,
    upstream: Formats.messages,
    model: "claude-sonnet-4-5",
    target: { mediaUrls: false }
  })
  const messages = [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }]

  it("is a need", () => {
    const there = claude.request({ model: "m", messages })
    expect(there.ok && there.value.needs).toEqual([{ url, path: "/messages/0/content/0/image_url/url" }])
  })

  it("is a need of a model of the client's own format, too, and toward chat completions", () => {
    const chats = { mediaUrls: false, model: "m" }
    for (const upstream of [Formats.chatCompletions, Formats.responses]) {
      const there = translator({ client: Formats.chatCompletions, upstream, target: chats }).request({
        model: "m",
        messages
      })
      expect(there.ok && there.value.needs.map((need) => need.url)).toEqual([url])
    }
  })

  it("is sent as the bytes that were fetched", () => {
    const media = new Map([[url, { mime: "image/png", base64: "aGk=" }]])
    const there = claude.request({ model: "m", messages }, { media })
    expect(there.ok && there.value.needs).toEqual([])
    expect(there.ok && JSON.parse(there.value.body).messages[0].content).toEqual([
      { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } }
    ])
  })
})
