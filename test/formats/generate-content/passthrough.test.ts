import { describe, expect, it } from "vitest"
import { passthrough } from "../../../src/formats/generate-content/passthrough.ts"
import { textToBase64 } from "../../../src/formats/generate-content/opaque.ts"
import { sealEnvelope } from "../../../src/core/chat/envelope.ts"
import { callOf, minimal, rulesOf, wrong } from "./reading.ts"

it("what is spelled as the vendor spells it counts where both spellings are there", () =>
  expect(
    passthrough.usage({ usageMetadata: { promptTokenCount: 1 }, usage_metadata: { prompt_token_count: 5 } })
  ).toMatchObject({ input: 1 }))

describe("the endpoint's own table", () => {
  it.each<[string, object]>([
    ["a plain request", minimal()],
    ["a lone part without its list", { contents: [{ role: "user", parts: { text: "a" } }] }],
    ["a content without a role", { contents: [{ parts: [{ text: "a" }] }] }],
    ["the highest temperature", minimal({ generationConfig: { temperature: 2 } })],
    ["null for what may be absent", minimal({ tools: null, generationConfig: { topP: null } })],
    [
      "words and members of tomorrow",
      minimal({ tomorrow: 1, toolConfig: { functionCallingConfig: { mode: "SOON" } } })
    ],
    ["separate elements of tools", minimal({ tools: [{ functionDeclarations: [{ name: "f" }] }, { webSearch: {} }] })]
  ])("takes %s", (_, body) => {
    expect(wrong(body)).toEqual([])
  })

  it.each<[string, object, string]>([
    ["no contents", {}, ""],
    ["empty contents", { contents: [] }, "/contents"],
    ["another role", { contents: [{ role: "system", parts: [{ text: "a" }] }] }, "/contents/0/role"],
    ["empty parts", { contents: [{ role: "user", parts: [] }] }, "/contents/0/parts"],
    ["a part that says nothing", { contents: [{ role: "user", parts: [{}] }] }, "/contents/0/parts/0"],
    ["no parts", { contents: [{ role: "user" }] }, "/contents/0"],
    ["parts that are none", { contents: [{ role: "user", parts: "a" }] }, "/contents/0/parts"],
    ["a lone part's text that is none", { contents: [{ parts: { text: 1 } }] }, "/contents/0/parts/text"],
    ["a text that is none", { contents: [{ parts: [{ text: 1 }] }] }, "/contents/0/parts/0/text"],
    [
      "bytes without data",
      { contents: [{ parts: [{ inlineData: { mimeType: "a/b" } }] }] },
      "/contents/0/parts/0/inlineData"
    ],
    [
      "bytes without their type",
      { contents: [{ parts: [{ inlineData: { data: "" } }] }] },
      "/contents/0/parts/0/inlineData"
    ],
    ["a temperature above 2", minimal({ generationConfig: { temperature: 2.1 } }), "/generationConfig/temperature"],
    [
      "that in the other spelling",
      minimal({ generation_config: { temperature: 2.1 } }),
      "/generation_config/temperature"
    ],
    [
      "a budget that is no integer",
      minimal({ generationConfig: { thinkingConfig: { thinkingBudget: "7" } } }),
      "/generationConfig/thinkingConfig/thinkingBudget"
    ],
    [
      "a function without a name",
      minimal({ tools: [{ functionDeclarations: [{}] }] }),
      "/tools/0/functionDeclarations/0"
    ]
  ])("refuses %s", (_, body, place) => {
    expect(wrong(body)).toEqual([place])
  })
})

describe("bytes that pass", () => {
  const thought = (signature: string, text = "Hm."): object => ({
    contents: [{ role: "model", parts: [{ text, thought: true, thoughtSignature: signature }, { text: "a" }] }]
  })
  const editsOf = (body: object): ReturnType<typeof passthrough.edits> => passthrough.edits(callOf(body))
  const at = "/contents/0/parts/0/thoughtSignature"
  const own = { vendor: "google", kind: "signature", data: "c2ln" } as const

  it("stay as they are where they are the vendor's own", () => {
    expect(editsOf(thought("c2ln"))).toEqual({ value: [], notes: [] })
  })

  it("have sealed signatures of the vendor's put back in their native place", () => {
    expect(editsOf(thought(textToBase64(sealEnvelope(own, 0, "Hm.")))).value).toEqual([{ path: at, value: "c2ln" }])
  })

  it.each([
    ["another vendor's", textToBase64(sealEnvelope({ ...own, vendor: "anthropic" }, 0, "Hm."))],
    ["another model's", textToBase64(sealEnvelope({ ...own, model: "model-9" }, 0, "Hm."))],
    ["another text's", textToBase64(sealEnvelope(own, 0, "Hm!"))]
  ])("lose sealed signatures that are %s, with a note", (_, signature) => {
    const { value, notes } = editsOf(thought(signature))
    expect(value).toEqual([{ path: at }])
    expect(rulesOf(notes)).toEqual(["opaque-mismatch"])
  })

  it("lose a part that held nothing else", () => {
    const signature = textToBase64(sealEnvelope({ ...own, vendor: "anthropic" }, 0, "x"))
    expect(editsOf(thought(signature, "")).value).toEqual([{ path: "/contents/0/parts/0" }])
  })

  it("call the search tool by its real name", () => {
    const { value, notes } = editsOf(minimal({ tools: [{ webSearch: { a: 1 } }] }))
    expect(value.map(({ path }) => path)).toEqual(["/tools/0/webSearch", "/tools/0/googleSearch"])
    expect(notes).toMatchObject([{ kind: "approximated", severity: "cosmetic", path: "/tools/0/webSearch" }])
  })

  it("tell of finishes, blocks, errors, calls and further candidates, and nothing else", () => {
    const tells = (data: object): boolean => passthrough.tells({ data: JSON.stringify(data) })
    expect(tells({ candidates: [{ content: { parts: [{ text: "a" }] }, index: 0 }] })).toBe(false)
    expect(tells({ candidates: [{ finishReason: "STOP" }] })).toBe(true)
    expect(tells({ candidates: [{ index: 1 }] })).toBe(true)
    expect(tells({ promptFeedback: {} })).toBe(true)
    expect(tells({ error: {} })).toBe(true)
  })

  it("tell the usage of a whole answer", () => {
    expect(passthrough.usage({ usage_metadata: { prompt_token_count: 1 } })?.input).toBe(1)
  })
})
