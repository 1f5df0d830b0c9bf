import * as Formats from "../../../src/formats.ts"
import { describe, expect, it } from "vitest"
import { translateRequest, translateResponse, translateStream } from "../../../src/translate.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { defaultReplyPreferences, emptyReplyContext } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"

const said = { role: "model", parts: [{ text: "a" }] }

/** An answer with one candidate. */
const answer = (candidate: object, more: object = {}): object => ({ candidates: [candidate], ...more })

/** A whole answer as its client reads it. */
const whole = (to: typeof Formats.chatCompletions | typeof Formats.messages, body: object) => {
  const there = translateResponse({ from: Formats.generateContent, to }, body)
  return there.ok ? JSON.parse(there.value.body) : there.error
}

/** The frames of a stream as its client reads them. */
const streamed = (to: typeof Formats.chatCompletions | typeof Formats.messages, frames: readonly object[]) => {
  const stream = translateStream({
    from: Formats.generateContent,
    to,
    asked: { ...defaultReplyPreferences, stream: true }
  })
  return (stream.push(frames.map((it) => `data: ${JSON.stringify(it)}\r\n\r\n`).join("")) + stream.end())
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice(6)))
}

describe("a finish message", () => {
  const called = { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] }
  const stopped = { finishReason: "STOP", finishMessage: "Model generated function call(s)." }

  it("is no refusal where nothing was withheld", () => {
    const message = whole(Formats.messages, answer({ content: called, ...stopped }))
    expect([message.stop_reason, message.stop_details]).toEqual(["tool_use", null])
  })

  it("is no refusal in a stream where nothing was withheld", () => {
    const end = streamed(Formats.messages, [answer({ content: called, ...stopped })]).find(
      (it) => it.type === "message_delta"
    )
    expect(end.delta).toMatchObject({ stop_reason: "tool_use", stop_details: null })
  })

  it("says why an answer was withheld", () => {
    const message = whole(Formats.messages, answer({ finishReason: "MODEL_ARMOR", finishMessage: "Not allowed." }))
    expect(message.stop_details).toMatchObject({ type: "refusal", explanation: "Not allowed." })
  })

  it("comes back to its own format", () => {
    const there = translateResponse(
      { from: Formats.generateContent, to: Formats.generateContent },
      answer({ content: called, ...stopped })
    )
    expect(there.ok && JSON.parse(there.value.body).candidates[0]).toMatchObject(stopped)
  })
})

describe("a finish reason by its number", () => {
  it.each([
    [1, "stop"],
    [2, "length"],
    [7, "content_filter"]
  ])("%i is %s", (finishReason, reason) => {
    expect(whole(Formats.chatCompletions, answer({ content: said, finishReason })).choices[0].finish_reason).toBe(
      reason
    )
  })

  // The vendor's own list: google.cloud.aiplatform.v1 `Candidate.FinishReason`.
  it.each(
    Object.entries({
      STOP: 1,
      MAX_TOKENS: 2,
      SAFETY: 3,
      RECITATION: 4,
      OTHER: 5,
      BLOCKLIST: 6,
      PROHIBITED_CONTENT: 7,
      SPII: 8,
      MALFORMED_FUNCTION_CALL: 9,
      MODEL_ARMOR: 10
    })
  )("says the same as %s", (word, number) => {
    const finishOf = (finishReason: string | number) => {
      const read = generateContent.decodeResponse(
        JsonText.of({ candidates: [{ content: said, finishReason }] }),
        emptyReplyContext
      )
      return read.ok ? read.value.value.candidates[0]?.finish : read.error
    }
    expect(finishOf(number)).toEqual(finishOf(word))
  })

  it("ends a stream", () => {
    const frames = streamed(Formats.chatCompletions, [
      answer({ content: said }),
      answer({ content: {}, finishReason: 2 })
    ])
    expect(frames.at(-1).choices[0].finish_reason).toBe("length")
  })
})

describe("a prompt that is blocked while its answer streams", () => {
  it("ends the answer as withheld", () => {
    const frames = streamed(Formats.chatCompletions, [
      answer({ content: said }),
      { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }
    ])
    expect(frames.at(-1).choices[0].finish_reason).toBe("content_filter")
  })
})

/** A request as another format says it. */
const asking = (to: typeof Formats.chatCompletions | typeof Formats.messages, body: object) => {
  const there = translateRequest({ from: Formats.generateContent, to, target: { model: "m" } }, body)
  return there.ok ? JSON.parse(there.value.body) : there.error
}

describe("a prompt that was blocked with a message", () => {
  it("has no words of the model", () => {
    const body = { promptFeedback: { blockReason: "MODEL_ARMOR", blockReasonMessage: "Not allowed." } }
    expect(whole(Formats.chatCompletions, body).choices).toMatchObject([
      { message: { content: null, refusal: null }, finish_reason: "content_filter" }
    ])
  })
})

