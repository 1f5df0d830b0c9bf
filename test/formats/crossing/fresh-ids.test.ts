import { describe, expect, it } from "vitest"
import * as Formats from "../../../src/formats.ts"
import { translator } from "../../../src/translate.ts"

/** What a vendor calls the first call of each of its answers (https://github.com/vllm-project/vllm/issues/50295). */
const again = { type: "function", function: { name: "f", arguments: "{}" } }

const head = { id: "c", object: "chat.completion", created: 1, model: "m" }
const wholeWith = (id: string) => ({
  ...head,
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: null, tool_calls: [{ id, ...again }] },
      finish_reason: "tool_calls"
    }
  ]
})

const chunk = (delta: object, finish_reason: string | null): string =>
  `data: ${JSON.stringify({ ...head, object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] })}\n\n`
const streamedWith = (id: string): string =>
  `${chunk({ role: "assistant", tool_calls: [{ index: 0, id, ...again }] }, null)}${chunk({}, "tool_calls")}data: [DONE]\n\n`

/** A client: its request after so many turns, whose calls had these ids, and the id of a call in its answer. */
const clients = [
  {
    format: Formats.messages,
    body: (ids: readonly string[]) => ({
      model: "m",
      max_tokens: 9,
      tools: [{ name: "f", input_schema: { type: "object" } }],
      messages: [
        { role: "user", content: "q" },
        ...ids.flatMap((id) => [
          { role: "assistant", content: [{ type: "tool_use", id, name: "f", input: {} }] },
          { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "r" }] }
        ])
      ]
    }),
    idIn: /"type":"tool_use","id":"([^"]+)"/
  },
  {
    format: Formats.responses,
    body: (ids: readonly string[]) => ({
      model: "m",
      tools: [{ type: "function", name: "f", parameters: { type: "object" }, strict: false }],
      input: [
        { role: "user", content: "q" },
        ...ids.flatMap((call_id) => [
          { type: "function_call", call_id, name: "f", arguments: "{}" },
          { type: "function_call_output", call_id, output: "r" }
        ])
      ]
    }),
    idIn: /"call_id":"([^"]+)"/
  },
  {
    format: Formats.generateContent,
    body: (ids: readonly string[]) => ({
      model: "m",
      tools: [{ functionDeclarations: [{ name: "f" }] }],
      contents: [
        { role: "user", parts: [{ text: "q" }] },
        ...ids.flatMap((id) => [
          { role: "model", parts: [{ functionCall: { id, name: "f", args: {} } }] },
          { role: "user", parts: [{ functionResponse: { id, name: "f", response: { output: "r" } } }] }
        ])
      ]
    }),
    idIn: /"functionCall":\{[^}]*"id":"([^"]+)"/
  }
]

describe.each(clients)(
  "the calls of a vendor that begins anew in each turn, told to $format.id",
  ({ format, body, idIn }) => {
    const between = translator({ client: format, upstream: Formats.chatCompletions, model: "m" })

    /** The ids of three turns, one after the other. */
    const ids = (stream: boolean, id: string): readonly string[] => {
      const found: string[] = []
      for (let turn = 0; turn < 3; turn++) {
        const there = between.request(body(found), { stream })
        if (!there.ok) throw there.error
        const pieces = between.pieces(there.value)
        const back = stream ? undefined : between.response(wholeWith(id), there.value)
        const text = back === undefined ? pieces.push(streamedWith(id)) + pieces.end() : back.ok ? back.value.body : ""
        found.push(idIn.exec(text)?.[1] ?? "")
      }
      return found
    }

    it.each([false, true])("have ids of their own; streamed: %s", (stream) => {
      expect(ids(stream, "call_0")).toEqual(["call_0", "call_0_2", "call_0_3"])
    })

    // https://github.com/MoonshotAI/Kimi-K2 `functions.{name}:{index}`, of which the index counts through the conversation
    it.each([false, true])("are numbered on where Kimi numbers them; streamed: %s", (stream) => {
      const numbered = ["functions.f:0", "functions.f:1", "functions.f:2"]
      const spelled = ["isg_ZnVuY3Rpb25zLmY6MA", "isg_ZnVuY3Rpb25zLmY6MQ", "isg_ZnVuY3Rpb25zLmY6Mg"]
      const told = ids(stream, "functions.f:0")
      expect(told).toEqual(format === Formats.messages ? spelled : numbered)
      const sent = between.request(body(told))
      const found = sent.ok ? [...sent.value.body.matchAll(/"(?:tool_call_)?id":"([^"]+)"/g)].map(([, id]) => id) : []
      expect(found).toEqual(numbered.flatMap((id) => [id, id]))
    })
  }
)

describe("an id that is made for a call of a vendor that gives none", () => {
  const response = (responseId: string | undefined) => ({
    responseId,
    candidates: [
      { content: { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] }, finishReason: "STOP" }
    ]
  })
  const made = (id: string, responseId?: string): string | undefined => {
    const chat = translator({ client: Formats.chatCompletions, upstream: Formats.generateContent })
    const asked = chat.request({ model: "m", messages: [{ role: "user", content: "q" }] }, { stamp: { id } })
    const told = asked.ok ? chat.response(response(responseId), asked.value) : asked
    return told.ok ? /"id":"(call_[^"]+)"/.exec(told.value.body)?.[1] : undefined
  }

  it("is made of the answer's id", () => {
    expect(made("chatcmpl-1")).toBe("call_1_0")
    expect(made("chatcmpl-1", "mAITaLr")).toBe("call_mAITaLr_0")
  })

  it("has no more characters than clouds take, however long the answer's is", () => {
    expect(made(`chatcmpl-${"a".repeat(32)}`)).toBe(`call_${"a".repeat(32)}_0`)
    expect(made(`chatcmpl-${"a".repeat(33)}`)).toMatch(/^call_[0-9a-f]{16}_0$/)
  })
})
