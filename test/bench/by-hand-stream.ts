/** Streams translated by hand, as quickly as trust allows: see `by-hand.ts`. */

interface MessageEvent {
  readonly type: string
  readonly message?: { readonly id: string; readonly model: string; readonly usage: { readonly input_tokens: number } }
  readonly content_block?: { readonly type: string; readonly id?: string; readonly name?: string }
  readonly delta?: { readonly text?: string; readonly partial_json?: string; readonly stop_reason?: string }
  readonly usage?: { readonly output_tokens: number }
}

interface Chunk {
  readonly id: string
  readonly model: string
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string | null
      readonly tool_calls?: readonly {
        readonly id?: string
        readonly function: { readonly name?: string; readonly arguments?: string }
      }[]
    }
    readonly finish_reason: string | null
  }[]
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null
}

/** A stream translator: bytes in, text out; it holds back an event that is not whole yet. */
export type Push = (piece: Uint8Array) => string

const framed = (each: (data: string) => string): Push => {
  const decoder = new TextDecoder()
  let pending = ""
  return (piece) => {
    const events = (pending + decoder.decode(piece, { stream: true })).split("\n\n")
    pending = events.pop() ?? ""
    let out = ""
    for (const event of events) out += each(event.slice(event.indexOf("data: ") + 6))
    return out
  }
}

/** A messages stream as a chat-completions stream. */
export const streamToChat = (): Push => {
  let head = { id: "", object: "chat.completion.chunk", created: 0, model: "" }
  let input = 0
  let calls = -1
  const say = (delta: unknown, finish: string | null = null, usage?: unknown): string =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }], usage })}\n\n`
  return framed((data) => {
    const event: MessageEvent = JSON.parse(data)
    const { message, content_block: block, delta } = event
    if (message !== undefined) {
      head = { ...head, id: message.id, model: message.model }
      input = message.usage.input_tokens
      return say({ role: "assistant", content: "" })
    }
    if (block?.type === "tool_use") {
      const call = { index: ++calls, id: block.id, type: "function", function: { name: block.name, arguments: "" } }
      return say({ tool_calls: [call] })
    }
    if (delta?.text !== undefined) return say({ content: delta.text })
    if (delta?.partial_json !== undefined)
      return say({ tool_calls: [{ index: calls, function: { arguments: delta.partial_json } }] })
    if (delta?.stop_reason !== undefined) {
      const usage = { prompt_tokens: input, completion_tokens: event.usage?.output_tokens ?? 0 }
      return say({}, delta.stop_reason === "tool_use" ? "tool_calls" : "stop", usage)
    }
    return event.type === "message_stop" ? "data: [DONE]\n\n" : ""
  })
}

/** A chat-completions stream as a messages stream. */
export const streamToMessages = (): Push => {
  let index = -1
  let open = ""
  let stop = "end_turn"
  let usage: Chunk["usage"]
  const say = (type: string, rest: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`
  const close = (): string => (open === "" ? "" : say("content_block_stop", { index }))
  const begin = (kind: string, block: object): string => {
    const out = close() + say("content_block_start", { index: ++index, content_block: block })
    open = kind
    return out
  }
  const last = (): string =>
    close() +
    say("message_delta", {
      delta: { stop_reason: stop, stop_sequence: null },
      usage: { output_tokens: usage?.completion_tokens ?? 0 }
    }) +
    say("message_stop", {})
  let started = false
  return framed((data) => {
    if (data === "[DONE]") return last()
    const chunk: Chunk = JSON.parse(data)
    const choice = chunk.choices[0]
    let out = ""
    if (!started) {
      started = true
      const counts = { input_tokens: 0, output_tokens: 0 }
      const message = {
        id: chunk.id,
        type: "message",
        role: "assistant",
        model: chunk.model,
        content: [],
        stop_reason: null,
        usage: counts
      }
      out += say("message_start", { message })
    }
    usage = chunk.usage ?? usage
    const text = choice?.delta.content
    if (text !== undefined && text !== null && text !== "") {
      if (open !== "text") out += begin("text", { type: "text", text: "" })
      out += say("content_block_delta", { index, delta: { type: "text_delta", text } })
    }
    for (const call of choice?.delta.tool_calls ?? []) {
      if (call.id !== undefined)
        out += begin("tool", { type: "tool_use", id: call.id, name: call.function.name, input: {} })
      const json = call.function.arguments ?? ""
      if (json !== "")
        out += say("content_block_delta", { index, delta: { type: "input_json_delta", partial_json: json } })
    }
    if (choice?.finish_reason === "tool_calls") stop = "tool_use"
    return out
  })
}
