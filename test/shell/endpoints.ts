import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { generateContent, streamGenerateContent, countContentTokens } from "../../src/endpoints/generate-content.ts"
import { messages, countTokens } from "../../src/endpoints/messages.ts"
import { model, models } from "../../src/endpoints/models.ts"

/** The endpoints of chat, with what counts for them and what lists their models. */
export const chatEndpoints = [
  chatCompletions,
  messages,
  countTokens,
  generateContent,
  streamGenerateContent,
  countContentTokens,
  models,
  model
] as const
