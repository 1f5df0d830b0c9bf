import { describe, expect, it } from "vitest"
import { chatCompletions, messages, responses } from "../../../src/formats.ts"
import { translateRequest, translateResponse, translateStream } from "../../../src/translate.ts"
import { at } from "./wires.ts"

const schema = { type: "object", properties: { q: { type: "string" } } }

/** A client's own function that is called as the vendor's search is, which is asked for, too. */
const clients = {
  responses: {
    from: responses,
    body: {
      model: "m",
      input: [
        { role: "user", content: "Hi" },
        { type: "function_call", call_id: "c1", name: "web_search", arguments: "{}" },
        { type: "function_call_output", call_id: "c1", output: "x" }
      ],
      tools: [{ type: "function", name: "web_search", parameters: schema, strict: false }, { type: "web_search" }],
      tool_choice: { type: "function", name: "web_search" }
    },
    called: (answer: unknown) => at(answer as never, "output", 0, "name")
  },
  "chat-completions": {
    from: chatCompletions,
    body: {
      model: "m",
      messages: [
        { role: "user", content: "Hi" },
        {
          role: "assistant",
          tool_calls: [{ id: "c1", type: "function", function: { name: "web_search", arguments: "{}" } }]
        },
        { role: "tool", tool_call_id: "c1", content: "x" }
      ],
      tools: [{ type: "function", function: { name: "web_search", parameters: schema } }],
      tool_choice: { type: "function", function: { name: "web_search" } },
      web_search_options: {}
    },
    called: (answer: unknown) => at(answer as never, "choices", 0, "message", "tool_calls", 0, "function", "name")
  }
}

/** @see https://github.com/incidentfox/incidentfox/pull/349 "Tool names must be unique" (2026-02) */
describe.each(Object.values(clients))(
  "a function of a client of $from.id that is called as Claude's search",
  (client) => {
    const there = translateRequest(
      { from: client.from, to: messages, target: { model: "m" } },
      JSON.stringify(client.body)
    )
    if (!there.ok) throw there.error
    const sent = JSON.parse(there.value.body)
    const { name } = sent.tools[0]

    it("has another name there, and the search its own", () => {
      expect(sent.tools.map((tool: { readonly name: string }) => tool.name)).toEqual([
        expect.stringMatching(/^web_search_[0-9a-f]{6}$/),
        "web_search"
      ])
    })

    it("has that name wherever it stands", () => {
      expect([sent.tool_choice.name, sent.messages[1].content[0].name]).toEqual([name, name])
    })

    it("is told its client by its own name", () => {
      const content = [{ type: "tool_use", id: "toolu_1", name, input: {} }]
      const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content, stop_reason: "tool_use" }
      const back = translateResponse(there.value.reply, JSON.stringify(message))
      expect(back.ok && client.called(JSON.parse(back.value.body))).toBe("web_search")
    })

    it("is told its client by its own name in a stream", () => {
      const stream = translateStream(there.value.reply)
      const block = { type: "tool_use", id: "toolu_1", name, input: {} }
      const frame = { type: "content_block_start", index: 0, content_block: block }
      expect(stream.push(`event: content_block_start\ndata: ${JSON.stringify(frame)}\n\n`)).toContain(
        '"name":"web_search"'
      )
    })
  }
)

describe("a function that is called as Claude's search", () => {
  it("keeps its name where no search is asked for", () => {
    const tools = [{ type: "function", name: "web_search", parameters: schema }]
    const body = JSON.stringify({ model: "m", input: "Hi", tools })
    const there = translateRequest({ from: responses, to: messages, target: { model: "m" } }, body)
    expect(there.ok && JSON.parse(there.value.body).tools[0].name).toBe("web_search")
  })
})
