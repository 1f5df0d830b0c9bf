import { describe, expect, it } from "vitest"
import { type ChatFormat, defaultReplyPreferences } from "../../../src/core/format.ts"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateResponse, translateStream } from "../../../src/translate.ts"

const call = (status: string) => ({
  id: "ctc_1",
  type: "custom_tool_call",
  status,
  call_id: "call_1",
  name: "patch",
  input: "*** Be"
})

const answer = (status: string, output: readonly object[]) => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  status,
  incomplete_details: status === "incomplete" ? { reason: "max_output_tokens" } : null,
  model: "m",
  output,
  usage: null
})

const begun = [
  { type: "response.created", response: answer("in_progress", []) },
  { type: "response.output_item.added", output_index: 0, item: { ...call("in_progress"), input: "" } },
  { type: "response.custom_tool_call_input.delta", output_index: 0, item_id: "ctc_1", delta: "*** Be" }
]

const done = (status: string) => ({ type: "response.output_item.done", output_index: 0, item: call(status) })

const ended = (status: string, output: readonly object[]) => ({
  type: `response.${status}`,
  response: answer(status, output)
})

/** How OpenAI tells that its limit came in the input of a custom tool. */
const streams: Readonly<Record<string, readonly object[]>> = {
  "by the item's end": [...begun, done("incomplete"), ended("incomplete", [call("incomplete")])],
  "by the output alone": [...begun, ended("incomplete", [call("incomplete")])],
  "by the answer's state alone": [...begun, ended("incomplete", [])]
}

const streamed = (to: ChatFormat, events: readonly object[]) => {
  const stream = translateStream({ from: responses, to, asked: { ...defaultReplyPreferences, stream: true } })
  const text = stream.push(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")) + stream.end()
  return { text, rules: stream.notes().map(({ rule }) => rule) }
}

const whole = (to: ChatFormat, body: object) => {
  const made = translateResponse({ from: responses, to }, JSON.stringify(body))
  if (!made.ok) throw made.error
  return { text: made.value.body, rules: made.value.notes.map(({ rule }) => rule) }
}

const objects = [messages, generateContent]

describe("a call of a custom tool that broke off at OpenAI", () => {
  it.each(objects.flatMap((to) => Object.keys(streams).map((how) => [to.id, how, to] as const)))(
    "is never told as a whole one to clients who know no text as input (%s): told %s",
    (_, how, to) => {
      const { text, rules } = streamed(to, streams[how] ?? [])
      expect(text).not.toMatch(/patch|\*\*\* Be/)
      expect(text).toMatch(/"(?:stop_reason":"max_tokens|finishReason":"MAX_TOKENS)"/)
      expect(rules).toContain(`${to.id}/broken-call`)
    }
  )

  it.each(objects)("nor in a whole answer ($id)", (to) => {
    const { text, rules } = whole(to, answer("incomplete", [call("incomplete")]))
    expect(text).not.toMatch(/patch|\*\*\* Be/)
    expect(rules).toContain(`${to.id}/broken-call`)
  })

  it.each(Object.keys(streams))("is told as far as it came to clients of chat completions: told %s", (how) => {
    const { text } = streamed(chatCompletions, streams[how] ?? [])
    const pieces = [...text.matchAll(/"arguments":("(?:[^"\\]|\\.)*")/g)].map(([, piece = ""]): string =>
      JSON.parse(piece)
    )
    expect(pieces.join("")).toBe('{"input":"*** Be')
    expect(text).toContain('"finish_reason":"length"')
  })

  it("is told so in a whole answer, too", () => {
    const { choices } = JSON.parse(whole(chatCompletions, answer("incomplete", [call("incomplete")])).text)
    expect(choices[0].message.tool_calls[0].function.arguments).toBe('{"input":"*** Be')
    expect(choices[0].finish_reason).toBe("length")
  })
})

describe("one that did not", () => {
  const all = [...begun, done("completed"), ended("incomplete", [call("completed")])]

  it.each([...objects, chatCompletions])("is told, though the answer broke off behind it ($id)", (to) => {
    expect(streamed(to, all).text).toContain("*** Be")
    expect(whole(to, answer("incomplete", [call("completed")])).text).toContain("*** Be")
  })
})
