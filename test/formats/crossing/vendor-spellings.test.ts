import * as Formats from "../../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { translateError, translateRequest, translateResponse, translateStream } from "../../../src/translate.ts"
import { defaultReplyPreferences } from "../../../src/core/format.ts"
import { callDelta, choice, counted, eventsOf, saidIn, streamed, whole } from "./saying.ts"

/** Why an answer of messages stopped whose upstream ended with a word. */
const stopped = (word: string): unknown => {
  const choices = [{ index: 0, message: { role: "assistant", content: "a" }, finish_reason: word }]
  const there = translateResponse(
    { from: Formats.chatCompletions, to: Formats.messages },
    { id: "c1", model: "m", choices }
  )
  return there.ok && JSON.parse(there.value.body).stop_reason
}

describe("why an answer ended", () => {
  it.each([
    ["sensitive", "refusal"],
    ["SAFETY", "refusal"],
    ["content_filter: RECITATION", "refusal"],
    ["guardrail_intervened", "refusal"],
    ["model_context_window_exceeded", "model_context_window_exceeded"],
    ["MAX_TOKENS", "max_tokens"],
    ["eos_token", "end_turn"]
  ])("is said as %s too", (word, reason) => {
    expect(stopped(word)).toBe(reason)
  })

  it.each(["abort", "network_error", "error"])("is an error where it broke off with %s", (word) => {
    expect(stopped(word)).toBe(false)
    const stream = translateStream({ from: Formats.chatCompletions, to: Formats.messages })
    stream.push(eventsOf([choice({ content: "a" }), choice({}, word), "[DONE]"]))
    stream.end()
    expect(stream.failure()).toMatchObject({ message: `The upstream's answer failed with ${word}.` })
  })

  /** @see https://github.com/dashscope/dashscope-sdk-python/issues/6 chunks that are not the last (read 2026-11) */
  it('is not said yet where a chunk says "null"', () => {
    const half = [choice({ content: "half " }, "null"), choice({ content: "an ans" }, "null")]
    for (const to of [Formats.messages, Formats.responses, Formats.generateContent]) {
      const ends = (chunks: readonly unknown[]) => {
        const stream = translateStream({ from: Formats.chatCompletions, to })
        stream.push(eventsOf(chunks))
        stream.end()
        return stream.failure()?.reason
      }
      expect(ends(half)).toBe("UpstreamFailed")
      expect(ends([...half, choice({}, "stop"), "[DONE]"])).toBeUndefined()
    }
    expect(stopped("null")).toBe("end_turn")
  })
})

describe("a whole message behind deltas", () => {
  const last = {
    id: "c1",
    object: "chat.completion",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "ab" } }],
    usage: counted
  }

  it("says again what they said", () => {
    const frames = streamed(
      Formats.chatCompletions,
      eventsOf([choice({ content: "a" }), choice({ content: "b" }), last])
    )
    expect(saidIn(frames)).toEqual(["a", "b"])
    expect(frames.at(-1)?.candidates[0]?.finishReason).toBe("STOP")
    expect(frames.at(-1)?.usageMetadata?.candidatesTokenCount).toBe(2)
  })

  it("is the answer where none said anything", () => {
    expect(saidIn(streamed(Formats.chatCompletions, eventsOf([choice({ role: "assistant" }), last])))).toEqual(["ab"])
  })
})

describe("what the model thought as an item of content", () => {
  const thought = (text: string) => ({ type: "reasoning", summary: [{ type: "summary_text", text, signature: "s" }] })

  it("is thinking of a whole answer", () => {
    const [candidate] = whole({ content: [thought("t"), { type: "text", text: "a" }] }).candidates
    expect(candidate?.content.parts).toEqual([{ text: "t", thought: true }, { text: "a" }])
  })

  it("is thinking of a stream", () => {
    const frames = streamed(
      Formats.chatCompletions,
      eventsOf([choice({ content: [thought("t")] }), choice({ content: "a" }, "stop")])
    )
    expect(frames.slice(0, 2).map(({ candidates }) => candidates[0]?.content.parts)).toEqual([
      [{ text: "t", thought: true }],
      [{ text: "a" }]
    ])
  })

  it("is thinking where it is plain", () => {
    const [candidate] = whole({ content: [{ type: "reasoning", text: "t" }] }).candidates
    expect(candidate?.content.parts).toEqual([{ text: "t", thought: true }])
  })
})

describe("content that is one item and no list", () => {
  it("is that item", () => {
    const content = { type: "text", text: "a" }
    expect(whole({ content }).candidates[0]?.content.parts).toEqual([{ text: "a" }])
    expect(saidIn(streamed(Formats.chatCompletions, eventsOf([choice({ content }, "stop")])))).toEqual(["a"])
  })
})

