import { describe, expect, it } from "vitest"
import { JsonText } from "../../../src/core/json/json.ts"
import { includable, unknownWord } from "../../../src/formats/responses/words.ts"

const wrongIn = (body: object) => unknownWord(JsonText.of(JSON.parse(JSON.stringify(body))))?.path

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
    [{ metadata: [] }, "/metadata"],
    [{ metadata: { a: 1 } }, "/metadata/a"],
    [{ metadata: { "a/b": "v".repeat(513) } }, "/metadata/a~1b"],
    [{ metadata: { ["k".repeat(65)]: "" } }, `/metadata/${"k".repeat(65)}`],
    [{ metadata: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`k${at}`, ""])) }, "/metadata"]
  ])("that it has not are named where they stand: %j", (body, path) => {
    expect(wrongIn(body)).toBe(path)
  })

  it("has those of the SDK's type to include", () => {
    expect(includable).toHaveLength(8)
  })
})
