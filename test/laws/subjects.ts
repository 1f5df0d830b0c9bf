import { chatCompletions } from "../../src/formats/chat-completions/index.ts"
import { generateContent } from "../../src/formats/generate-content/index.ts"
import { messages } from "../../src/formats/messages/index.ts"
import { responses } from "../../src/formats/responses/index.ts"
import type { ChatRequest } from "../../src/core/chat/chat.ts"
import type { ChatFormat, RequestTarget } from "../../src/core/format.ts"
import type { WirePiece } from "../../src/core/framing/transducer.ts"
import type { Choices } from "./choices.ts"
import { chatCompletionsRequest, chatCompletionsResponse } from "./made/chat-completions.ts"
import { commonRequest } from "./made/common.ts"
import { generateContentRequest, generateContentResponse } from "./made/generate-content.ts"
import { messagesRequest, messagesResponse } from "./made/messages.ts"
import { responsesRequest, responsesResponse } from "./made/responses.ts"

/** A format under the laws: what prints its bodies, and the target that takes all it can say. */
export interface Subject<Written extends WirePiece = string> {
  readonly format: ChatFormat<string, Written>
  readonly request: (c: Choices) => string
  readonly response: (c: Choices) => string
  readonly target: RequestTarget
  /** Whether its whole answers have no order between parts of different kinds. */
  readonly orderless: boolean
  /** A request that it holds whole. */
  readonly common: (c: Choices) => ChatRequest
  /** What it shares with any other, where that is less than what all the others share. */
  readonly held?: (c: Choices) => ChatRequest
  /** Whether it keeps members for itself alone whose loss in other formats needs a reason of its own. */
  readonly keeps?: boolean
  /** Whether its streams say everything several times: what is taken out of one frame is still said by another. */
  readonly repeats?: boolean
  /** What none of its answers say. */
  readonly unsaid: readonly ("id" | "model" | "created")[]
  /** How its frames tell that an answer is whole, where one frame does, and that it failed: each once. */
  readonly marks: { readonly success?: RegExp; readonly failure: RegExp }
}

const failure = /"error":\s*\{/g

/** A request as the Responses API holds it, which has no stop sequences and takes no fewer than 16 tokens. */
const heldByResponses = (c: Choices): ChatRequest => {
  const { stop: _, maxTokens = 16, ...request } = commonRequest(c)
  return { ...request, maxTokens: Math.max(16, maxTokens) }
}

/** The formats of which tables are kept: what each leaf, value and alias of their fixtures says. */
export const subjects: readonly Subject[] = [
  {
    format: chatCompletions,
    request: chatCompletionsRequest,
    response: chatCompletionsResponse,
    target: { model: "model-1", vendor: "openai", lateSystem: "native", prefill: true },
    orderless: true,
    common: commonRequest,
    unsaid: [],
    marks: { success: /\[DONE\]/, failure }
  },
  {
    format: messages,
    request: messagesRequest,
    response: messagesResponse,
    target: { model: "model-1", vendor: "anthropic", maxTokens: 8192, lateSystem: "native", prefill: true },
    orderless: false,
    common: commonRequest,
    unsaid: ["created"],
    marks: { success: /message_stop/, failure }
  },
  {
    format: generateContent,
    request: generateContentRequest,
    response: generateContentResponse,
    target: { model: "model-1", vendor: "google", prefill: true },
    orderless: false,
    common: commonRequest,
    unsaid: [],
    marks: { failure }
  }
]

const ofResponses: Subject = {
  format: responses,
  request: responsesRequest,
  response: responsesResponse,
  target: { model: "model-1", vendor: "openai", lateSystem: "native", prefill: true },
  orderless: false,
  common: heldByResponses,
  held: heldByResponses,
  keeps: true,
  repeats: true,
  unsaid: [],
  marks: { success: /response\.(?:completed|incomplete)/, failure: /^error /gm }
}

/** Every format. The laws over made values run over each; a new one is one more row. */
export const everySubject: readonly Subject[] = [...subjects, ofResponses]
