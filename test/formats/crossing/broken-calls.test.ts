import { describe, expect, it } from "vitest"
import { sealEnvelope } from "../../../src/core/chat/envelope.ts"
import { type ChatFormat, wireNames } from "../../../src/core/format.ts"
import { JsonText } from "../../../src/core/json/json.ts"
import { passthrough } from "../../../src/formats/responses/passthrough.ts"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateRequest } from "../../../src/translate.ts"

const hi = { role: "user", content: "Hi" }
const onward = { role: "user", content: "Go on." }
const half = { type: "function_call", call_id: "call_1", name: "clock", arguments: '{"zo', status: "incomplete" }
const custom = { type: "custom_tool_call", call_id: "call_1", name: "patch", input: "*** Be", status: "incomplete" }
const output = { type: "function_call_output", call_id: "call_1", output: "Cut." }
const thought = { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm." }] }

const sent = (to: ChatFormat, ...input: readonly object[]) => {
  const there = translateRequest({ from: responses, to, target: { model: "m" } }, JSON.stringify({ model: "m", input }))
  if (!there.ok) throw there.error
  const notes = there.value.notes.map(({ rule, path }) => `${rule} ${path}`)
  return { body: JSON.parse(there.value.body), notes }
}

const everyOther = [chatCompletions, messages, generateContent]

/** What is sent where the bytes of a client pass, and the notes of that. */
const passed = (...input: readonly object[]) => {
  const body = JsonText.source(JSON.stringify({ model: "m", input }))
  const { value, notes } = passthrough.edits(
    { model: "m", stream: false, headers: {}, body, names: wireNames },
    "openai"
  )
  const places = value.map(({ path }) => path)
  const left = input.filter((_, at) => !places.includes(`/input/${at}`))
  return { input: left, notes: notes.map(({ rule, path }) => `${rule} ${path}`) }
}

describe("a call that broke off", () => {
  it.each([...everyOther, responses])("is left out with a note where it has no result ($id)", (to) => {
    expect(sent(to, hi, half, onward).notes).toContain(`${to.id}/broken-off /input/1`)
  })

  it("leaves nothing of an answer that was nothing else, nor a thought that led to it", () => {
    expect(sent(messages, hi, thought, half, onward).body.messages).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "Hi" },
          { type: "text", text: "Go on." }
        ]
      }
    ])
  })

  it("leaves what was said before it", () => {
    const said = { role: "assistant", content: "Let me see." }
    expect(sent(chatCompletions, hi, said, half, onward).body.messages).toEqual([hi, said, onward])
  })

  it("is left out though its input could be whole", () => {
    expect(sent(messages, hi, { ...half, arguments: "{}" }, onward).notes).toContain("messages/broken-off /input/1")
  })

  it("is left out where it is one of free text", () => {
    expect(sent(messages, hi, custom, onward).notes).toContain("messages/broken-off /input/1")
  })

  it("has what came of its input as an object for Claude, where it has a result", () => {
    const { body, notes } = sent(messages, hi, half, output)
    expect(body.messages[1].content[0].input).toEqual({ input: '{"zo' })
    expect(notes).toContain("messages/broken-input /input/1")
  })

  it("is sent as it is where inputs are texts, though a member of it stands twice", () => {
    const twice = { ...half, arguments: '{"zone":"UTC","zone":"CET"}', status: "completed" }
    const { body, notes } = sent(chatCompletions, hi, twice, output)
    expect(body.messages[1].tool_calls[0].function.arguments).toBe(twice.arguments)
    expect(notes).not.toContain("chat-completions/broken-input /input/1")
  })

  it("has it for Google, too", () => {
    const { body } = sent(generateContent, hi, half, output)
    expect(body.contents[1].parts[0].functionCall.args).toEqual({ input: '{"zo' })
  })

  it("has it for chat completions as JSON", () => {
    const { body } = sent(chatCompletions, hi, half, output)
    expect(body.messages[1].tool_calls[0].function.arguments).toBe(String.raw`{"input":"{\"zo"}`)
  })

  it("is told OpenAI as it was, where it has a result", () => {
    expect(sent(responses, hi, half, output).body.input[1]).toEqual(half)
    expect(passed(hi, half, output)).toEqual({ input: [hi, half, output], notes: [] })
  })

  it("leaves of an answer to OpenAI what was said besides, each item with what it says", () => {
    const said = {
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: "a", annotations: [] }],
      phase: "first"
    }
    const more = { ...said, content: [{ type: "output_text", text: "b", annotations: [] }], phase: "second" }
    const { body } = sent(responses, hi, half, said, { ...half, call_id: "call_2" }, more, onward)
    expect(body.input).toEqual([hi, said, more, onward])
  })

  it("takes the thought with it that led to it alone, where OpenAI is told the rest as it was", () => {
    const said = { role: "assistant", content: "Let me see." }
    expect(sent(responses, hi, thought, said, thought, half, onward).body.input).toEqual([hi, thought, said, onward])
  })

  it.each<readonly [what: string, call: object]>([
    ["that says so", half],
    ["that says so alone", { ...half, arguments: "{}" }],
    ["whose arguments say so", { ...half, status: "completed" }],
    ["whose arguments are no object", { ...half, arguments: "[1]", status: undefined }],
    ["of free text", custom]
  ])("does not pass to OpenAI without a result, nor do the thoughts that led to it: one %s", (_, call) => {
    expect(passed(hi, thought, thought, call, onward)).toEqual({
      input: [hi, onward],
      notes: ["responses/broken-off /input/3"]
    })
  })

  it("takes no other thought with it", () => {
    const said = { role: "assistant", content: "Let me see." }
    expect(passed(thought, said, half, thought, { ...half, arguments: "{}", status: "completed" }).input).toEqual([
      thought,
      said,
      thought,
      { ...half, arguments: "{}", status: "completed" }
    ])
  })

  it("takes a thought with it that is another vendor's, and of that nothing else is noted", () => {
    const seal = sealEnvelope({ vendor: "anthropic", kind: "signature", data: "x" }, 0, "Hm.")
    expect(passed(hi, { ...thought, encrypted_content: seal }, half, onward).notes).toEqual([
      "responses/broken-off /input/2"
    ])
  })
})

