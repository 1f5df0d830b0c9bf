import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateStream, translator } from "../../../src/translate.ts"

type Body = ReturnType<typeof JSON.parse>

/** @see `ResponseOutputMessage.phase` of `openai` 7.57, to be sent back with each message of the assistant's (read 2026-11) */
const message = (phase: string, text: string) => ({
  id: `msg_${phase}`,
  type: "message",
  role: "assistant",
  status: "completed",
  phase,
  content: [{ type: "output_text", text, annotations: [], logprobs: [] }]
})
const call = { id: "fc_1", type: "function_call", call_id: "call_1", name: "f", arguments: "{}", status: "completed" }

const answer = (output: readonly object[], status = "completed") => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  status,
  model: "gpt-5.4",
  output,
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 }
})

const named = (type: string, event: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...event })}\n\n`

/** The stream that says an answer; `late`: its messages say their phase at their end alone. */
const streamOf = (output: readonly { readonly type: string }[], late = false): string => {
  const items = output.map((item, output_index) => {
    const { phase, content, ...head }: Body = item
    const begun =
      item.type === "message" ? { ...head, ...(late ? {} : { phase }), content: [] } : { ...head, arguments: "" }
    const delta = { output_index, item_id: head.id, content_index: 0, delta: content?.[0].text }
    return (
      named("response.output_item.added", { output_index, item: begun }) +
      (item.type === "message" && !late ? named("response.output_text.delta", delta) : "") +
      named("response.output_item.done", { output_index, item })
    )
  })
  const response = answer(output)
  return (
    named("response.created", { response: answer([], "in_progress") }) +
    items.join("") +
    named("response.completed", { response })
  )
}

const parameters = { type: "object", properties: {} }

/** A client: how it asks, and its next request behind an answer. */
interface Client {
  readonly client: typeof chatCompletions | typeof messages | typeof generateContent
  readonly body: Body
  readonly next: (answer: Body, bare: boolean) => Body
}

const clients: readonly Client[] = [
  {
    client: chatCompletions,
    body: {
      messages: [{ role: "user", content: "q" }],
      tools: [{ type: "function", function: { name: "f", parameters } }]
    },
    next({ choices: [{ message: said }] }, bare) {
      const { reasoning_details, ...plain } = said
      const id = said.tool_calls?.[0].id
      const after = id === undefined ? { role: "user", content: "x" } : { role: "tool", tool_call_id: id, content: "r" }
      const kept = bare ? plain : { ...plain, reasoning_details }
      return { ...this.body, messages: [...this.body.messages, kept, after] }
    }
  },
  {
    client: messages,
    body: {
      max_tokens: 99,
      messages: [{ role: "user", content: "q" }],
      tools: [{ name: "f", input_schema: parameters }]
    },
    next({ content }) {
      const id = content.find(({ type }: Body) => type === "tool_use")?.id
      const after = id === undefined ? "x" : [{ type: "tool_result", tool_use_id: id, content: "r" }]
      const turn = [
        { role: "assistant", content },
        { role: "user", content: after }
      ]
      return { ...this.body, messages: [...this.body.messages, ...turn] }
    }
  },
  {
    client: generateContent,
    body: {
      contents: [{ role: "user", parts: [{ text: "q" }] }],
      tools: [{ functionDeclarations: [{ name: "f", parametersJsonSchema: parameters }] }]
    },
    next({ candidates: [{ content }] }, bare) {
      const { functionCall } = content.parts.at(-1)
      const result = { functionResponse: { id: functionCall?.id, name: "f", response: { output: "r" } } }
      const after = { role: "user", parts: [functionCall === undefined ? { text: "x" } : result] }
      const parts = bare ? content.parts.filter(({ thought }: Body) => thought !== true) : content.parts
      return { ...this.body, contents: [...this.body.contents, { ...content, parts }, after] }
    }
  }
]

/** What the vendor is sent of its own answer's messages, after a client kept the answer, or of it `bare` what all keep. */
const sentBack = ({ client, body, next }: Client, output: readonly object[], bare: boolean) => {
  const between = translator({ client, upstream: responses, model: "gpt-5.4" })
  const there = between.request({ model: "m", ...body })
  if (!there.ok) throw there.error
  const back = between.response(answer(output), there.value)
  if (!back.ok) throw back.error
  const again = between.request({ model: "m", ...next.call({ body }, JSON.parse(back.value.body), bare) })
  if (!again.ok) throw again.error
  const { input } = JSON.parse(again.value.body)
  return {
    phases: input.filter(({ role }: Body) => role === "assistant").map(({ phase }: Body) => phase),
    told: back.value.notes.map(({ path, severity }) => `${path} ${severity}`),
    sent: again.value.notes.map(({ rule }) => rule),
    input
  }
}

describe.each(clients)("the phase of a message, through a client of $client.id", (client) => {
  it.each([false, true])("comes back with the call behind it, though the client keeps ids alone: %s", (bare) => {
    const { phases, input } = sentBack(client, [message("commentary", "I look."), call], bare)
    expect(phases).toEqual(["commentary"])
    expect(input.map(({ type, call_id }: Body) => [type, call_id])).toEqual([
      ["message", undefined],
      ["message", undefined],
      ["function_call", "call_1"],
      ["function_call_output", "call_1"]
    ])
  })

  it("comes back where no call carries it, or a note says that it was left out", () => {
    const { phases, told } = sentBack(client, [message("final_answer", "Done.")], false)
    if (client.client.id === "messages") expect(told).toContain("/output/0/phase cosmetic")
    else expect(phases).toEqual(["final_answer"])
  })

  it.each([false, true])("is told in a stream as in a whole answer, though it comes late: %s", (late) => {
    const between = translator({ client: client.client, upstream: responses, model: "gpt-5.4" })
    const there = between.request({ model: "m", ...client.body }, { stream: true })
    if (!there.ok) throw there.error
    const pieces = between.pieces(there.value)
    const text = pieces.push(streamOf([message("commentary", "I look."), call], late)) + pieces.end()
    expect(text).toContain("call_1-isg1-")
    expect(text).toContain("I look.")
  })

  it("is nothing where a message says none", () => {
    const { id, type, role, status, content } = message("x", "Hi")
    for (const plain of [
      { id, type, role, status, content },
      { id, type, role, status, content, phase: null }
    ]) {
      const { phases, told } = sentBack(client, [plain], false)
      expect([phases, told.filter((note) => note.includes("phase"))]).toEqual([[undefined], []])
    }
  })
})

describe("the phase of a message of a Responses client", () => {
  const input = [
    { role: "user", content: "q" },
    { ...message("commentary", "I look.") },
    { ...call },
    { type: "function_call_output", call_id: "call_1", output: "r" },
    { ...message("final_answer", "Done.") },
    { role: "user", content: "x" }
  ]
  const tools = [{ type: "function", name: "f", parameters, strict: false }]

  it("stands in its answer as it stood, and in nothing else", () => {
    const between = translator({ client: responses, upstream: responses, model: "gpt-5.4" })
    const output = [message("commentary", "I look."), call, message("final_answer", "Done.")]
    const there = between.request({ model: "m", input: "q", tools })
    if (!there.ok) throw there.error
    const back = between.response(answer(output), there.value)
    expect(back.ok && JSON.parse(back.value.body).output).toEqual(output)
    const pieces = between.pieces(there.value)
    const frames = (pieces.push(streamOf(output)) + pieces.end()).match(/^data: .*$/gm) ?? []
    const told: Body[] = JSON.parse(frames.at(-1)?.slice(6) ?? "").response.output
    expect(told.map(({ type, phase, content }) => [type, phase, content?.[0].text])).toEqual([
      ["message", "commentary", "I look."],
      ["function_call", undefined, undefined],
      ["message", "final_answer", "Done."]
    ])
  })

  it("is told apart in a stream where no call stands between", () => {
    const machine = translateStream({ from: responses, to: responses })
    const text =
      machine.push(streamOf([message("commentary", "I look."), message("final_answer", "Done.")])) + machine.end()
    expect(text.match(/"phase":"\w+"/g)).toEqual(
      ["commentary", "commentary", "final_answer", "final_answer", "commentary", "final_answer"].map(
        (phase) => `"phase":"${phase}"`
      )
    )
  })

  it("is sent to its vendor as it is", () => {
    const sent = translator({ client: responses, upstream: responses, model: "gpt-5.4" }).request({ model: "m", input })
    expect(sent.ok && JSON.parse(sent.value.body).input.map(({ phase }: Body) => phase)).toEqual(
      input.map((item) => ("phase" in item ? item.phase : undefined))
    )
  })

  it.each([chatCompletions, messages, generateContent])("is left out elsewhere, which a note says: $id", (upstream) => {
    const sent = translator({ client: responses, upstream, model: "m", strict: true }).request({
      model: "m",
      max_output_tokens: 99,
      input,
      tools
    })
    if (!sent.ok) throw sent.error
    expect(sent.value.body).not.toMatch(/commentary|final_answer/)
    const notes = sent.value.notes.filter(({ path }) => path.endsWith("/phase"))
    expect(notes.map(({ kind, severity, path }) => [kind, severity, path])).toEqual([
      ["dropped", "cosmetic", "/input/1/phase"],
      ["dropped", "cosmetic", "/input/4/phase"]
    ])
  })
})

it("a phase behind which a client kept no text is noted", () => {
  const [chat] = clients
  if (chat === undefined) throw new Error("no client")
  const between = translator({ client: chat.client, upstream: responses, model: "gpt-5.4" })
  const there = between.request({ model: "m", ...chat.body })
  if (!there.ok) throw there.error
  const back = between.response(answer([message("commentary", "I look."), call]), there.value)
  if (!back.ok) throw back.error
  const [said] = JSON.parse(back.value.body).choices
  const turn = [
    { ...said.message, content: null },
    { role: "tool", tool_call_id: said.message.tool_calls[0].id, content: "r" }
  ]
  const again = between.request({ model: "m", ...chat.body, messages: [...chat.body.messages, ...turn] })
  expect(again.ok && again.value.notes.map(({ rule }) => rule)).toEqual(["responses/foreign-opaque"])
})
