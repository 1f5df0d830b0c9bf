import { createServer, type Server } from "node:http"

/** What a client asked of the vendor. */
export interface Asked {
  readonly path: string
  readonly text: string
  readonly body: Body
}

/** As much of a body as is looked at. */
export interface Body {
  readonly model: string
  readonly stream?: boolean
  readonly tools?: readonly unknown[]
  readonly reasoning_effort?: string
  readonly n?: number
  readonly input?: string | readonly InputItem[]
}

/** An item of a history. */
export interface InputItem {
  readonly type?: string
  readonly call_id?: string
  readonly encrypted_content?: string
}

const usage = {
  input_tokens: 3,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 4,
  output_tokens_details: { reasoning_tokens: 2 },
  total_tokens: 7
}

/** What the model does in its first turns: it thinks, and calls. In the third it says how it is. */
const outputOf = (turn: number): readonly object[] => [
  {
    type: "reasoning",
    id: `rs_${turn}`,
    summary: [{ type: "summary_text", text: `Thought ${turn}.` }],
    encrypted_content: `sealed-${turn}`
  },
  turn < 3
    ? {
        type: "function_call",
        id: `fc_${turn}`,
        call_id: `call_${turn}`,
        name: "look",
        arguments: '{"at":1}',
        status: "completed"
      }
    : {
        type: "message",
        id: `msg_${turn}`,
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "Fine.", annotations: [], logprobs: [] }]
      }
]

const responseOf = (model: string, turn: number) => ({
  id: `resp_${turn}`,
  object: "response",
  created_at: 1,
  status: "completed",
  model,
  output: outputOf(turn),
  usage
})

/** The same as the vendor streams it where nobody looks at what is between: items as they begin and end. */
const streamOf = (model: string, turn: number): string => {
  const whole = responseOf(model, turn)
  const open = { ...whole, status: "in_progress", output: [], usage: null }
  const items = whole.output.flatMap((item, output_index) => [
    { type: "response.output_item.added", output_index, item: { ...item, summary: [], arguments: "", content: [] } },
    { type: "response.output_item.done", output_index, item }
  ])
  return [{ type: "response.created", response: open }, ...items, { type: "response.completed", response: whole }]
    .map((event, sequence_number) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`)
    .join("")
}

const completion = (model: string) => ({
  id: "chatcmpl_1",
  object: "chat.completion",
  created: 1,
  model,
  choices: [
    { index: 0, message: { role: "assistant", content: "Fine.", refusal: null }, finish_reason: "stop", logprobs: null }
  ],
  usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 }
})

/**
 * What the vendor says of functions beside an effort, from 5.4 on.
 *
 * @see https://github.com/openai/openai-openapi/issues/541 (2026-05)
 */
const refusal = (model: string) => ({
  error: {
    message: `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. Please use /v1/responses instead.`,
    type: "invalid_request_error",
    param: "reasoning_effort",
    code: null
  }
})

/** Up to 5.4 a model thinks where it is told to, and from 5.5 on unless it is told not to. */
const isRefused = ({ model, tools = [], reasoning_effort: effort }: Body): boolean =>
  tools.length > 0 &&
  effort !== "none" &&
  (/gpt-5\.[5-9]/.test(model) || (model.includes("gpt-5.4") && effort !== undefined))

const tooLong = {
  error: { message: "Too long.", type: "invalid_request_error", param: "input", code: "context_length_exceeded" }
}

/** The items of an input; none where it is a text. */
export const itemsOf = ({ input = [] }: Body): readonly InputItem[] => (typeof input === "string" ? [] : input)

/**
 * A vendor that speaks both formats, and takes functions beside thinking in one of them alone. It remembers what it was asked;
 * at "[long]" it refuses, and at "[cut]" it breaks off.
 */
export const vendor = (): { readonly server: Server; readonly asked: Asked[] } => {
  const asked: Asked[] = []
  const server = createServer((request, answer) => {
    void (async () => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece)
      const text = Buffer.concat(pieces).toString()
      const body: Body = JSON.parse(text)
      const path = request.url ?? ""
      asked.push({ path, text, body })
      const say = (status: number, type: string, said: string) =>
        answer.writeHead(status, { "content-type": type }).end(said)
      if (text.includes("[long]")) return say(400, "application/json", JSON.stringify(tooLong))
      if (text.includes("[cut]")) {
        const begun = streamOf(body.model, 1).split("\n\n").slice(0, 3).join("\n\n")
        answer.writeHead(200, { "content-type": "text/event-stream" }).write(`${begun}\n\n`)
        return setImmediate(() => answer.destroy())
      }
      if (path === "/v1/responses") {
        const turn = 1 + itemsOf(body).filter(({ type }) => type === "function_call_output").length
        return body.stream === true
          ? say(200, "text/event-stream", streamOf(body.model, turn))
          : say(200, "application/json", JSON.stringify(responseOf(body.model, turn)))
      }
      return isRefused(body)
        ? say(400, "application/json", JSON.stringify(refusal(body.model)))
        : say(200, "application/json", JSON.stringify(completion(body.model)))
    })()
  })
  return { server, asked }
}
