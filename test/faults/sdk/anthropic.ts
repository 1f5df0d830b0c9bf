import Anthropic from "@anthropic-ai/sdk"
import type { MessageCreateParamsNonStreaming } from "@anthropic-ai/sdk/resources/messages"
import AnthropicPrevious from "@anthropic-ai/sdk-previous"
import { driver, settings } from "./driver.ts"
import type { Sdk, SdkOptions } from "./sdk.ts"

/** The body of a messages call, without `stream`: what both majors take. */
export type MessagesBody = Omit<MessageCreateParamsNonStreaming, "stream">

/** The newest major of `@anthropic-ai/sdk`. */
export const anthropic = (options: SdkOptions): Sdk<MessagesBody> => {
  const { messages } = new Anthropic({ ...settings(options), baseURL: options.url })
  return driver<MessagesBody>("anthropic", "messages", {
    unary: async (body, signal, notes) => {
      const { data, response, request_id } = await messages.create({ ...body }, { signal }).withResponse()
      notes.answered(response.status, request_id)
      notes.final = data
    },
    stream: async (body, signal, notes) => {
      const { data, response, request_id } = await messages.create({ ...body, stream: true }, { signal }).withResponse()
      notes.answered(response.status, request_id)
      for await (const event of data) notes.event(event)
    },
    helper: async (body, signal, notes) => {
      const helped = messages.stream({ ...body }, { signal })
      for await (const event of helped) notes.event(event)
      notes.answered(helped.response?.status, helped.request_id)
      notes.final = await helped.finalMessage()
    }
  })
}

/** The major of `@anthropic-ai/sdk` before the newest. */
export const anthropicPrevious = (options: SdkOptions): Sdk<MessagesBody> => {
  const { messages } = new AnthropicPrevious({ ...settings(options), baseURL: options.url })
  return driver<MessagesBody>("anthropic-previous", "messages", {
    unary: async (body, signal, notes) => {
      const { data, response, request_id } = await messages.create({ ...body }, { signal }).withResponse()
      notes.answered(response.status, request_id)
      notes.final = data
    },
    stream: async (body, signal, notes) => {
      const { data, response, request_id } = await messages.create({ ...body, stream: true }, { signal }).withResponse()
      notes.answered(response.status, request_id)
      for await (const event of data) notes.event(event)
    },
    helper: async (body, signal, notes) => {
      const helped = messages.stream({ ...body }, { signal })
      for await (const event of helped) notes.event(event)
      notes.answered(helped.response?.status, helped.request_id)
      notes.final = await helped.finalMessage()
    }
  })
}
