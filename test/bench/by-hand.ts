/**
 * What a translator costs that somebody writes by hand in an afternoon: it renames members, trusts every input, and
 * drops in silence what it does not know. It is here for orientation, and is no oracle of anything.
 */

interface ChatCall {
  readonly id: string
  readonly type: string
  readonly function: { readonly name: string; readonly arguments: string }
}

interface ChatPart {
  readonly type: string
  readonly text?: string
  readonly image_url?: { readonly url: string }
}

interface ChatMessage {
  readonly role: string
  readonly content: string | readonly ChatPart[] | null
  readonly tool_calls?: readonly ChatCall[]
  readonly tool_call_id?: string
}

/** A chat-completions request, as far as it is translated. */
export interface ChatBody {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown }
  }[]
  readonly temperature?: number
  readonly max_tokens?: number
  readonly stream?: boolean
}

interface Block {
  readonly type: string
  readonly text?: string
  readonly id?: string
  readonly name?: string
  readonly input?: unknown
  readonly tool_use_id?: string
  readonly content?: string | readonly ChatPart[] | null
  readonly source?: { readonly media_type: string; readonly data: string }
}

interface MessagesBody {
  readonly model: string
  readonly max_tokens: number
  readonly system?: string
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[]
  readonly tools?: readonly { readonly name: string; readonly description: string; readonly input_schema: unknown }[]
  readonly temperature?: number
  readonly stream?: boolean
}

/** A whole messages answer, as far as it is translated. */
export interface MessagesAnswer {
  readonly id: string
  readonly model: string
  readonly content: readonly Block[]
  readonly stop_reason: string
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number }
}

const blocks = (content: string | readonly ChatPart[] | null): Block[] => {
  if (typeof content === "string") return [{ type: "text", text: content }]
  return (content ?? []).map((part) => {
    const [head = "", data = ""] = part.image_url?.url.split(";base64,") ?? []
    return part.image_url === undefined
      ? part
      : { type: "image", source: { type: "base64", media_type: head.slice(5), data } }
  })
}

const toolUse = (call: ChatCall): Block => ({
  type: "tool_use",
  id: call.id,
  name: call.function.name,
  input: JSON.parse(call.function.arguments)
})

const asMessage = (message: ChatMessage): { readonly role: string; readonly content: string | readonly Block[] } => {
  if (message.role === "tool") {
    const result = { type: "tool_result", tool_use_id: message.tool_call_id ?? "", content: message.content }
    return { role: "user", content: [result] }
  }
  if (message.tool_calls === undefined && typeof message.content === "string")
    return { role: message.role, content: message.content }
  return { role: message.role, content: [...blocks(message.content), ...(message.tool_calls ?? []).map(toolUse)] }
}

/** A chat-completions request as a messages request. */
export const requestToMessages = (text: string): string => printMessages(JSON.parse(text))

/** The same of one that was read already. */
export const printMessages = (body: ChatBody): string => {
  const system = body.messages.find((message) => message.role === "system")
  return JSON.stringify({
    model: body.model,
    max_tokens: body.max_tokens ?? 4096,
    system: system?.content ?? undefined,
    messages: body.messages.filter((message) => message.role !== "system").map(asMessage),
    tools: body.tools?.map((tool) => ({
      name: tool.function.name,
      description: tool.function.description,
      input_schema: tool.function.parameters
    })),
    temperature: body.temperature,
    stream: body.stream
  })
}

const chatCall = (block: Block): ChatCall => ({
  id: block.id ?? "",
  type: "function",
  function: { name: block.name ?? "", arguments: JSON.stringify(block.input) }
})

const asChatPart = (block: Block): ChatPart =>
  block.source === undefined
    ? block
    : { type: "image_url", image_url: { url: `data:${block.source.media_type};base64,${block.source.data}` } }

const asChatMessages = (role: string, content: string | readonly Block[]): readonly ChatMessage[] => {
  if (typeof content === "string") return [{ role, content }]
  const results = content.filter((block) => block.type === "tool_result")
  if (results.length > 0) {
    return results.map((block) => ({
      role: "tool",
      tool_call_id: block.tool_use_id ?? "",
      content: block.content ?? ""
    }))
  }
  const calls = content.filter((block) => block.type === "tool_use").map(chatCall)
  const parts = content.filter((block) => block.type !== "tool_use").map(asChatPart)
  return [calls.length > 0 ? { role, content: parts, tool_calls: calls } : { role, content: parts }]
}

/** A messages request as a chat-completions request. */
export const requestToChat = (text: string): string => {
  const body: MessagesBody = JSON.parse(text)
  const messages = body.messages.flatMap(({ role, content }) => asChatMessages(role, content))
  return JSON.stringify({
    model: body.model,
    messages: body.system === undefined ? messages : [{ role: "system", content: body.system }, ...messages],
    tools: body.tools?.map(({ name, description, input_schema }) => ({
      type: "function",
      function: { name, description, parameters: input_schema }
    })),
    temperature: body.temperature,
    max_tokens: body.max_tokens,
    stream: body.stream
  })
}

/** A whole messages answer as a chat-completions answer. */
export const answerToChat = (text: string): string => printChat(JSON.parse(text))

/** The same of one that was read already. */
export const printChat = (body: MessagesAnswer): string => {
  const content = body.content.map((block) => block.text ?? "").join("")
  const finish = body.stop_reason === "tool_use" ? "tool_calls" : "stop"
  const { input_tokens: prompt, output_tokens: completion } = body.usage
  return JSON.stringify({
    id: body.id,
    object: "chat.completion",
    created: 0,
    model: body.model,
    choices: [{ index: 0, message: { role: "assistant", content, refusal: null }, finish_reason: finish }],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
  })
}
