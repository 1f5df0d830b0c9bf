import { inputPieces } from "../answers.ts"
import { pieces } from "../prose.ts"
import type { Random } from "../random.ts"
import type { Talk, Turn, Value } from "../talk.ts"
import { inputEvents, type Wire, type WireEvent } from "./wire.ts"

type Fields = { readonly [key: string]: Value }

const body = (talk: Talk, model: string, stream: boolean): Value => ({
  model,
  ...(talk.system !== undefined && { instructions: talk.system }),
  input: talk.turns.flatMap(items),
  ...(talk.tools.length > 0 && {
    tools: talk.tools.map(({ name, description, schema }) => ({
      type: "function",
      name,
      description,
      parameters: schema,
      strict: false
    })),
    tool_choice: "auto"
  }),
  temperature: talk.temperature,
  max_output_tokens: talk.maxTokens,
  store: false,
  ...(stream && { stream: true })
})

const said = (text: string): Value => ({
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text, annotations: [] }]
})

const items = (turn: Turn): readonly Value[] => {
  switch (turn.kind) {
    case "user": {
      if (turn.png === undefined) return [{ role: "user", content: turn.text }]
      const picture = { type: "input_image", detail: "auto", image_url: `data:image/png;base64,${turn.png}` }
      return [{ role: "user", content: [{ type: "input_text", text: turn.text }, picture] }]
    }
    case "assistant":
      return [said(turn.text)]
    case "call": {
      const call = { type: "function_call", call_id: turn.id, name: turn.name, arguments: JSON.stringify(turn.input) }
      return [said(turn.text), call]
    }
    case "result":
      return [{ type: "function_call_output", call_id: turn.id, output: turn.text }]
  }
}

const whole = (output: readonly Value[], more: Fields = {}): Fields => ({
  id: "resp_Qx",
  object: "response",
  created_at: 1_750_000_000,
  status: "completed",
  model: "gpt-4o",
  output,
  usage: {
    input_tokens: 217,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 96,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 313
  },
  ...more
})

const message = (status: string, content: readonly Value[]): Value => ({
  id: "msg_Qx",
  type: "message",
  status,
  role: "assistant",
  content
})

const words = (text: string): Value => ({ type: "output_text", text, annotations: [], logprobs: [] })

const answer = (text: string): Value => whole([message("completed", [words(text)])])

const events = (random: Random, count: number, plain: boolean): readonly WireEvent[] => {
  let number = 0
  const named = (type: string, rest: Fields): WireEvent => ({
    event: `response.${type}`,
    data: JSON.stringify({ type: `response.${type}`, sequence_number: number++, ...rest })
  })
  const inputs = inputEvents(count)
  const texts = pieces(random, count - inputs - 11, plain)
  const args = inputPieces(random, inputs, plain)
  const place = { item_id: "msg_Qx", output_index: 0, content_index: 0 }
  const call = (status: string, text: string): Value => ({
    id: "fc_9Zk",
    type: "function_call",
    status,
    call_id: "call_9Zk",
    name: "write_file",
    arguments: text
  })
  const text = texts.join("")
  const input = args.join("")
  const done = [message("completed", [words(text)]), call("completed", input)]
  const begun = whole([], { status: "in_progress", usage: null })
  return [
    named("created", { response: begun }),
    named("in_progress", { response: begun }),
    named("output_item.added", { output_index: 0, item: message("in_progress", []) }),
    named("content_part.added", { ...place, part: words("") }),
    ...texts.map((delta) => named("output_text.delta", { ...place, delta, logprobs: [] })),
    named("output_text.done", { ...place, text, logprobs: [] }),
    named("content_part.done", { ...place, part: words(text) }),
    named("output_item.done", { output_index: 0, item: done[0] ?? null }),
    named("output_item.added", { output_index: 1, item: call("in_progress", "") }),
    ...args.map((delta) => named("function_call_arguments.delta", { item_id: "fc_9Zk", output_index: 1, delta })),
    named("function_call_arguments.done", { item_id: "fc_9Zk", output_index: 1, arguments: input }),
    named("output_item.done", { output_index: 1, item: done[1] ?? null }),
    named("completed", { response: whole(done) })
  ]
}

/** OpenAI's Responses. */
export const responses: Wire = {
  model: "gpt-4o",
  path: () => "/v1/responses",
  at: /\/responses$/,
  head: (key) => `authorization: Bearer ${key}`,
  body,
  answer,
  events,
  marks: {
    model: true,
    messages: "input",
    said: "output",
    tool: "parameters",
    delta: '"response.output_text.delta"',
    end: '"type":"response.completed"'
  }
}