describe("a member of another type", () => {
  const odd = { modelVersion: 3, responseId: "r", createTime: 5 }
  const read = { from: Formats.generateContent, to: Formats.chatCompletions }

  it("does not fail the answer", () => {
    const completion = whole(Formats.chatCompletions, answer({ content: said, finishReason: "STOP", index: "0" }, odd))
    expect(completion).toMatchObject({ id: "r", choices: [{ message: { content: "a" } }] })
  })

  it("is noted", () => {
    const there = translateResponse(read, answer({ content: said, finishReason: "STOP", index: "0" }, odd))
    expect(there.ok && there.value.notes.map(({ path }) => path).toSorted()).toEqual([
      "/candidates/0/index",
      "/createTime",
      "/modelVersion"
    ])
  })
})

describe("the input of a call", () => {
  it.each([
    [[], "{}"],
    [null, "{}"],
    ['{"a":1}', '{"a":1}']
  ])("may be %j", (args, input) => {
    const content = { role: "model", parts: [{ functionCall: { name: "f", args } }] }
    const completion = whole(Formats.chatCompletions, answer({ content, finishReason: "STOP" }))
    expect(completion.choices[0].message.tool_calls[0].function.arguments).toBe(input)
  })
})

describe("what a text rests on", () => {
  const text = "Joe\u2019s place. They deliver. It is near. They deliver."
  const grounded = (segment: object) => ({
    groundingChunks: [{ maps: { uri: "https://a.example/1", title: "A" } }],
    groundingSupports: [{ segment, groundingChunkIndices: [0] }]
  })
  const cited = (candidate: object) =>
    whole(
      Formats.chatCompletions,
      answer({ content: { role: "model", parts: [{ text }] }, finishReason: "STOP", ...candidate })
    ).choices[0].message.annotations.map((it: { url_citation: object }) => it.url_citation)

  it.each([
    ["numbers that count characters", { startIndex: 13, endIndex: 26, text: "They deliver." }, 13],
    ["numbers that are off", { startIndex: 38, endIndex: 50, text: "They deliver." }, 39]
  ])("is found by its text beside %s", (_, segment, start) => {
    expect(cited({ groundingMetadata: grounded(segment) })).toEqual([
      { start_index: start, end_index: start + 13, url: "https://a.example/1", title: "A" }
    ])
  })

  it("is in the text where its words stand nearest to numbers that are off", () => {
    const content = { role: "model", parts: [{ text: "Joe sang." }, { text: "They heard Joe." }] }
    const segment = { startIndex: 10, endIndex: 13, text: "Joe" }
    expect(cited({ content, groundingMetadata: grounded(segment) })).toMatchObject([{ start_index: 20, end_index: 23 }])
  })

  it("is told once of a stretch that rests on several pages", () => {
    const citations = [1, 2, 3].map((page) => ({
      type: "web_search_result_location",
      url: `https://a.example/${page}`,
      title: "A",
      cited_text: "Joe",
      encrypted_index: "e"
    }))
    const body = { id: "m", type: "message", role: "assistant", content: [{ type: "text", text, citations }] }
    const told = translateResponse({ from: Formats.messages, to: Formats.generateContent }, { ...body, model: "m" })
    const [candidate] = told.ok ? JSON.parse(told.value.body).candidates : []
    expect(candidate.groundingMetadata.groundingSupports).toHaveLength(1)
    expect(candidate.groundingMetadata.groundingSupports[0]).toMatchObject({ groundingChunkIndices: [0, 1, 2] })
  })

  it("is the page of a picture that was found", () => {
    const image = { sourceUri: "https://a.example/1", imageUri: "https://a.example/1.png", title: "A" }
    const supports = [{ segment: { endIndex: 3, text: "Joe" }, groundingChunkIndices: [0] }]
    expect(cited({ groundingMetadata: { groundingChunks: [{ image }], groundingSupports: supports } })).toEqual([
      { start_index: 0, end_index: 3, url: "https://a.example/1", title: "A" }
    ])
  })

  it("is all of it where a passage has no place, or none that is in the text", () => {
    const citations = [{ uri: "https://a.example/1" }, { uri: "https://a.example/2", startIndex: 200, endIndex: 300 }]
    expect(cited({ citationMetadata: { citations } })).toEqual([
      { start_index: 0, end_index: text.length, url: "https://a.example/1", title: "" },
      { start_index: 0, end_index: text.length, url: "https://a.example/2", title: "" }
    ])
  })

  it("is noted where it has no address", () => {
    const citationMetadata = { citations: [{ startIndex: 0, endIndex: 3, title: "A book" }] }
    const there = translateResponse(
      { from: Formats.generateContent, to: Formats.messages },
      answer({ content: said, finishReason: "STOP", citationMetadata })
    )
    expect(there.ok && there.value.notes.map(({ path }) => path)).toContain(
      "/candidates/0/citationMetadata/citations/0"
    )
  })
})

describe("the types of a schema", () => {
  it("may be the numbers of their words", () => {
    const parameters = { type: 6, properties: { a: { type: 1 }, b: { type: 5, items: { type: 3 } } } }
    const body = {
      contents: [{ role: "user", parts: [{ text: "q" }] }],
      tools: [{ functionDeclarations: [{ name: "f", parameters }] }]
    }
    expect(asking(Formats.chatCompletions, body).tools[0].function.parameters).toEqual({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "array", items: { type: "integer" } } }
    })
  })
})
