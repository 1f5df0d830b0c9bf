import { describe, expect, it } from "vitest"
import { chatCompletions, generateContent, messages, responses } from "../../../src/formats.ts"
import { translateResponse, translateStream } from "../../../src/translate.ts"
import { eventsOf } from "./saying.ts"

const head = { id: "resp_1", object: "response", created_at: 1, model: "m", error: null }

const text = {
  type: "message",
  id: "msg_1",
  status: "incomplete",
  role: "assistant",
  content: [{ type: "output_text", text: "half an ans", annotations: [] }]
}

const call = (args: string, status: string) => ({
  type: "function_call",
  id: "fc_1",
  call_id: "call_1",
  name: "f",
  arguments: args,
  status
})

type To = typeof chatCompletions | typeof generateContent | typeof messages

/** How an answer ends for clients of a format, whole and streamed: in a reason, or in an error. */
const ends = (to: To, body: object & { readonly status?: unknown; readonly output: readonly object[] }) => {
  const there = translateResponse({ from: responses, to }, JSON.stringify(body))
  const stream = translateStream({ from: responses, to })
  const items = body.output.map((item, output_index) => ({ type: "response.output_item.done", output_index, item }))
  const created = { type: "response.created", response: { ...head, status: "in_progress", output: [] } }
  const told =
    stream.push(eventsOf([created, ...items, { type: `response.${String(body.status)}`, response: body }])) +
    stream.end()
  const notes = there.ok ? there.value.notes.map(({ rule }) => rule) : []
  return {
    whole: there.ok ? reasonIn(there.value.body) : "error",
    streamed: stream.failure() === undefined ? reasonIn(told) : "error",
    noted: [notes, stream.notes().map(({ rule }) => rule)].every((rules) => rules.includes("responses/finish-reason"))
  }
}

const reasonIn = (told: string): string | undefined =>
  /"(?:finish_reason|stop_reason|finishReason)":"(\w+)"/.exec(told)?.[1]

const incomplete = (details: object | null, output: readonly object[]) => ({
  ...head,
  status: "incomplete",
  incomplete_details: details,
  output
})

const limits = [
  [chatCompletions, "length"],
  [messages, "max_tokens"],
  [generateContent, "MAX_TOKENS"]
] as const

/** @see `Response.IncompleteDetails` of `openai` 7.57, whose reasons are four (read 2026-11) */
describe("an answer of Responses that is incomplete", () => {
  const reasons = [{ reason: "max_messages" }, { reason: "steered" }, { reason: "new" }, { reason: "stop" }]

  it.each([...reasons, { reason: null }, {}, null])("has not come to its end: %j", (details) => {
    for (const output of [[text], [call('{"n":1}', "completed")]])
      for (const [to, limit] of limits)
        expect(ends(to, incomplete(details, output))).toEqual({ whole: limit, streamed: limit, noted: true })
  })

  it.each(reasons)("is no error where it says why, and nothing else: %j", (details) => {
    for (const [to, limit] of limits)
      expect(ends(to, incomplete(details, []))).toEqual({ whole: limit, streamed: limit, noted: true })
  })

  it.each([{ reason: "" }, { reason: null }, {}, null])(
    "is an error where it says nothing, nor why it ended: %j",
    (details) => {
      for (const [to] of limits)
        expect(ends(to, incomplete(details, []))).toMatchObject({ whole: "error", streamed: "error" })
    }
  )

  it("says its limit without a note where it is one that others have", () => {
    for (const [to, limit] of limits)
      expect(ends(to, incomplete({ reason: "max_output_tokens" }, [text]))).toEqual({
        whole: limit,
        streamed: limit,
        noted: false
      })
  })
})

describe("an answer of Responses whose status is that of none that ended", () => {
  it.each(["in_progress", "queued", "weird", null, 5])("is an error, whole and streamed: %j", (status) => {
    for (const [to] of limits)
      expect(ends(to, { ...head, status, output: [text] })).toMatchObject({ whole: "error", streamed: "error" })
  })
})

/** @see `ResponseFunctionToolCall` of `openai` 7.57: an item that broke off is `incomplete` (read 2026-11) */
describe("a call of Responses that broke off before its input", () => {
  const broken = [call("", "incomplete")]

  it.each([
    ["complete", { ...head, status: "completed", output: broken }],
    ["incomplete, and nothing says why", incomplete(null, broken)]
  ])("is an error for clients of Messages where its answer is %s", (_, body) => {
    expect(ends(messages, body)).toMatchObject({ whole: "error", streamed: "error" })
  })

  it("was cut off where a limit ended its answer", () => {
    const body = incomplete({ reason: "max_output_tokens" }, broken)
    expect(ends(messages, body)).toMatchObject({ whole: "max_tokens", streamed: "max_tokens" })
  })
})
