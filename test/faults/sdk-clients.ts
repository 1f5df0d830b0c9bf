import type { MessagesBody } from "./sdk/anthropic.ts"
import { anthropic, anthropicPrevious } from "./sdk/anthropic.ts"
import { openai, openaiPrevious } from "./sdk/openai.ts"
import type { ChatBody } from "./sdk/openai.ts"
import type { Sdk, SdkOptions } from "./sdk/sdk.ts"

export type { MessagesBody } from "./sdk/anthropic.ts"
export type { CallOptions, SdkError, SdkLedger } from "./sdk/ledger.ts"
export type { ChatBody } from "./sdk/openai.ts"
export { clientKey } from "./sdk/sdk.ts"
export type { Sdk, SdkOptions } from "./sdk/sdk.ts"

/** The official SDKs of chat completions, newest first, by name. */
export const chatSdks: Readonly<Record<"openai" | "openai-previous", (options: SdkOptions) => Sdk<ChatBody>>> = {
  openai,
  "openai-previous": openaiPrevious
}

/** The official SDKs of messages, newest first, by name. */
export const messagesSdks: Readonly<
  Record<"anthropic" | "anthropic-previous", (options: SdkOptions) => Sdk<MessagesBody>>
> = { anthropic, "anthropic-previous": anthropicPrevious }

/** A body for chat completions that no case looks at. */
export const chatBody: ChatBody = {
  model: "gold-chat",
  messages: [{ role: "user", content: "Weather in both cities?" }]
}

/** A body for messages that no case looks at. */
export const messagesBody: MessagesBody = {
  model: "gold-messages",
  max_tokens: 1024,
  messages: [{ role: "user", content: "Weather in both cities?" }]
}
