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
  return driver("anthropic", "messages", {
    create: (body, signal) => messages.create({ ...body }, { signal }),
    stream: (body, signal) => messages.create({ ...body, stream: true }, { signal }),
    helper: (body, signal) => helped(messages.stream({ ...body }, { signal }))
  })
}

/** The major of `@anthropic-ai/sdk` before the newest. */
export const anthropicPrevious = (options: SdkOptions): Sdk<MessagesBody> => {
  const { messages } = new AnthropicPrevious({ ...settings(options), baseURL: options.url })
  return driver("anthropic-previous", "messages", {
    create: (body, signal) => messages.create({ ...body }, { signal }),
    stream: (body, signal) => messages.create({ ...body, stream: true }, { signal }),
    helper: (body, signal) => helped(messages.stream({ ...body }, { signal }))
  })
}

interface MessageHelper extends AsyncIterable<unknown> {
  readonly finalMessage: () => Promise<unknown>
  readonly response: Response | null | undefined
  readonly request_id: string | null | undefined
}

const helped = (events: MessageHelper) => ({
  events,
  final: () => events.finalMessage(),
  response: () => ({ status: events.response?.status, requestId: events.request_id })
})
