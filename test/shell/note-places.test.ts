import { expect, it } from "vitest"
import { type WireRequest, wireNames } from "../../src/core/format.ts"
import { JsonText } from "../../src/core/json/json.ts"
import { remapNotePointers } from "../../src/exchange/note-pointers.ts"
import { chatCompletions, generateContent, messages, responses } from "../../src/formats.ts"

const callOf = (body: object): WireRequest => ({
  model: "m",
  stream: false,
  headers: {},
  body: JsonText.source(JSON.stringify(body)),
  names: wireNames
})

/** Where a client of chat completions is told what became of a setting that Gemini was sent. */
const placeOf = (own: object, path: string, config: object): string | undefined => {
  const received = callOf({ model: "m", messages: [{ role: "user", content: "Hi" }], ...own })
  const written = callOf({ contents: [{ role: "user", parts: [{ text: "Hi" }] }], generationConfig: config })
  const read = chatCompletions.decodeRequest(received)
  if (!read.ok) throw read.error
  const note = { kind: "dropped", severity: "meaning", detail: "", rule: "gemini/level", path } as const
  return remapNotePointers([note], read.value.value.request, generateContent, written, received)[0]?.path
}

it.each([
  ["/reasoning_effort", { reasoning_effort: "high" }, "thinkingConfig", { thinkingLevel: "HIGH" }],
  ["/max_tokens", { max_tokens: 9 }, "maxOutputTokens", 9],
  ["/stop", { stop: ["a"] }, "stopSequences", ["a"]],
  ["/n", { n: 2 }, "candidateCount", 2],
  ["/temperature", { temperature: 1 }, "temperature", 1],
  ["/top_p", { top_p: 0.5 }, "topP", 0.5],
  ["/top_k", { top_k: 3 }, "topK", 3],
  ["/seed", { seed: 1 }, "seed", 1],
  ["/presence_penalty", { presence_penalty: 1 }, "presencePenalty", 1],
  ["/frequency_penalty", { frequency_penalty: 1 }, "frequencyPenalty", 1],
  ["/logprobs", { logprobs: true }, "responseLogprobs", true],
  ["/top_logprobs", { logprobs: true, top_logprobs: 2 }, "logprobs", 2],
  ["/modalities", { modalities: ["text"] }, "responseModalities", ["TEXT"]],
  ["/response_format", { response_format: { type: "json_object" } }, "responseMimeType", "application/json"]
] as const)("a note of a setting is told at the client's %s", (place, own, member, value) => {
  const more = member === "logprobs" ? { responseLogprobs: true } : {}
  expect(placeOf(own, `/generationConfig/${member}`, { ...more, [member]: value })).toBe(place)
})

const formats = { chatCompletions, generateContent, messages, responses }
const hi = [{ role: "user", content: "Hi" }]

/** Bodies as they are sent, and where they say how hard to think. */
const sent = {
  messages: [
    "/output_config/effort",
    { model: "m", max_tokens: 9, messages: hi, thinking: { type: "adaptive" }, output_config: { effort: "xhigh" } }
  ],
  responses: ["/reasoning/effort", { model: "m", input: "Hi", reasoning: { effort: "xhigh" } }],
  chatCompletions: ["/reasoning_effort", { model: "m", messages: hi, reasoning_effort: "xhigh" }]
} as const

const native = (thinkingConfig: object) => ({
  contents: [{ role: "user", parts: [{ text: "Hi" }] }],
  generationConfig: { thinkingConfig }
})

it.each([
  ["/reasoning_effort", "chatCompletions", "messages", { messages: hi, reasoning_effort: "xhigh" }],
  ["/reasoning_effort", "chatCompletions", "responses", { messages: hi, reasoning_effort: "xhigh" }],
  ["/reasoning/effort", "responses", "messages", { input: "Hi", reasoning: { effort: "xhigh" } }],
  ["/reasoning/effort", "responses", "chatCompletions", { input: "Hi", reasoning: { effort: "xhigh" } }],
  ["/output_config/effort", "messages", "responses", { max_tokens: 9, messages: hi, output_config: { effort: "max" } }],
  [
    "/output_config/effort",
    "messages",
    "chatCompletions",
    { max_tokens: 9, messages: hi, thinking: { type: "adaptive" }, output_config: { effort: "max" } }
  ],
  [
    "/thinking",
    "messages",
    "responses",
    { max_tokens: 9999, messages: hi, thinking: { type: "enabled", budget_tokens: 2000 } }
  ],
  [
    "/generationConfig/thinkingConfig/thinkingLevel",
    "generateContent",
    "messages",
    native({ thinkingLevel: "HIGH", includeThoughts: true })
  ],
  [
    "/generationConfig/thinkingConfig/thinkingBudget",
    "generateContent",
    "responses",
    native({ thinkingBudget: 9000, includeThoughts: true })
  ],
  ["/model", "chatCompletions", "messages", { messages: hi }]
] as const)("an effort that was brought down is told at the client's %s (%s to %s)", (place, from, to, own) => {
  const [path, body] = sent[to]
  const received = callOf({ model: "m", ...own })
  const read = formats[from].decodeRequest(received)
  if (!read.ok) throw read.error
  const note = { kind: "clamped", severity: "cost", detail: "", rule: "claude/effort", path } as const
  const told = remapNotePointers([note], read.value.value.request, formats[to], callOf(body), received)
  expect(told.map((it) => it.path)).toEqual([place])
})
