import { describe, expect, it } from "vitest"
import { defaultReplyPreferences } from "../../src/core/format.ts"
import { chatCompletions, generateContent, messages, responses } from "../../src/formats.ts"
import { translateResponse, translateStream } from "../../src/translate.ts"

/** Counts of 12 and 7 tokens, 3 of them cached, as vendors say them besides whole numbers. */
const spelled = {
  "texts of digits": ["12", "7", "3"],
  fractions: [11.7, 7.2, 3.4]
} as const

type Counts = readonly unknown[]

const events = (...data: readonly object[]): string => data.map((it) => `data: ${JSON.stringify(it)}\n\n`).join("")

const named = (...data: readonly Readonly<Record<string, unknown>>[]): string =>
  data.map((it) => `event: ${String(it["type"])}\ndata: ${JSON.stringify(it)}\n\n`).join("")

/** An answer of each format, whole and streamed, and a format that counts as it does. */
const answers = {
  "chat-completions": {
    from: chatCompletions,
    to: responses,
    of: ([prompt, completion, cached]: Counts) => {
      const usage = {
        prompt_tokens: prompt,
        completion_tokens: completion,
        prompt_tokens_details: { cached_tokens: cached }
      }
      const head = { id: "c", created: 1, model: "m" }
      const message = { role: "assistant", content: "Hi" }
      return [
        { ...head, object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop" }], usage },
        events(
          { ...head, object: "chat.completion.chunk", choices: [{ index: 0, delta: message, finish_reason: "stop" }] },
          { ...head, object: "chat.completion.chunk", choices: [], usage }
        ) + "data: [DONE]\n\n"
      ] as const
    }
  },
  messages: {
    from: messages,
    to: responses,
    of: ([prompt, completion, cached]: Counts) => {
      const usage = { input_tokens: prompt, cache_read_input_tokens: cached, output_tokens: completion }
      const head = { id: "m", type: "message", role: "assistant", model: "m" }
      const content = [{ type: "text", text: "Hi" }]
      return [
        { ...head, content, stop_reason: "end_turn", usage },
        named(
          { type: "message_start", message: { ...head, content: [], usage } },
          { type: "content_block_start", index: 0, content_block: content[0] },
          { type: "content_block_stop", index: 0 },
          { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: completion } },
          { type: "message_stop" }
        )
      ] as const
    }
  },
  "generate-content": {
    from: generateContent,
    to: responses,
    of: ([prompt, completion, cached]: Counts) => {
      const usageMetadata = {
        promptTokenCount: prompt,
        cachedContentTokenCount: cached,
        candidatesTokenCount: completion
      }
      const content = { role: "model", parts: [{ text: "Hi" }] }
      const answer = { candidates: [{ index: 0, content, finishReason: "STOP" }], usageMetadata }
      return [answer, events(answer)] as const
    }
  },
  responses: {
    from: responses,
    to: chatCompletions,
    of: ([prompt, completion, cached]: Counts) => {
      const usage = { input_tokens: prompt, input_tokens_details: { cached_tokens: cached }, output_tokens: completion }
      const content = [{ type: "output_text", text: "Hi", annotations: [] }]
      const output = [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content }]
      const answer = { id: "resp_1", object: "response", created_at: 1, model: "m", status: "completed", output, usage }
      return [answer, named({ type: "response.completed", response: answer })] as const
    }
  }
} as const

const countIn = (text: string, name: RegExp): readonly string[] => [
  ...new Set([...text.matchAll(name)].map(([, count = ""]) => count))
]

const read = (text: string): readonly (readonly string[])[] => [
  countIn(text, /"(?:input|prompt)_tokens":(\S+?)[,}]/g),
  countIn(text, /"(?:output|completion)_tokens":(\S+?)[,}]/g),
  countIn(text, /"cached_tokens":(\S+?)[,}]/g)
]

describe.each(Object.entries(answers))("counts of %s that are no whole numbers", (format, { from, to, of }) => {
  /** Claude's input counts no cached tokens; all others' does. */
  const input = format === "messages" ? "15" : "12"

  it.each(Object.entries(spelled))("are read in whole answers and in streams: %s", (_, counts) => {
    const [answer, stream] = of(counts)
    const whole = translateResponse({ from, to }, answer)
    expect(whole.ok && read(whole.value.body)).toEqual([[input], ["7"], ["3"]])
    const machine = translateStream({ from, to, asked: { ...defaultReplyPreferences, stream: true, usage: true } })
    expect(read(machine.push(stream) + machine.end())).toEqual([[input], ["7"], ["3"]])
  })

  it("are unknown where they are no numbers at all", () => {
    const whole = translateResponse({ from, to }, of(["many", "few", -1])[0])
    expect(whole.ok && whole.value.body).not.toMatch(/many|few|-1/)
  })
})
