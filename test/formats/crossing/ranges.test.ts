import { describe, expect, it } from "vitest"
import { chatCompletions } from "../../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../../src/formats/generate-content/index.ts"
import { messages } from "../../../src/formats/messages/index.ts"
import { translateRequest } from "../../../src/translate/translator.ts"
import type { ChatFormat } from "../../../src/core/format.ts"

const hello = [{ role: "user", content: "Hello" }]

const formats = { "chat-completions": chatCompletions, messages, "generate-content": generateContent } as const
type Id = keyof typeof formats

/** A body of each format that says one setting. */
const bodies: Readonly<Record<Id, (member: string, value: number) => object>> = {
  "chat-completions": (member, value) => ({ model: "m", messages: hello, [member]: value }),
  messages: (member, value) => ({ model: "m", max_tokens: 9, messages: hello, [member]: value }),
  "generate-content": (member, value) => ({
    contents: [{ role: "user", parts: [{ text: "Hello" }] }],
    generationConfig: { [member]: value }
  })
}

const placeOf = (format: Id, member: string): string =>
  format === "generate-content" ? `/generationConfig/${member}` : `/${member}`

const translated = (from: ChatFormat, to: ChatFormat, body: object) =>
  translateRequest({ from, to, target: { model: "m", stream: false } }, body)

/** What becomes of a value: it is refused, or one is sent, with a note of that kind at the member. */
type Fate = "refused" | "dropped" | readonly [member: string, value: number, note?: "clamped"]

const n = ["n", "candidateCount"] as const
const most = ["max_completion_tokens", "max_tokens", "maxOutputTokens"] as const

/** Every number at and beyond the ends of its range, with what becomes of it in each format: chat completions, messages, generate content. */
const cases: readonly (readonly [from: Id, member: string, value: number, Fate, Fate, Fate])[] = [
  ["chat-completions", "temperature", -0.1, "refused", "refused", "refused"],
  ["chat-completions", "temperature", 2.1, "refused", "refused", "refused"],
  ["chat-completions", "temperature", 2, ["temperature", 2], ["temperature", 1, "clamped"], ["temperature", 2]],
  ["chat-completions", "top_p", 1.1, "refused", "refused", "refused"],
  ["chat-completions", "top_p", 0, ["top_p", 0], ["top_p", 0], ["topP", 0]],
  ["chat-completions", "max_tokens", 0, ["max_tokens", 0], [most[1], 1, "clamped"], [most[2], 1, "clamped"]],
  ["chat-completions", most[0], -1, [most[0], -1], [most[1], 1, "clamped"], [most[2], 1, "clamped"]],
  ["chat-completions", "top_k", 0, ["top_k", 0], ["top_k", 0], ["topK", 1, "clamped"]],
  ["chat-completions", "top_k", -1, ["top_k", -1], ["top_k", 0, "clamped"], ["topK", 1, "clamped"]],
  ["chat-completions", "presence_penalty", 3, ["presence_penalty", 3], "dropped", ["presencePenalty", 2, "clamped"]],
  [
    "chat-completions",
    "frequency_penalty",
    -3,
    ["frequency_penalty", -3],
    "dropped",
    ["frequencyPenalty", -2, "clamped"]
  ],
  ["chat-completions", "seed", 0, ["seed", 0], "dropped", ["seed", 0]],
  ["chat-completions", n[0], 9, [n[0], 9], "refused", [n[1], 8, "clamped"]],
  ["chat-completions", n[0], 0, [n[0], 0], "dropped", [n[1], 1, "clamped"]],
  ["chat-completions", "top_logprobs", 21, ["top_logprobs", 21], "dropped", ["logprobs", 20, "clamped"]],
  ["messages", "temperature", 1.1, "refused", "refused", "refused"],
  ["messages", "top_p", -0.1, "refused", "refused", "refused"],
  ["messages", "max_tokens", 0, "refused", "refused", "refused"],
  ["messages", "max_tokens", 1, [most[0], 1], [most[1], 1], [most[2], 1]],
  ["messages", "top_k", 0, "dropped", ["top_k", 0], ["topK", 1, "clamped"]],
  ["messages", "top_k", -1, "dropped", ["top_k", -1], ["topK", 1, "clamped"]],
  ["generate-content", "temperature", 2.1, "refused", "refused", "refused"],
  ["generate-content", "temperature", 2, ["temperature", 2], ["temperature", 1, "clamped"], ["temperature", 2]],
  ["generate-content", "topP", 1.5, ["top_p", 1, "clamped"], ["top_p", 1, "clamped"], ["topP", 1.5]],
  ["generate-content", "topP", -1, ["top_p", 0, "clamped"], ["top_p", 0, "clamped"], ["topP", -1]],
  ["generate-content", "topK", 0, "dropped", ["top_k", 0], ["topK", 0]],
  ["generate-content", "topK", -2, "dropped", ["top_k", 0, "clamped"], ["topK", -2]],
  ["generate-content", most[2], 0, [most[0], 1, "clamped"], [most[1], 1, "clamped"], [most[2], 0]],
  ["generate-content", most[2], -5, [most[0], 1, "clamped"], [most[1], 1, "clamped"], [most[2], -5]],
  ["generate-content", n[1], 0, [n[0], 1, "clamped"], "dropped", [n[1], 0]],
  ["generate-content", "presencePenalty", -3, ["presence_penalty", -2, "clamped"], "dropped", ["presencePenalty", -3]],
  ["generate-content", "frequencyPenalty", 3, ["frequency_penalty", 2, "clamped"], "dropped", ["frequencyPenalty", 3]],
  ["generate-content", "logprobs", 21, ["top_logprobs", 20, "clamped"], "dropped", ["logprobs", 21]]
]

const ids: readonly Id[] = ["chat-completions", "messages", "generate-content"]

const each = cases.flatMap(([from, member, value, ...fates]) =>
  ids.flatMap((to, index) => {
    const fate = fates[index]
    return fate === undefined ? [] : [{ from, member, value, to, fate }]
  })
)

const sent = (format: Id, body: string): Record<string, unknown> => {
  const read = JSON.parse(body) as Record<string, unknown> & { generationConfig?: Record<string, unknown> }
  return format === "generate-content" ? (read.generationConfig ?? {}) : read
}

describe("a number of a setting", () => {
  it("stands in as many cases as it says", () => expect(each).toHaveLength(99))

  it.each(each)("of $from: $member $value, to $to", ({ from, member, value, to, fate }) => {
    const outcome = translated(formats[from], formats[to], bodies[from](member, value))
    const place = placeOf(from, member)
    if (fate === "refused") {
      const why = outcome.ok ? [] : "issues" in outcome.error ? outcome.error.issues : outcome.error.notes
      return expect(why.map(({ path }) => path)).toEqual([place])
    }
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
    const notes = outcome.value.notes.filter(({ path }) => path === place).map(({ kind }) => kind)
    if (fate === "dropped") return expect(notes).toEqual(["dropped"])
    const [name, number, note] = fate
    expect([sent(to, outcome.value.body)[name], notes]).toEqual([number, note === undefined ? [] : [note]])
  })
})