describe("calls of a stream", () => {
  const named = (chunks: readonly unknown[]) =>
    saidIn(streamed(Formats.chatCompletions, eventsOf([...chunks, "[DONE]"])))
  const call = (name: string, id: string) => ({ id, type: "function", function: { name, arguments: "{}" } })

  it("are no list where there is one", () => {
    const piece = (name: string | null, args: string) =>
      choice({ tool_calls: { index: 0, id: "", type: "function", function: { name, arguments: args } } })
    const frames = streamed(
      Formats.chatCompletions,
      eventsOf([piece("f", ""), piece(null, '{"a"'), piece(null, ":1}"), choice({}, "stop"), "[DONE]"])
    )
    expect(frames[0]?.candidates[0]?.content.parts).toEqual([{ functionCall: { name: "f", args: { a: 1 } } }])
  })

  it("are apart where the lack of an id is spelled", () => {
    expect(named([choice({ tool_calls: [call("f", "null"), call("f", "null")] }), choice({}, "tool_calls")])).toEqual([
      "f",
      "f"
    ])
  })

  it("are apart where two names share one index and no id", () => {
    const at = (name: string) => choice({ tool_calls: [{ index: 0, function: { name, arguments: "{}" } }] })
    expect(named([at("f"), at("g"), choice({}, "tool_calls")])).toEqual(["f", "g"])
  })

  it("go on where a name is said again", () => {
    const again = choice({ tool_calls: [{ index: 0, function: { name: "f", arguments: "}" } }] })
    expect(named([choice(callDelta(0, "f", "{")), again, choice({}, "tool_calls")])).toEqual(["f"])
  })

  it("have ids of their own where the lack of one is spelled", () => {
    const message = { tool_calls: [call("f", "null"), call("g", "null")] }
    const choices = [{ index: 0, message, finish_reason: "tool_calls" }]
    const there = translateResponse(
      { from: Formats.chatCompletions, to: Formats.messages },
      { id: "c1", model: "m", choices }
    )
    const ids = new Set(there.ok ? JSON.parse(there.value.body).content.map(({ id }: { id: string }) => id) : [])
    expect(ids.size).toBe(2)
    expect(ids).not.toContain("null")
  })
})

describe("an error inside a success", () => {
  const failed = (body: object): string | undefined => {
    const there = translateResponse({ from: Formats.chatCompletions, to: Formats.messages }, body)
    return there.ok || !(there.error instanceof Error) ? undefined : there.error.message
  }

  it.each<[string, object]>([
    ["base_resp", { id: "x", choices: null, model: "", base_resp: { status_code: 1004, status_msg: "no luck" } }],
    ["error_msg", { error_code: 17, error_msg: "no luck" }],
    ["message", { code: "InvalidApiKey", message: "no luck", request_id: "r" }],
    ["errors", { success: false, errors: [{ code: 7003, message: "no luck" }], result: null }]
  ])("is told in %s", (_, body) => {
    expect(failed(body)).toBe("no luck")
  })

  it.each([{ error_code: 17, error_msg: "no luck" }, { base_resp: { status_msg: "no luck" } }])(
    "is told in a stream (%j)",
    (frame) => {
      const stream = translateStream({
        from: Formats.chatCompletions,
        to: Formats.messages,
        asked: { ...defaultReplyPreferences, stream: true }
      })
      expect(stream.push(eventsOf([choice({ content: "a" }), frame]))).toContain("no luck")
    }
  )
})

describe("a code of 0", () => {
  it.each([
    { base_resp: { status_code: 0, status_msg: "success" }, usage: { prompt_tokens: 1, completion_tokens: 1 } },
    { code: 0, message: "Success", sid: "s" }
  ])("beside words is no error in a stream (%j)", (frame) => {
    const stream = translateStream({
      from: Formats.chatCompletions,
      to: Formats.messages,
      asked: { ...defaultReplyPreferences, stream: true }
    })
    const text = stream.push(eventsOf([choice({ content: "a" }), frame, choice({}, "stop"), "[DONE]"])) + stream.end()
    expect(text).not.toContain("uccess")
    expect(text).toContain("message_stop")
  })
})

describe("the words of an error", () => {
  it.each<[string, object]>([
    ["title", { type: "urn:problem", title: "no luck", status: 400 }],
    ["fault", { fault: { faultstring: "no luck", detail: { errorcode: "policies.quota" } } }],
    ["errorMessage", { errorMessage: "no luck" }],
    ["error_message", { error_message: "no luck" }]
  ])("stand in %s", (_, body) => {
    const { body: text } = translateError(
      { from: Formats.chatCompletions, to: Formats.messages },
      { status: 400, body: JSON.stringify(body) }
    )
    expect(JSON.parse(text).error.message).toBe("no luck")
  })
})

