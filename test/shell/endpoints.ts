import { chatCompletions } from "../../src/endpoints/chat-completions.ts"
import { countContentTokens } from "../../src/endpoints/count-content-tokens.ts"
import { countTokens } from "../../src/endpoints/count-tokens.ts"
import { generateContent, streamGenerateContent } from "../../src/endpoints/generate-content.ts"
import { messages } from "../../src/endpoints/messages.ts"
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
