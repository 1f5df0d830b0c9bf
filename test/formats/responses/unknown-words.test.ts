import type { ResponseContent, ResponseIncludable, ResponseInputContent } from "openai/resources/responses/responses"
import { describe, expect, it } from "vitest"
import { JsonText } from "../../../src/core/json/json.ts"
import { unknownWord } from "../../../src/formats/responses/unknown-words.ts"
import { includable } from "../../../src/formats/responses/wire.ts"
import { inputTypes } from "./sdk-types.ts"

const wrongIn = (body: object) => unknownWord(JsonText.of(JSON.parse(JSON.stringify(body))))?.path

/** The types of what a message, a thought or a result of a computer's holds. */
const parts: Record<(ResponseInputContent | ResponseContent)["type"], true> = {
  input_file: true,
  input_image: true,
  input_text: true,
  output_text: true,
  reasoning_text: true,
  refusal: true
}

/** What may be included in an answer (openai 7.55.0). */
const included: Record<ResponseIncludable, true> = {
  "file_search_call.results": true,
  "web_search_call.results": true,
  "web_search_call.action.sources": true,
  "message.input_image.image_url": true,
  "computer_call_output.output.image_url": true,
  "code_interpreter_call.outputs": true,
  "reasoning.encrypted_content": true,
  "message.output_text.logprobs": true
}

/** What the vendor has, as its SDK's types say it (openai 7.55.0). */
const known: readonly object[] = [
  {},
  { truncation: "auto" },
  { truncation: "disabled" },
  { truncation: null },
  { reasoning: { summary: "auto" } },
  { reasoning: { summary: "concise" } },
  { reasoning: { summary: "detailed" } },
  { reasoning: { summary: null } },
  { reasoning: null },
  { text: { verbosity: "high" } },
  { include: [] },
  { include: null },
  { include: ["message.output_text.logprobs", "reasoning.encrypted_content"] },
  { max_output_tokens: 16 },
  { max_output_tokens: null },
  ...["none", "minimal", "low", "medium", "high", "xhigh", "max", null].map((effort) => ({ reasoning: { effort } })),
  ...["auto", "default", "flex", "scale", "priority", "fast", "ultrafast", null].map((service_tier) => ({
    service_tier
  })),
  ...["text", "json_object"].map((type) => ({ text: { format: { type } } })),
  { text: { format: { type: "json_schema", name: "a", schema: {} } } },
  ...["none", "auto", "required", null, { type: "function", name: "f" }].map((tool_choice) => ({ tool_choice })),
  { input: "Hi" },
  { input: [{ role: "user", content: "Hi" }, { id: "rs_1" }] },
  { metadata: {} },
  { metadata: { a: "b" } },
  { metadata: { ["k".repeat(64)]: "v".repeat(512) } },
  { metadata: Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`k${at}`, ""])) }
]

describe("the words of a request", () => {
  it.each(known)("that the vendor has are taken: %j", (body) => {
    expect(wrongIn(body)).toBeUndefined()
  })

  it.each<[body: object, path: string]>([
    [{ truncation: "middle" }, "/truncation"],
    [{ truncation: 1 }, "/truncation"],
    [{ reasoning: { summary: "long" } }, "/reasoning/summary"],
    [{ text: { verbosity: "loud" } }, "/text/verbosity"],
    [{ include: "message.output_text.logprobs" }, "/include"],
    [{ include: ["reasoning.encrypted_content", "everything"] }, "/include/1"],
    [{ include: [1] }, "/include/0"],
    [{ max_output_tokens: 15 }, "/max_output_tokens"],
    [{ reasoning: { effort: "hard" } }, "/reasoning/effort"],
    [{ service_tier: "first" }, "/service_tier"],
    [{ text: { format: { type: "xml" } } }, "/text/format/type"],
    [{ text: { format: { type: "json_schema", name: "a" } } }, "/text/format/schema"],
    [{ text: { format: { type: "json_schema", name: null, schema: {} } } }, "/text/format/name"],
    [{ tool_choice: "any" }, "/tool_choice"],
    [{ input: [{ role: "user", content: "Hi" }, { type: "teleport" }] }, "/input/1/type"],
    [
      { input: [{ role: "user", content: [{ type: "input_text", text: "" }, { type: "smell" }] }] },
      "/input/0/content/1/type"
    ],
    [{ input: [{ role: "user", content: [{ type: "text", text: "Hi" }] }] }, "/input/0/content/0/type"],
    [{ metadata: [] }, "/metadata"],
    [{ metadata: { a: 1 } }, "/metadata/a"],
    [{ metadata: { "a/b": "v".repeat(513) } }, "/metadata/a~1b"],
    [{ metadata: { ["k".repeat(65)]: "" } }, `/metadata/${"k".repeat(65)}`],
    [{ metadata: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`k${at}`, ""])) }, "/metadata"]
  ])("that it has not are named where they stand: %j", (body, path) => {
    expect(wrongIn(body)).toBe(path)
  })

  /** @see https://github.com/vectorize-io/hindsight/issues/58 and https://github.com/langchain-ai/langchain/pull/35702 */
  it.each([
    [{ max_output_tokens: 10 }, "integer_below_min_value"],
    [{ input: [{ type: "teleport" }] }, "invalid_value"],
    [{ service_tier: "first" }, "invalid_value"]
  ])("that it has not are refused with its code: %j", (body, code) => {
    expect(unknownWord(JsonText.of(body))?.code).toBe(code)
  })

  it("has every item of the SDK's type", () => {
    const unknown = Object.keys(inputTypes).filter((type) => wrongIn({ input: [{ type }] }) !== undefined)
    expect(unknown).toEqual([])
  })

  it("has every part of the SDK's types", () => {
    const content = Object.keys(parts).map((type) => ({ type }))
    expect(wrongIn({ input: [{ role: "user", content }] })).toBeUndefined()
  })

  it("has those of the SDK's type to include", () => {
    expect(includable.toSorted()).toEqual(Object.keys(included).toSorted())
  })
})
