import { describe, expect, it } from "vitest"
import * as Formats from "../../../src/formats.ts"
import {
  decodeLogprobs,
  encodeLogprobs,
  decodeTextLogprobs,
  encodeTextLogprobs
} from "../../../src/formats/openai/logprobs.ts"
import { translateRequest } from "../../../src/translate.ts"

const yes = { token: "Yes", logprob: -0.5 }
const no = { token: "No", logprob: -1 }
const bytes = [89, 101, 115]

describe("log probabilities of a choice", () => {
  const written = (it: typeof yes) => ({ ...it, bytes: null, top_logprobs: [] })

  it.each([
    ["of nothing", [], { content: [], refusal: null }],
    ["of a text", [{ of: "text", ...yes }], { content: [written(yes)], refusal: null }],
    ["of a refusal", [{ of: "refusal", ...no }], { content: null, refusal: [written(no)] }],
    [
      "of one token of each",
      [
        { of: "text", ...yes },
        { of: "refusal", ...no }
      ],
      { content: [written(yes)], refusal: [written(no)] }
    ]
  ] as const)("%s are written where they belong", (_, tokens, wanted) => expect(encodeLogprobs(tokens)).toEqual(wanted))

  it("are read with their bytes and their likeliest others", () => {
    const content = [{ ...yes, bytes, top_logprobs: [{ ...no, bytes: null }] }]
    expect(decodeLogprobs({ content, refusal: [no] })).toEqual([
      { of: "text", ...yes, bytes, top: [no] },
      { of: "refusal", ...no }
    ])
  })

  it.each([
    ["nothing", null],
    ["no lists", { content: null, refusal: null }]
  ])("are none in %s", (_, value) => expect(decodeLogprobs(value)).toBeUndefined())

  it.each([["no word"], [{ token: 1, logprob: -1 }], [{ token: "a", logprob: "-1" }]])(
    "%j is no log probability",
    (item) => expect(decodeLogprobs({ content: [item, yes] })).toEqual([{ of: "text", ...yes }])
  )
})

describe("log probabilities of a text of a response", () => {
  it("are read as they are written", () => {
    const tokens = [{ of: "text", ...yes, bytes, top: [{ ...no, bytes: [78] }] }] as const
    const text = [{ ...yes, bytes, top_logprobs: [{ ...no, bytes: [78] }] }]
    expect(encodeTextLogprobs(tokens)).toEqual(text)
    expect(decodeTextLogprobs(text)).toEqual(tokens)
  })

  it("hold lists where nothing is known", () =>
    expect(encodeTextLogprobs([{ of: "text", ...yes }])).toEqual([{ ...yes, bytes: [], top_logprobs: [] }]))
})

/**
 * @see https://developers.openai.com/api/reference/resources/chat/subresources/completions/methods/create `top_logprobs` needs `logprobs` (read 2026-11)
 * @see https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest/v1beta1/GenerationConfig `logprobs` needs `responseLogprobs` (read 2026-11)
 */
describe("the likeliest tokens of a response, asked for without `include`", () => {
  const sent = (to: typeof Formats.chatCompletions | typeof Formats.generateContent) => {
    const body = { model: "m", input: "Hello", top_logprobs: 3 }
    const told = translateRequest({ from: Formats.responses, to, target: { model: "m", stream: false } }, body)
    if (!told.ok || !("value" in told) || !("body" in told.value)) throw new Error("It was not sent.")
    return JSON.parse(told.value.body)
  }

  it("are asked of chat completions with their log probabilities", () =>
    expect(sent(Formats.chatCompletions)).toMatchObject({ logprobs: true, top_logprobs: 3 }))

  it("are asked of Gemini with their log probabilities", () =>
    expect(sent(Formats.generateContent).generationConfig).toMatchObject({ responseLogprobs: true, logprobs: 3 }))
})
