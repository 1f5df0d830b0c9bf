import { describe, expect, it } from "vitest"
import { messages } from "../../../src/formats/messages/index.ts"
import type { FinishReason, ContentPart, ChatResponse } from "../../../src/core/chat/chat.ts"
import { unsealEnvelope } from "../../../src/core/chat/envelope.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { answered, call, decoded, minimal, stamp, text, told } from "./reading.ts"

const answer = (
  parts: readonly ContentPart[],
  finish: FinishReason = { kind: "stop" },
  over: Partial<ChatResponse> = {}
): ChatResponse => ({
  candidates: [{ index: 0, parts, finish }],
  usage: { input: 1, text: 1 },
  ...over
})

const contentOf = (parts: readonly ContentPart[]): unknown => told(answer(parts))["content"]

/** The id of the call in an answer's content. */
const idIn = (content: unknown): string => /"id":"([^"]+)"/.exec(JSON.stringify(content))?.[1] ?? ""

const rulesOf = (response: ChatResponse): readonly string[] =>
  messages
    .encodeResponse(response, defaultReplyPreferences, stamp)
    .notes.map(({ rule }) => rule.replace("messages/", ""))

const message = (over: object) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [],
  stop_reason: "end_turn",
  ...over
})

describe("what is written of an answer", () => {
  it("has the stamp's id and model where the upstream named none", () => {
    expect(told(answer([]))).toMatchObject({ id: "msg_stamp", type: "message", role: "assistant", model: "sent-model" })
  })

  it("notes that it counts tokens that are not known", () => {
    expect(rulesOf(answer([], { kind: "stop" }, { usage: { input: 1 } }))).toEqual(["required-member"])
  })

  it("drops empty text", () => {
    expect(contentOf([text(""), text("A")])).toEqual([{ type: "text", text: "A", citations: null }])
  })

  it("shows unsigned thinking with an empty signature", () => {
    expect(contentOf([{ type: "reasoning", text: "Hm." }])).toEqual([
      { type: "thinking", thinking: "Hm.", signature: "" }
    ])
  })

  it("hides unsigned thinking where the client asked for that", () => {
    expect(
      told(answer([{ type: "reasoning", text: "Hm." }]), { ...defaultReplyPreferences, thinking: "hidden" })["content"]
    ).toEqual([])
  })

  it("seals another vendor's signature with the text that it covers", () => {
    const opaque = { vendor: "google", kind: "signature", data: "x" } as const
    const [block] = contentOf([{ type: "reasoning", text: "Hm.", opaque: [opaque] }]) as { signature: string }[]
    expect(unsealEnvelope(block?.signature ?? "")).toMatchObject({ opaque, part: 0 })
  })

  it("carries another vendor's bytes of a call back to that call", () => {
    const opaque = { vendor: "google", kind: "signature", data: "x" } as const
    const content = contentOf([text("A"), { ...call("c1"), opaque: [opaque] }])
    const request = decoded(
      minimal({
        messages: [
          { role: "user", content: "A" },
          { role: "assistant", content },
          { role: "user", content: [{ type: "tool_result", tool_use_id: idIn(content) }] }
        ]
      })
    )
    expect(request.messages[1]?.parts.map(({ type, opaque: found }) => [type, found])).toEqual([
      ["text", undefined],
      ["tool-call", [opaque]]
    ])
    expect(request.messages.slice(1).map(({ parts }) => parts.at(-1))).toMatchObject([{ id: "c1" }, { id: "c1" }])
  })

  it("makes no block of bytes alone, which clients would take for the answer", () => {
    const opaque = [{ vendor: "google", kind: "signature", data: "x" } as const]
    const signed = [
      { type: "reasoning", opaque, at: "/0" },
      { ...text("A"), opaque, at: "/1" },
      { type: "text", text: "", opaque, at: "/2" }
    ] as const
    const { value, notes } = messages.encodeResponse(answer(signed), defaultReplyPreferences, stamp)
    expect(value.value).toMatchObject({ content: [{ type: "text", text: "A" }] })
    expect(notes.map(({ rule, path }) => [rule, path])).toEqual(
      ["/0", "/1", "/2"].map((path) => ["messages/foreign-opaque", path])
    )
  })

  it("keeps what a call needs in blocks that show nothing where its id is too short for that", () => {
    const long = "x".repeat(600)
    const opaque = [{ vendor: "google", kind: "signature", data: long } as const]
    const content = contentOf([
      { type: "reasoning", opaque },
      { ...call("c1"), opaque }
    ]) as readonly object[]
    expect(content).toMatchObject([
      { type: "thinking", thinking: "" },
      { type: "thinking", thinking: "" },
      { type: "tool_use", id: "c1" }
    ])
  })

  it("cuts a text where its citations end", () => {
    const source = { kind: "url", url: "https://example.com", title: "E" } as const
    expect(
      contentOf([{ type: "text", text: "One. Two.", citations: [{ span: { start: 0, end: 4 }, source }] }])
    ).toEqual([
      {
        type: "text",
        text: "One.",
        citations: [
          {
            type: "web_search_result_location",
            cited_text: "One.",
            url: "https://example.com",
            title: "E",
            encrypted_index: ""
          }
        ]
      },
      { type: "text", text: " Two.", citations: null }
    ])
  })

  it("writes a sound's transcript", () => {
    const part = { type: "media", media: "audio", source: { kind: "base64", data: "" }, transcript: "Hi" } as const
    expect(contentOf([part])).toEqual([{ type: "text", text: "Hi", citations: null }])
    expect(rulesOf(answer([part]))).toEqual(["part-text"])
  })

  it("tells a refusal as why it stopped", () => {
    expect(told(answer([{ type: "refusal", text: "No." }]))).toMatchObject({
      content: [],
      stop_reason: "refusal",
      stop_details: { type: "refusal", category: null, explanation: "No." }
    })
  })

  it("writes only the first of several answers", () => {
    const response = {
      candidates: [
        { index: 0, parts: [text("A")] },
        { index: 1, parts: [text("B")] }
      ],
      usage: { input: 1, text: 1 }
    }
    expect(told(response)["content"]).toEqual([{ type: "text", text: "A", citations: null }])
    expect(rulesOf(response)).toEqual(["candidate", "finish-unsaid"])
  })

  it("writes a prompt that was blocked as a refusal", () => {
    expect(told({ candidates: [], block: { message: "No." } })).toMatchObject({
      content: [],
      stop_reason: "refusal",
      stop_details: { explanation: "No." }
    })
  })

  it("never makes an empty object of a call that was cut off", () => {
    const response = answer([call("a", "f", '{"x":')], { kind: "length" })
    expect(told(response)).toMatchObject({ content: [], stop_reason: "max_tokens" })
    expect(rulesOf(response)).toEqual(["broken-call"])
  })

  it("fails with a call whose input is not an object", () => {
    const response = answer([call("a", "f", "[1]")], { kind: "tool-calls" })
    expect(messages.encodeResponse(response, defaultReplyPreferences, stamp).failure).toMatchObject({
      reason: "UpstreamFailed",
      message: "The upstream's tool call has an input that is not a JSON object."
    })
  })

  it("leaves out half a call that its vendor cut off", () => {
    const response = answer([call("a", "f", '{"x":')], { kind: "blocked" })
    expect(told(response)).toMatchObject({ content: [], stop_reason: "refusal" })
    expect(rulesOf(response)).toEqual(["broken-call", "finish-reason"])
  })

  it.each([
    [{ kind: "stop" }, "end_turn"],
    [{ kind: "stop-sequence", sequence: "END" }, "stop_sequence"],
    [{ kind: "length" }, "max_tokens"],
    [{ kind: "context" }, "model_context_window_exceeded"],
    [{ kind: "tool-calls" }, "tool_use"],
    [{ kind: "blocked" }, "refusal"],
    [{ kind: "refusal" }, "refusal"],
    [{ kind: "pause" }, "pause_turn"],
    [{ kind: "compaction" }, "compaction"],
    [{ kind: "malformed" }, "max_tokens"],
    [{ kind: "other", raw: { format: "another", value: "LANGUAGE" } }, "end_turn"]
  ] as const)("says the finish %o as %s", (finish, reason) => {
    expect(told(answer([], finish))["stop_reason"]).toBe(reason)
  })

  it("counts all buckets", () => {
    const usage = { input: 1, cacheRead: 2, cacheWrite: 3, cacheWriteHour: 1, toolPrompt: 4, text: 5, reasoning: 6 }
    expect(told(answer([], { kind: "stop" }, { usage }))["usage"]).toMatchObject({
      input_tokens: 5,
      cache_read_input_tokens: 2,
      cache_creation_input_tokens: 3,
      cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 1 },
      output_tokens: 11,
      output_tokens_details: { thinking_tokens: 6 },
      inference_geo: null
    })
  })
})

