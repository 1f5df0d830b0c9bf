import { describe, expect, it } from "vitest"
import type { ChatFormat } from "../../../src/core/format.ts"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { responses } from "../../../src/formats/responses/index.ts"
import { translateRequest } from "../../../src/translate/translator.ts"

/** What each format's shortest request says besides. */
const shortest = new Map<ChatFormat, object>([
  [chatCompletions, { model: "m", max_tokens: 16, messages: [{ role: "user", content: "?" }] }],
  [responses, { model: "m", max_output_tokens: 16, input: "?" }],
  [messages, { model: "m", max_tokens: 16, messages: [{ role: "user", content: "?" }] }],
  [generateContent, { contents: [{ parts: [{ text: "?" }] }], generationConfig: { maxOutputTokens: 16 } }]
])

/** The losses of a request that says more, as kinds, severities and places; or that `strict` refuses it. */
const losses = (from: ChatFormat, to: ChatFormat, more: object, strict = false): unknown => {
  const body = { ...shortest.get(from), ...more }
  const there = translateRequest({ from, to, target: { model: "m" }, strict }, body)
  if (!there.ok) return "refused"
  return there.value.notes.map(({ kind, severity, path }) => [kind, severity, path])
}

const others = (format: ChatFormat): readonly ChatFormat[] => [...shortest.keys()].filter((one) => one !== format)

// the defaults of `openai` 7.57.0, `@anthropic-ai/sdk` 1.14.0 and `@google/genai` 3.3.0, as their comments say them (read 2026-11)
describe.each<readonly [said: string, from: ChatFormat, more: object]>([
  ["logprobs: false", chatCompletions, { logprobs: false }],
  ["top_logprobs: 0", responses, { top_logprobs: 0 }],
  ["a presence_penalty of 0", chatCompletions, { presence_penalty: 0 }],
  ["a frequency_penalty of 0", chatCompletions, { frequency_penalty: 0 }],
  ["a logit_bias of nothing", chatCompletions, { logit_bias: {} }],
  ["one answer", chatCompletions, { n: 1 }],
  ["no stops", chatCompletions, { stop: [] }],
  ["no metadata", chatCompletions, { metadata: {} }],
  ["the usual verbosity", chatCompletions, { verbosity: "medium" }],
  ["parallel calls without tools", chatCompletions, { parallel_tool_calls: true }],
  ["no truncation", responses, { truncation: "disabled" }],
  ["no background", responses, { background: false }],
  ["a tool of free text", responses, { tools: [{ type: "custom", name: "x", format: { type: "text" } }] }],
  ["any region", messages, { inference_geo: "global" }],
  ["no resolution", generateContent, { generationConfig: { mediaResolution: "MEDIA_RESOLUTION_UNSPECIFIED" } }]
])("%s", (_, from, more) => {
  it.each(others(from))("is no loss that $id could be refused for", (to) => {
    expect(losses(from, to, more, true)).not.toBe("refused")
  })
})

describe("the same members with a value that is a wish", () => {
  it.each<readonly [said: string, from: ChatFormat, to: ChatFormat, more: object, at: string]>([
    ["logprobs", chatCompletions, messages, { logprobs: true }, "/logprobs"],
    ["a penalty", chatCompletions, responses, { presence_penalty: 0.5 }, "/presence_penalty"],
    ["truncation", responses, chatCompletions, { truncation: "auto" }, "/truncation"],
    ["a background", responses, chatCompletions, { background: true }, "/background"],
    ["a region", messages, chatCompletions, { inference_geo: "us" }, "/inference_geo"],
    ["a region for Gemini", messages, generateContent, { inference_geo: "us" }, "/inference_geo"]
  ])("is lost with a change of meaning: %s", (_, from, to, more, at) => {
    expect(losses(from, to, more)).toContainEqual(["dropped", "meaning", at])
  })
})

// https://github.com/chatboxai/chatbox/issues/2318: Google's own list says 1 and 0.95 of its models (2025-05)
describe("a sampling, for a model that takes none", () => {
  const severities = (to: ChatFormat, more: object): readonly unknown[] => {
    const target = { model: "m", sampling: false }
    const there = translateRequest({ from: chatCompletions, to, target }, { ...shortest.get(chatCompletions), ...more })
    return there.ok ? there.value.notes.map(({ severity, path }) => `${severity} ${path}`) : ["refused"]
  }

  it.each([messages, generateContent])("is no loss where its temperature is $id's own", (to) => {
    expect(severities(to, { temperature: 1 })).toEqual(["cosmetic /temperature"])
    expect(severities(to, { temperature: 0.5 })).toEqual(["meaning /temperature"])
  })

  it("is no loss where its nucleus is the vendor's own, which is another of Google's models", () => {
    expect(severities(messages, { top_p: 1 })).toEqual(["cosmetic /top_p"])
    expect(severities(messages, { top_p: 0.95 })).toEqual(["meaning /top_p"])
    expect(severities(generateContent, { top_p: 0.95 })).toEqual(["cosmetic /top_p"])
    expect(severities(generateContent, { top_p: 1 })).toEqual(["meaning /top_p"])
  })
})

describe("what is to shape the answer", () => {
  const document = (enabled: boolean) => ({
    type: "document",
    source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" },
    citations: { enabled }
  })
  const asking = (enabled: boolean) => ({ messages: [{ role: "user", content: [document(enabled)] }] })
  const cited = "/messages/0/content/0/citations/enabled"
  const examples = { tools: [{ name: "f", input_schema: { type: "object" }, input_examples: [{ a: 1 }] }] }

  it.each(others(messages))("is lost with its meaning where $id has no citations of documents", (to) => {
    expect(losses(messages, to, asking(true))).toContainEqual(["dropped", "meaning", cited])
    expect(losses(messages, to, asking(false))).toContainEqual(["dropped", "cosmetic", cited])
  })

  it.each(others(messages))("is lost with its meaning where $id has no examples of calls", (to) => {
    expect(losses(messages, to, examples)).toContainEqual(["dropped", "meaning", "/tools/0/input_examples"])
  })
})