describe("a call that did not break off", () => {
  it("needs a result as ever", () => {
    const input = [hi, { ...half, arguments: "{}", status: "completed" }, onward]
    const body = JSON.stringify({ model: "m", input })
    expect(translateRequest({ from: responses, to: messages, target: { model: "m" } }, body).ok).toBe(false)
  })
})

describe("a call of chat completions whose arguments are no object", () => {
  const half = '{"city": "Kö'
  const repeated = (args: string) => ({
    role: "assistant",
    content: null,
    tool_calls: [{ id: "call_1", type: "function", function: { name: "weather", arguments: args } }]
  })
  const result = { role: "tool", tool_call_id: "call_1", content: "Cut." }
  const told = (to: ChatFormat, ...all: readonly object[]) => {
    const body = JSON.stringify({ model: "m", messages: all })
    const there = translateRequest({ from: chatCompletions, to, target: { model: "m" } }, body)
    if (!there.ok) throw there.error
    return { body: JSON.parse(there.value.body), notes: there.value.notes.map(({ rule, path }) => `${rule} ${path}`) }
  }

  it.each([half, "[1]", "null"])("has its text in an object for Claude, where it has a result (%s)", (args) => {
    const { body, notes } = told(messages, hi, repeated(args), result)
    expect(body.messages[1].content[0].input).toEqual({ input: args })
    expect(notes).toContain("messages/broken-input /messages/1/tool_calls/0")
  })

  it("has it for Google, too", () => {
    const { body } = told(generateContent, hi, repeated(half), result)
    expect(body.contents[1].parts[0].functionCall.args).toEqual({ input: half })
  })

  it.each([messages, generateContent])("is left out with a note where it has no result ($id)", (to) => {
    expect(told(to, hi, repeated(half), onward).notes).toContain(`${to.id}/broken-off /messages/1/tool_calls/0`)
  })

  it("is told OpenAI as it was", () => {
    const { body } = told(responses, hi, repeated(half), result)
    expect(body.input[1]).toMatchObject({ type: "function_call", arguments: half })
  })

  it("is told other vendors of the same format as it was", () => {
    expect(told(chatCompletions, hi, repeated(half), result).body.messages[1].tool_calls[0].function.arguments).toBe(
      half
    )
  })

  it("has an empty object where it has no arguments", () => {
    const { body } = told(messages, hi, repeated(""), result)
    expect(body.messages[1].content[0].input).toEqual({})
  })
})
