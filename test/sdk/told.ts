import type { Message, RawMessageStreamEvent } from "@anthropic-ai/sdk/resources/messages"
import type { ChatCompletion, ChatCompletionChunk } from "openai/resources/chat/completions"

/** What an answer says, whichever way it came. */
export interface Told {
  readonly text: string
  readonly calls: readonly (readonly [name: string, input: unknown])[]
  readonly finish: string | null | undefined
  readonly refusal?: string
}

/** What a chat completion tells. */
export const toldByChat = ({ choices: [choice] }: ChatCompletion): Told => {
  const calls = (choice?.message.tool_calls ?? []).flatMap((call): Told["calls"] =>
    call.type === "function" ? [[call.function.name, JSON.parse(call.function.arguments)]] : []
  )
  const refusal = choice?.message.refusal ?? ""
  const text = choice?.message.content ?? ""
  return { text, calls, finish: choice?.finish_reason, ...(refusal === "" ? {} : { refusal }) }
}

/** What the chunks of a chat completion tell. */
export const toldByChunks = async (chunks: AsyncIterable<ChatCompletionChunk>): Promise<Told> => {
  let [text, refusal, finish] = ["", "", null as string | null]
  const calls: { name: string; input: string }[] = []
  for await (const { choices } of chunks) {
    const [choice] = choices
    text += choice?.delta.content ?? ""
    refusal += choice?.delta.refusal ?? ""
    finish = choice?.finish_reason ?? finish
    for (const { index, function: said } of choice?.delta.tool_calls ?? []) {
      const call = (calls[index] ??= { name: "", input: "" })
      call.name += said?.name ?? ""
      call.input += said?.arguments ?? ""
    }
  }
  const told = { text, calls: calls.map(({ name, input }) => [name, JSON.parse(input)] as const), finish }
  return refusal === "" ? told : { ...told, refusal }
}

/** What a message tells. */
export const toldByMessage = ({ content, stop_reason }: Message): Told => ({
  text: content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(""),
  calls: content.flatMap((block): Told["calls"] => (block.type === "tool_use" ? [[block.name, block.input]] : [])),
  finish: stop_reason
})

/** What the events of a message tell. */
export const toldByEvents = async (events: AsyncIterable<RawMessageStreamEvent>): Promise<Told> => {
  let [text, finish, stopped] = ["", null as string | null, false]
  const calls = new Map<number, { readonly name: string; input: string }>()
  for await (const event of events) {
    if (event.type === "content_block_start" && event.content_block.type === "tool_use") {
      calls.set(event.index, { name: event.content_block.name, input: "" })
    } else if (event.type === "content_block_delta" && event.delta.type === "text_delta") {
      text += event.delta.text
    } else if (event.type === "content_block_delta" && event.delta.type === "input_json_delta") {
      const call = calls.get(event.index)
      if (call !== undefined) call.input += event.delta.partial_json
    } else if (event.type === "message_delta") finish = event.delta.stop_reason
    stopped ||= event.type === "message_stop"
  }
  const said = [...calls.values()].map(({ name, input }) => [name, JSON.parse(input === "" ? "{}" : input)] as const)
  return { text, calls: said, finish: stopped ? finish : "no message_stop" }
}

/** What a promise fails with. */
export const failure = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error
  )

/** Everything that came of a stream before its error, and the error. */
export const drained = async <A>(
  stream: AsyncIterable<A>
): Promise<{ readonly items: readonly A[]; readonly error: unknown }> => {
  const items: A[] = []
  try {
    for await (const item of stream) items.push(item)
    return { items, error: undefined }
  } catch (error) {
    return { items, error }
  }
}
