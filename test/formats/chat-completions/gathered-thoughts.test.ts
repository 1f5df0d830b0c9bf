import OpenAI from "openai"
import { describe, expect, it } from "vitest"
import { chatCompletions, messages, responses } from "../../../src/formats.ts"
import { type Format, translateRequest, translateStream } from "../../../src/translate.ts"
import { printEvents } from "../../faults/frames.ts"

const event = (type: string, more: object) => ({ type, ...more })

const block = (index: number, begin: object, ...deltas: readonly object[]) => [
  event("content_block_start", { index, content_block: begin }),
  ...deltas.map((delta) => event("content_block_delta", { index, delta })),
  event("content_block_stop", { index })
]

const thought = (index: number, thinking: string, signature: string) =>
  block(
    index,
    { type: "thinking", thinking: "", signature: "" },
    { type: "thinking_delta", thinking },
    { type: "signature_delta", signature }
  )

const call = (index: number, id: string) =>
  block(index, { type: "tool_use", id, name: "w", input: {} }, { type: "input_json_delta", partial_json: "{}" })

const usage = { input_tokens: 1, output_tokens: 1 }
const head = { id: "msg_1", type: "message", role: "assistant", model: "claude-opus-4-6", content: [], usage }

/** Claude thinks, calls, thinks again and calls again. */
const said = printEvents([
  { type: "message_start", message: { ...head, stop_reason: null, stop_sequence: null } },
  ...thought(0, "A", "c2lnMQ=="),
  ...call(1, "toolu_1"),
  ...thought(2, "B", "c2lnMg=="),
  ...call(3, "toolu_2"),
  { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage },
  { type: "message_stop" }
])

/** The same as a client of chat completions is told it. */
const told = (): string => {
  const stream = translateStream({ from: messages, to: chatCompletions })
  return stream.push(said) + stream.end()
}

const tools = [{ type: "function" as const, function: { name: "w", parameters: { type: "object", properties: {} } } }]
const question = { role: "user" as const, content: "q" }

type Message = OpenAI.ChatCompletionMessage & { readonly reasoning_details?: readonly object[] }

/** The message that the vendor's own helper makes of a stream: of a list it keeps the last. */
const helped = async (): Promise<Message> => {
  const fetch = async (): Promise<Response> =>
    new Response(told(), { headers: { "content-type": "text/event-stream" } })
  const { chat } = new OpenAI({ apiKey: "none", baseURL: "http://sdk.test/v1", maxRetries: 0, fetch })
  const answer = await chat.completions.stream({ model: "m", messages: [question], tools }).finalChatCompletion()
  if (answer.choices[0] === undefined) throw new Error("no choice")
  return answer.choices[0].message
}

/** The same by a client that puts the lists of all chunks behind each other. */
const appended = async (): Promise<Message> => {
  const frames = told()
    .split("\n\n")
    .filter((frame) => frame.startsWith("data: {"))
  const deltas = frames.map((frame): Message => JSON.parse(frame.slice(6)).choices[0]?.delta ?? {})
  return { ...(await helped()), reasoning_details: deltas.flatMap((delta) => delta.reasoning_details ?? []) }
}

const spelled = (content: OpenAI.ChatCompletionAssistantMessageParam["content"]) => async () => ({
  ...(await helped()),
  content
})

const gathered = [
  ["by the vendor's helper", helped],
  ["by a client that keeps each list", appended],
  ["by a client that says no content as null", spelled(null)],
  ["by a client that says no content as a list", spelled([{ type: "text", text: "" }])]
] as const

/** What the next request says of the model's own. */
const next = (to: Format, vendor: string, message: object, calls: Message["tool_calls"] = []) => {
  const results = calls.map(({ id }) => ({ role: "tool", tool_call_id: id, content: "r" }))
  const body = { model: "m", max_completion_tokens: 9000, tools, messages: [question, message, ...results] }
  const sent = translateRequest({ from: chatCompletions, to, target: { vendor } }, body)
  return sent.ok ? JSON.parse(sent.value.body) : sent.error
}

/**
 * @see https://platform.claude.com/docs/build-with-claude/thinking-tool-workflows the message goes back as it was received (read 2026-11)
 */
describe("thoughts between calls that were gathered of a stream", () => {
  it.each(gathered)("go back to Claude in their places, each once: %s", async (_, gather) => {
    const message = await gather()
    expect(next(messages, "anthropic", message, message.tool_calls).messages[1].content).toEqual([
      { type: "thinking", thinking: "A", signature: "c2lnMQ==" },
      { type: "tool_use", id: "toolu_1", name: "w", input: {} },
      { type: "thinking", thinking: "B", signature: "c2lnMg==" },
      { type: "tool_use", id: "toolu_2", name: "w", input: {} }
    ])
  })
})

/** An answer of the Responses API in the same order. */
const items = ["rs_1", "call_1", "rs_2", "call_2"].map((id, at) =>
  id.startsWith("rs")
    ? { type: "reasoning", id, summary: [{ type: "summary_text", text: id }], encrypted_content: `sealed-${at}` }
    : { type: "function_call", id: `fc_${at}`, call_id: id, name: "w", arguments: "{}", status: "completed" }
)

describe("items of reasoning between calls that were gathered of a stream", () => {
  it.each(["", null])("go back to the Responses API in their places, with content %j", (content) => {
    const response = { id: "resp_1", object: "response", created_at: 1, status: "completed", model: "m", output: items }
    const stream = translateStream({ from: responses, to: chatCompletions })
    const text = stream.push(printEvents([{ type: "response.completed", response }])) + stream.end()
    const deltas = text.split("\n\n").flatMap((frame) => {
      const choices: readonly { readonly delta: Message }[] = frame.startsWith("data: {")
        ? JSON.parse(frame.slice(6)).choices
        : []
      return choices.map(({ delta }) => delta)
    })
    const calls = ["call_1", "call_2"].map((name, at) => ({
      id: deltas.flatMap(({ tool_calls = [] }) => tool_calls).filter(({ id }) => id)[at]?.id ?? name,
      type: "function" as const,
      function: { name: "w", arguments: "{}" }
    }))
    const reasoning_details = deltas.flatMap((delta) => delta.reasoning_details ?? [])
    const message = { role: "assistant", content, tool_calls: calls, reasoning_details }
    const { input } = next(responses, "openai", message, calls)
    expect(
      input
        .filter(({ type }: { readonly type: string }) => type === "reasoning" || type === "function_call")
        .map((item: Record<string, unknown>) => item["encrypted_content"] ?? item["call_id"])
    ).toEqual(["sealed-0", "call_1", "sealed-2", "call_2"])
  })
})
