import { type Alias, request, response, type Spelt, type Spellings, words } from "./spelt.ts"

/** All differences, besides the order of members, between a body and what the format writes of it again. */
export const aliases: readonly Alias[] = [
  { of: "request", read: "output_text without annotations", written: "annotations: []" },
  { of: "request", read: "logprobs: [] of an output_text", written: "absent" },
  { of: "response", read: "usage without details", written: "details of 0" },
  { of: "response", read: "usage.total_tokens that is not the sum", written: "the sum" },
  { of: "stream", read: "obfuscation", written: "absent" }
]

const ask = (...input: readonly object[]): object => ({ model: "m", input: [{ role: "user", content: "q" }, ...input] })

const said = (part: object): object => ({ type: "message", role: "assistant", content: [part] })

const answer = (text: string, more: object = {}): object => ({
  id: "resp_1",
  object: "response",
  created_at: 1_790_000_000,
  status: "completed",
  model: "m",
  output: [
    {
      id: "msg_1",
      type: "message",
      status: "completed",
      role: "assistant",
      content: [{ type: "output_text", text, annotations: [], logprobs: [] }]
    }
  ],
  ...more
})

const counted = { input_tokens: 9, output_tokens: 5 }
const details = {
  input_tokens_details: { cached_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 0 }
}

/** A stream of one text. `deltas`: what its deltas say. */
const streamed = (text: string, deltas: readonly object[]): readonly object[] => {
  const place = { item_id: "msg_1", output_index: 0, content_index: 0 }
  const item = { id: "msg_1", type: "message", status: "in_progress", role: "assistant", content: [] }
  const part = { type: "output_text", text: "", annotations: [], logprobs: [] }
  const whole = answer(text, { usage: { ...counted, ...details, total_tokens: 14 } })
  const done = { ...item, status: "completed", content: [{ ...part, text }] }
  return [
    { type: "response.created", response: { ...whole, status: "in_progress", output: [] } },
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.content_part.added", ...place, part },
    ...deltas.map((delta) => ({ type: "response.output_text.delta", ...place, logprobs: [], ...delta })),
    { type: "response.output_text.done", ...place, text, logprobs: [] },
    { type: "response.content_part.done", ...place, part: { ...part, text } },
    { type: "response.output_item.done", output_index: 0, item: done },
    { type: "response.completed", response: whole }
  ].map((event, number) => ({ ...event, sequence_number: number }))
}

const stream = (read: readonly object[], written: readonly object[]): Spelt => ({ kind: "stream", read, written })

/** Bodies of the Responses API in every spelling that its list of aliases names. */
export const spellings: Spellings = {
  "output_text without annotations": (c) => {
    const part = { type: "output_text", text: words(c) }
    return request(ask(said(part)), ask(said({ ...part, annotations: [] })))
  },
  "logprobs: [] of an output_text": (c) => {
    const part = { type: "output_text", text: words(c), annotations: [] }
    return request(ask(said({ ...part, logprobs: [] })), ask(said(part)))
  },
  "usage without details": (c) => {
    const text = words(c)
    const usage = { ...counted, total_tokens: 14 }
    return response(answer(text, { usage }), answer(text, { usage: { ...usage, ...details } }))
  },
  "usage.total_tokens that is not the sum": (c) => {
    const text = words(c)
    const usage = { ...counted, ...details }
    const off = { ...usage, total_tokens: c.below(14) }
    return response(answer(text, { usage: off }), answer(text, { usage: { ...usage, total_tokens: 14 } }))
  },
  obfuscation: (c) => {
    const text = words(c)
    return stream(streamed(text, [{ delta: text, obfuscation: "xyz" }]), streamed(text, [{ delta: text }]))
  }
}