describe("what is read of an answer", () => {
  it("separates thinking from the rest of the output", () => {
    const usage = { input_tokens: 1, output_tokens: 10, output_tokens_details: { thinking_tokens: 4 } }
    expect(answered(message({ usage })).usage).toMatchObject({ input: 1, text: 6, reasoning: 4 })
  })

  it("counts what was written to the cache where its kinds alone are told", () => {
    const cache_creation = { ephemeral_5m_input_tokens: 4, ephemeral_1h_input_tokens: 3 }
    const usage = { input_tokens: 1, output_tokens: 10, cache_creation }
    expect(answered(message({ usage })).usage).toMatchObject({ cacheWrite: 7, cacheWriteHour: 3 })
  })

  it("takes an end of turn with calls for a call of tools", () => {
    const content = [{ type: "tool_use", id: "a", name: "f", input: {} }]
    expect(answered(message({ content })).candidates[0]?.finish?.kind).toBe("tool-calls")
  })

  it("undoes tool names", () => {
    const content = [{ type: "tool_use", id: "a", name: "fs_read_1", input: {} }]
    const [part] =
      answered(message({ content }), { ...emptyReplyContext, names: new Map([["fs_read_1", "fs:read"]]) }).candidates[0]
        ?.parts ?? []
    expect(part).toMatchObject({ name: "fs:read" })
  })

  it("undoes tools that take free text", () => {
    const content = [{ type: "tool_use", id: "a", name: "c", input: { input: "words" } }]
    const [part] =
      answered(message({ content }), { ...emptyReplyContext, customTools: ["c"] }).candidates[0]?.parts ?? []
    expect(part).toMatchObject({ of: "custom", input: { kind: "text", text: "words" } })
  })

  it.each([
    [false, '{"a":1.0}', '{"a":1.0}'],
    [true, '{"value":[1.0]}', "[1.0]"]
  ])("undoes the tool that stood in for a schema (wrapped: %s)", (wrapped, input, words) => {
    const body = `{"content":[{"type":"tool_use","id":"a","name":"json","input":${input}}],"stop_reason":"tool_use"}`
    const read = messages.decodeResponse(JsonText.source(body), {
      ...emptyReplyContext,
      output: { tool: "json", wrapped }
    })
    expect(read.ok && read.value.value.candidates[0]).toMatchObject({
      parts: [{ type: "text", text: words }],
      finish: { kind: "stop" }
    })
  })

  it("says whose bytes a signature is", () => {
    const content = [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }]
    expect(
      answered(message({ content }), { ...emptyReplyContext, vendor: "deepseek" }).candidates[0]?.parts[0]?.opaque?.[0]
        ?.vendor
    ).toBe("deepseek")
  })

  it.each(["[]", "{}", '{"content":1}'])("takes %s for no answer", (body) => {
    expect(messages.decodeResponse(JsonText.source(body), emptyReplyContext).ok).toBe(false)
  })
})