describe("a frame that is null", () => {
  it("says nothing", () => {
    expect(
      saidIn(streamed(Formats.chatCompletions, eventsOf([choice({ content: "a" }), "null", choice({}, "stop")])))
    ).toEqual(["a"])
  })
})

describe("cached tokens beside the details", () => {
  const counts = (more: object) => {
    const usage = { prompt_tokens: 30, completion_tokens: 2, total_tokens: 32, ...more }
    const choices = [{ index: 0, message: { role: "assistant", content: "a" }, finish_reason: "stop" }]
    const there = translateResponse(
      { from: Formats.chatCompletions, to: Formats.messages },
      { id: "c1", model: "m", choices, usage }
    )
    return there.ok ? JSON.parse(there.value.body).usage : undefined
  }

  it("are part of the prompt", () => {
    expect(counts({ cache_read_input_tokens: 10, cache_creation_input_tokens: 5 })).toMatchObject({
      input_tokens: 15,
      cache_read_input_tokens: 10,
      cache_creation_input_tokens: 5
    })
  })

  it("are counted once where the details have them too", () => {
    expect(counts({ cache_read_input_tokens: 10, prompt_tokens_details: { cached_tokens: 10 } })).toMatchObject({
      input_tokens: 20,
      cache_read_input_tokens: 10
    })
  })

  it("are not part of a prompt that is less", () => {
    expect(counts({ cache_read_input_tokens: 40 })).toMatchObject({ input_tokens: 30, cache_read_input_tokens: 40 })
  })
})

describe("a schema beside the type of an output format", () => {
  const schema = { type: "object", properties: { a: { type: "string" } }, additionalProperties: false }
  const wanted = (format: object) => {
    const body = { model: "m", messages: [{ role: "user", content: "a" }], response_format: format }
    const there = translateRequest(
      { from: Formats.chatCompletions, to: Formats.generateContent, target: { model: "g" } },
      body
    )
    return there.ok ? JSON.parse(there.value.body).generationConfig : undefined
  }

  it.each(["json_object", "json_schema"])("is the schema of %s", (type) => {
    expect(wanted({ type, schema })).toEqual({ responseMimeType: "application/json", responseJsonSchema: schema })
  })

  it("gives way to the one inside", () => {
    const inside = { type: "object", properties: {} }
    expect(wanted({ type: "json_schema", schema, json_schema: { schema: inside } }).responseJsonSchema).toEqual(inside)
  })
})

describe("an answer in several choices", () => {
  const text = { finish_reason: "tool_calls", message: { role: "assistant", content: "a" } }
  const calling = (name: string) => {
    const calls = [{ id: `call_${name}`, type: "function", function: { name, arguments: "{}" } }]
    return { finish_reason: "tool_calls", message: { role: "assistant", tool_calls: calls } }
  }
  const said = (choices: readonly object[]) => {
    const there = translateResponse(
      { from: Formats.chatCompletions, to: Formats.generateContent },
      { id: "c1", model: "m", choices }
    )
    const { candidates }: { candidates: readonly object[] } = JSON.parse(there.ok ? there.value.body : "null")
    return [candidates.length, saidIn([JSON.parse(there.ok ? there.value.body : "null")])]
  }

  it("is one where each call has a choice without an index", () => {
    expect(said([text, calling("f"), calling("g")])).toEqual([1, ["a", "f", "g"]])
  })

  it("is one where the first ended for the call of the second", () => {
    expect(
      said([
        { index: 0, ...text },
        { index: 1, ...calling("f") }
      ])
    ).toEqual([1, ["a", "f"]])
  })

  it("stays several where each is whole", () => {
    expect(
      said([
        { index: 0, ...calling("f") },
        { index: 1, ...calling("g") }
      ])
    ).toEqual([2, ["f"]])
    expect(said([{ ...text, finish_reason: "stop" }, calling("g")])).toEqual([2, ["a"]])
  })
})

describe("what a search found", () => {
  it("is told with links too", () => {
    const found = [{ title: "t", link: "https://a.example", content: "c", refer: "ref_1" }]
    const [candidate] = whole({ content: "a" }, { web_search: found }).candidates
    expect(candidate?.groundingMetadata?.groundingChunks).toEqual([{ web: { uri: "https://a.example", title: "t" } }])
  })
})

describe("counts below nothing", () => {
  it("are not known", () => {
    const usage = { prompt_tokens: -1, completion_tokens: 2, total_tokens: 1 }
    expect(whole({ content: "a" }, { usage }).usageMetadata).toEqual({ candidatesTokenCount: 2 })
  })
})
