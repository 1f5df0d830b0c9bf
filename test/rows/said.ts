import type { FormatId, Said } from "./row.ts"

/** The id and the tokens of every answer. */
const id = "answer-1"
const spent = { input: 5, output: 7 }

/** An upstream's answer in its format: the body, or the frames of a stream. */
export const written = (format: FormatId, model: string, said: Said, streams: boolean): Response => {
  const [whole, frames] = writers[format]
  return streams
    ? new Response(frames(model, said).join(""), { headers: { "content-type": "text/event-stream" } })
    : Response.json(whole(model, said))
}

const frame = (data: object): string => `data: ${JSON.stringify(data)}\n\n`
const event = (type: string, data: object = {}): string => `event: ${type}\n${frame({ type, ...data })}`

const usageOfChat = { prompt_tokens: spent.input, completion_tokens: spent.output, total_tokens: 12 }

const calledInChat = ({ call }: Said, more: object = {}): readonly object[] =>
  call === undefined
    ? []
    : [{ ...more, id: call.id, type: "function", function: { name: call.name, arguments: JSON.stringify(call.input) } }]

const wholeChat = (model: string, said: Said): object => {
  const { thought, text, call } = said
  const message = {
    role: "assistant",
    content: text ?? null,
    ...(thought === undefined ? {} : { reasoning_content: thought }),
    ...(call === undefined ? {} : { tool_calls: calledInChat(said) })
  }
  const finish_reason = call === undefined ? "stop" : "tool_calls"
  const choices = [{ index: 0, message, finish_reason }]
  return { id, object: "chat.completion", created: 1_700_000_000, model, choices, usage: usageOfChat }
}

const framesOfChat = (model: string, said: Said): readonly string[] => {
  const head = { id, object: "chat.completion.chunk", created: 1_700_000_000, model }
  const chunk = (delta: object, finish_reason: string | null = null): string =>
    frame({ ...head, choices: [{ index: 0, delta, finish_reason }] })
  return [
    chunk({ role: "assistant", content: "" }),
    ...(said.thought === undefined ? [] : [chunk({ reasoning_content: said.thought })]),
    ...(said.text === undefined ? [] : [chunk({ content: said.text })]),
    ...(said.call === undefined ? [] : [chunk({ tool_calls: calledInChat(said, { index: 0 }) })]),
    chunk({}, said.call === undefined ? "stop" : "tool_calls"),
    frame({ ...head, choices: [], usage: usageOfChat }),
    "data: [DONE]\n\n"
  ]
}

const blocksOf = ({
  thought,
  text,
  call
}: Said): readonly (readonly [block: object, start: object, delta: object])[] => [
  ...(thought === undefined
    ? []
    : ([
        [
          { type: "thinking", thinking: thought, signature: "c2lnbmF0dXJl" },
          { type: "thinking", thinking: "", signature: "" },
          { type: "thinking_delta", thinking: thought }
        ]
      ] as const)),
  ...(text === undefined
    ? []
    : ([
        [
          { type: "text", text },
          { type: "text", text: "" },
          { type: "text_delta", text }
        ]
      ] as const)),
  ...(call === undefined
    ? []
    : ([
        [
          { type: "tool_use", ...call },
          { type: "tool_use", ...call, input: {} },
          { type: "input_json_delta", partial_json: JSON.stringify(call.input) }
        ]
      ] as const))
]

const messageOf = (model: string): object => ({ id, type: "message", role: "assistant", model, stop_sequence: null })
const stopOf = ({ call }: Said): string => (call === undefined ? "end_turn" : "tool_use")

const wholeMessage = (model: string, said: Said): object => ({
  ...messageOf(model),
  content: blocksOf(said).map(([block]) => block),
  stop_reason: stopOf(said),
  usage: { input_tokens: spent.input, output_tokens: spent.output }
})

const framesOfMessage = (model: string, said: Said): readonly string[] => [
  event("message_start", {
    message: { ...messageOf(model), content: [], stop_reason: null, usage: { input_tokens: 5, output_tokens: 1 } }
  }),
  ...blocksOf(said).flatMap(([, content_block, delta], index) => [
    event("content_block_start", { index, content_block }),
    event("content_block_delta", { index, delta }),
    event("content_block_stop", { index })
  ]),
  event("message_delta", {
    delta: { stop_reason: stopOf(said), stop_sequence: null },
    usage: { output_tokens: spent.output }
  }),
  event("message_stop")
]

const partsOf = ({ thought, text, call }: Said): readonly object[] => [
  ...(thought === undefined ? [] : [{ text: thought, thought: true }]),
  ...(text === undefined ? [] : [{ text }]),
  ...(call === undefined ? [] : [{ functionCall: { id: call.id, name: call.name, args: call.input } }])
]

const content = (model: string, parts: readonly object[], last: boolean): object => ({
  candidates: [{ content: { role: "model", parts }, index: 0, ...(last ? { finishReason: "STOP" } : {}) }],
  usageMetadata: { promptTokenCount: spent.input, candidatesTokenCount: spent.output, totalTokenCount: 12 },
  modelVersion: model,
  responseId: id
})

const wholeContent = (model: string, said: Said): object => content(model, partsOf(said), true)

const framesOfContent = (model: string, said: Said): readonly string[] => {
  const parts = partsOf(said)
  return parts.map((part, index) => frame(content(model, [part], index === parts.length - 1)))
}

type Writers = readonly [
  whole: (model: string, said: Said) => object,
  frames: (model: string, said: Said) => readonly string[]
]

const writers: Readonly<Record<FormatId, Writers>> = {
  "chat-completions": [wholeChat, framesOfChat],
  messages: [wholeMessage, framesOfMessage],
  "generate-content": [wholeContent, framesOfContent]
}
