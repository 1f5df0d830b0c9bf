import OpenAI from "openai"
import OpenAIPrevious from "openai-previous"
import type { ChatCompletionCreateParamsNonStreaming } from "openai-previous/resources/chat/completions"
import { driver, settings } from "./driver.ts"
import type { Sdk, SdkOptions } from "./sdk.ts"

/** The body of a chat completions call, without `stream`: what both majors take. */
export type ChatBody = Omit<ChatCompletionCreateParamsNonStreaming, "stream">

/** The newest major of `openai`. */
export const openai = (options: SdkOptions): Sdk<ChatBody> => {
  const { completions } = new OpenAI({ ...settings(options), baseURL: `${options.url}/v1` }).chat
  return driver("openai", "chat-completions", {
    create: (body, signal) => completions.create({ ...body }, { signal }),
    stream: (body, signal) => completions.create({ ...body, stream: true }, { signal }),
    helper: (body, signal) => helped(completions.stream({ ...body }, { signal }))
  })
}

/** The major of `openai` before the newest. */
export const openaiPrevious = (options: SdkOptions): Sdk<ChatBody> => {
  const { completions } = new OpenAIPrevious({ ...settings(options), baseURL: `${options.url}/v1` }).chat
  return driver("openai-previous", "chat-completions", {
    create: (body, signal) => completions.create({ ...body }, { signal }),
    stream: (body, signal) => completions.create({ ...body, stream: true }, { signal }),
    helper: (body, signal) => helped(completions.stream({ ...body }, { signal }))
  })
}

interface ChatHelper extends AsyncIterable<unknown> {
  readonly finalChatCompletion: () => Promise<unknown>
}

const helped = (events: ChatHelper) => ({ events, final: () => events.finalChatCompletion() })
