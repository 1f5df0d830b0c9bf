import { chatCompletions } from "./chat-completions.ts"
import { chatConversation } from "./chat-conversation.ts"
import { chatEffort } from "./chat-effort.ts"
import { chatOrder } from "./chat-order.ts"
import { chatParameters } from "./chat-parameters.ts"
import { chatThinking } from "./chat-thinking.ts"
import { generateContentConversation, streamGenerateContent } from "./generate-content-conversation.ts"
import { generateContent } from "./generate-content.ts"
import { messagesConversation } from "./messages-conversation.ts"
import { messages } from "./messages.ts"
import type { PromiseId } from "./promises.ts"
import type { Table } from "./row.ts"

/** The tables, and how many tests each is: its cases, each on each of its paths. */
export const tables: readonly { readonly table: Table<PromiseId>; readonly count: number }[] = [
  { table: chatCompletions, count: 109 },
  { table: chatConversation, count: 89 },
  { table: chatThinking, count: 84 },
  { table: chatEffort, count: 51 },
  { table: chatParameters, count: 85 },
  { table: chatOrder, count: 35 },
  { table: messages, count: 226 },
  { table: messagesConversation, count: 110 },
  { table: generateContent, count: 168 },
  { table: generateContentConversation, count: 94 },
  { table: streamGenerateContent, count: 90 }
]
