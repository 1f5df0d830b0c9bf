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
  return driver<ChatBody>("openai", "chat-completions", {
    unary: async (body, signal, notes) => {
      const { data, response, request_id } = await completions.create({ ...body }, { signal }).withResponse()
      notes.answered(response.status, request_id)
      notes.final = data
    },
    stream: async (body, signal, notes) => {
      const call = completions.create({ ...body, stream: true }, { signal })
      const { data, response, request_id } = await call.withResponse()
      notes.answered(response.status, request_id)
      for await (const chunk of data) notes.event(chunk)
    },
    helper: async (body, signal, notes) => {
      const helped = completions.stream({ ...body }, { signal })
      for await (const chunk of helped) notes.event(chunk)
      notes.final = await helped.finalChatCompletion()
    }
  })
}

/** The major of `openai` before the newest. */
export const openaiPrevious = (options: SdkOptions): Sdk<ChatBody> => {
  const { completions } = new OpenAIPrevious({ ...settings(options), baseURL: `${options.url}/v1` }).chat
  return driver<ChatBody>("openai-previous", "chat-completions", {
    unary: async (body, signal, notes) => {
      const { data, response, request_id } = await completions.create({ ...body }, { signal }).withResponse()
      notes.answered(response.status, request_id)
      notes.final = data
    },
    stream: async (body, signal, notes) => {
      const call = completions.create({ ...body, stream: true }, { signal })
      const { data, response, request_id } = await call.withResponse()
      notes.answered(response.status, request_id)
      for await (const chunk of data) notes.event(chunk)
    },
    helper: async (body, signal, notes) => {
      const helped = completions.stream({ ...body }, { signal })
      for await (const chunk of helped) notes.event(chunk)
      notes.final = await helped.finalChatCompletion()
    }
  })
}