describe("errors of other kinds", () => {
  it.each([
    [500, "<html>oops</html>", "UpstreamFailed"],
    [503, "", "Overloaded"],
    [422, '{"detail":"no"}', "InvalidRequest"],
    [418, "{}", "InvalidRequest"]
  ])("%i %s", (status, body, reason) => {
    expect(messages.decodeError(status, {}, body).reason).toBe(reason)
  })

  it("never quotes a key", () => {
    const body = JSON.stringify({ error: { message: "bad key sk-ant-REDACTED0123456789" } })
    expect(messages.decodeError(401, {}, body).message).not.toContain("REDACTED0123456789")
  })

  it.each([
    [{ "retry-after-ms": "1500" }, 1.5],
    [{ "retry-after": "7" }, 7],
    [{ "retry-after": "Sat, 21 Nov 2026 08:00:10 GMT", date: "Sat, 21 Nov 2026 08:00:00 GMT" }, 10],
    [{ "retry-after": "soon" }, undefined]
  ])("reads when to try again from %j", (headers, seconds) => {
    expect(messages.decodeError(429, headers, "").details.retryAfter).toBe(seconds)
  })

  it("knows a prompt that is too long", () => {
    const body = JSON.stringify({
      type: "error",
      error: { type: "invalid_request_error", message: "prompt is too long: 9 tokens > 8 maximum" }
    })
    expect(messages.decodeError(400, {}, body).details.code).toBe("context_length_exceeded")
  })
})
