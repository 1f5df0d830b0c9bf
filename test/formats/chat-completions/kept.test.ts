import { describe, expect, it } from "vitest"
import { sealEnvelope } from "../../../src/core/chat/envelope.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { body, brief, chunk, decoded, encoded, events, said } from "./given.ts"

/** Where something is noted of a request for the Messages API. */
const noted = (more: object): readonly (readonly [string, string])[] => {
  const result = messages.encodeRequest(decoded(body(more)).request, { model: "m" })
  return result.ok ? brief(result.value.notes) : []
}

describe("a request goes back to its own vendor", () => {
  it.each([
    ["its sound", { audio: { voice: "alloy", format: "mp3", fancy: 1 } }],
    [
      "its answer's form",
      { response_format: { type: "json_schema", json_schema: { name: "a", schema: {}, fancy: 2 }, other: 3 } }
    ]
  ])("with what nobody knows of %s in its place", (_, more) =>
    expect(encoded(decoded(body(more)).request).body).toEqual(body(more))
  )

  it.each([
    ["under its newer name", { reasoning: "a" }],
    ["under both names", { reasoning_content: "a", reasoning: "a" }],
    ["in details", { reasoning_details: [{ type: "reasoning.summary", summary: "a" }] }]
  ])("with its reasoning %s", (_, reasoning) => {
    const message = { role: "assistant", content: "x", ...reasoning }
    expect(encoded(decoded(said(message)).request).body.messages).toEqual([message])
  })
})

describe("where a note stands", () => {
  it("is the text of a prediction that is one", () =>
    expect(decoded(body({ prediction: { type: "content", content: "a" } })).request.prediction).toMatchObject([
      { type: "text", text: "a", at: "/prediction/content" }
    ]))

  it("is a prediction as a whole, of which nothing else is told", () =>
    expect(noted({ prediction: { type: "content", content: "a" } })).toEqual([
      ["max-tokens", ""],
      ["cost-setting", "/prediction"]
    ]))

  it("is Google's own setting where that chose the tools", () =>
    expect(noted({ google: { tool_config: { function_calling_config: { mode: "NONE" } } } })).toEqual([
      ["max-tokens", ""],
      ["idle-setting", "/google/tool_config/function_calling_config"]
    ]))
})

describe("a stream", () => {
  it("gives a seal that comes behind the reasoning's end to that reasoning", () => {
    const opaque = { vendor: "google", kind: "signature", data: "c2ln" } as const
    const sealed = { type: "reasoning.encrypted", data: sealEnvelope(opaque, 0, ""), format: "isogloss-v1", index: 0 }
    const all = events([
      chunk({ reasoning_content: "a" }),
      chunk({ content: "b" }),
      chunk({ reasoning_details: [sealed] }, "stop"),
      "[DONE]"
    ])
    expect(all.filter(({ type }) => type === "part")).toHaveLength(2)
    expect(all).toContainEqual({ type: "delta", candidate: 0, part: 0, delta: { type: "opaque", opaque } })
  })

  it("tells the sources that each chunk repeats once", () => {
    const citing = (data: string): string => JSON.stringify({ ...JSON.parse(data), citations: ["https://a.example"] })
    const all = events([citing(chunk({ content: "a" })), citing(chunk({ content: "b" }, "stop")), "[DONE]"])
    expect(all.filter((event) => event.type === "candidate")).toMatchObject([
      { add: { grounding: { sources: [{ kind: "url", url: "https://a.example" }] } } }
    ])
  })
})
