import * as Formats from "../../src/formats.ts"
import { describe, expect, it } from "vitest"
import {
  GatewayError,
  translateError,
  translateRequest,
  translateResponse,
  translateStream
} from "../../src/translate.ts"

const back = { from: Formats.chatCompletions, to: Formats.messages }

const completion = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "gpt-4o",
  choices: [{ index: 0, message: { role: "assistant", content: "Ho" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 }
}

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "gpt-4o", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

const eventsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name ?? "")

describe("translateResponse", () => {
  it("gives the answer in the client's format", () => {
    const result = translateResponse(back, completion)
    expect(result.ok && JSON.parse(result.value.body)).toMatchObject({
      id: "chatcmpl-1",
      type: "message",
      role: "assistant",
      model: "gpt-4o",
      content: [{ type: "text", text: "Ho" }],
      stop_reason: "end_turn",
      usage: { input_tokens: 1, output_tokens: 2 }
    })
  })

  it("reverses what the request's translation did, given what that returned", () => {
    const name = "a tool with spaces"
    const tools = [{ name, input_schema: { type: "object" } }]
    const there = translateRequest(
      { from: Formats.messages, to: Formats.chatCompletions },
      { model: "m", max_tokens: 9, messages: [{ role: "user", content: "Hi" }], tools }
    )
    if (!there.ok) throw new Error("not translated")
    const sent = JSON.parse(there.value.body).tools[0].function.name
    expect(sent).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    const call = { id: "call_1", type: "function", function: { name: sent, arguments: '{"a":1}' } }
    const choices = [
      { index: 0, message: { role: "assistant", content: null, tool_calls: [call] }, finish_reason: "tool_calls" }
    ]
    const result = translateResponse(there.value.reply, { ...completion, choices })
    expect(result.ok && JSON.parse(result.value.body).content).toEqual([
      expect.objectContaining({ type: "tool_use", id: "call_1", name, input: { a: 1 } })
    ])
  })

  it("fills in what the upstream did not say from the stamp", () => {
    const { id: _, model: __, ...bare } = completion
    const result = translateResponse({ ...back, stamp: { id: "msg_9", model: "sent" } }, bare)
    expect(result.ok && JSON.parse(result.value.body)).toMatchObject({ id: "msg_9", model: "sent" })
  })

  it("takes a failure inside a success for what it is", () => {
    const result = translateResponse(back, { error: { message: "too much", type: "server_error" } })
    expect(result.ok ? undefined : result.error).toBeInstanceOf(GatewayError)
  })
})

describe("translateStream", () => {
  const whole = chunk({ role: "assistant", content: "Grüße" }) + chunk({}, "stop") + "data: [DONE]\n\n"

  const through = (pieces: readonly (Uint8Array | string)[]): string => {
    const stream = translateStream(back)
    return pieces.map((piece) => stream.push(piece)).join("") + stream.end()
  }

  it("gives the client's events", () => {
    expect(eventsOf(through([whole]))).toEqual([
      "message_start",
      "content_block_start",
      "content_block_delta",
      "content_block_stop",
      "message_delta",
      "message_stop"
    ])
  })

  it("gives the same of bytes that are cut anywhere", () => {
    const bytes = new TextEncoder().encode(whole)
    const expected = through([whole])
    for (let at = 1; at < bytes.length; at++) {
      expect(through([bytes.subarray(0, at), bytes.subarray(at)]) === expected, `cut at ${at}`).toBe(true)
    }
  })

  it("gives the same of a text that is cut through a letter", () => {
    const text = whole.replace("Grüße", "a😀b")
    const at = text.indexOf("😀") + 1
    expect(through([text.slice(0, at), text.slice(at)])).toBe(through([text]))
    expect(through([text])).toContain("a😀b")
  })

  it("says at once what a piece allows to say", () => {
    const stream = translateStream(back)
    expect(stream.push(chunk({ content: "Ho" }))).toContain('"text":"Ho"')
  })

  it.each(["cut", "clean"] as const)("ends a stream that is not whole in an error, after %s", (how) => {
    const stream = translateStream(back)
    const text = stream.push(chunk({ content: "Ho" })) + stream.end(how)
    expect(eventsOf(text).at(-1)).toBe("error")
    expect(text).not.toContain("message_stop")
  })

  it("ends in the error that it is given", () => {
    const stream = translateStream(back)
    stream.push(chunk({ content: "Ho" }))
    expect(stream.end(new GatewayError("UpstreamTimeout", "It took too long."))).toContain("It took too long.")
  })

  it("says nothing more after its end", () => {
    const stream = translateStream(back)
    stream.push(whole)
    stream.end()
    expect([stream.push(whole), stream.end()]).toEqual(["", ""])
  })
})

describe("translateError", () => {
  const rate = {
    status: 429,
    headers: { "retry-after": "3" },
    body: '{"error":{"message":"Slow down.","type":"requests"}}'
  }

  it("says an upstream's failure in the client's format", () => {
    const { status, headers, body } = translateError(back, rate)
    expect([status, headers["retry-after"], JSON.parse(body)]).toEqual([
      429,
      "3",
      { type: "error", error: { type: "rate_limit_error", message: "Slow down." }, request_id: null }
    ])
  })

  it.each(["<html>Bad gateway</html>", "", "[]"])("makes sense of the body %j", (body) => {
    const error = translateError(back, { status: 502, body })
    expect([error.status, JSON.parse(error.body).error.type]).toEqual([502, "api_error"])
  })

  it("says why a request was not translated", () => {
    const result = translateRequest(
      { from: Formats.chatCompletions, to: Formats.messages },
      { model: "m", messages: 5 }
    )
    if (result.ok) throw new Error("translated")
    const { status, body } = translateError({ from: Formats.messages, to: Formats.chatCompletions }, result.error)
    expect([status, JSON.parse(body)]).toMatchObject([
      400,
      { error: { type: "invalid_request_error", param: expect.stringContaining("messages") } }
    ])
  })
})
