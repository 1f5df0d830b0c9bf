import type { CacheCounts } from "../cache.ts"
import { digest, redactThinking, signThinking } from "../digest.ts"
import { isObject, readJson } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"
import type { Block, Finish, Page, Plan } from "../plan.ts"

/** What an answer needs to be written. */
export interface Answer {
  readonly plan: Plan
  readonly seed: string
  readonly modelId: string
  /** Whether thoughts are sent as text. */
  readonly shown: boolean
  readonly counts: CacheCounts
}

const stopReasons: Record<Finish, string> = {
  end: "end_turn",
  length: "max_tokens",
  stop: "stop_sequence",
  calls: "tool_use",
  refusal: "refusal",
  filtered: "refusal"
}

const caller: JsonObject = { type: "direct" }

const citation = (page: Page, text: string): JsonObject => ({
  type: "web_search_result_location",
  url: page.url,
  title: page.title,
  encrypted_index: digest(page.url, 32),
  cited_text: text.trim()
})

const searchBlocks = (id: string, query: string, pages: readonly Page[]): readonly JsonObject[] => [
  { type: "server_tool_use", id, name: "web_search", input: { query }, caller },
  {
    type: "web_search_tool_result",
    tool_use_id: id,
    content: pages.map((page) => ({
      type: "web_search_result",
      url: page.url,
      title: page.title,
      encrypted_content: digest(page.title, 48),
      page_age: page.age
    })),
    caller
  }
]

const inputOf = (text: string): JsonObject => {
  const input = readJson(text)
  return isObject(input) ? input : {}
}

const blockOf = (block: Block, index: number, { seed, modelId, shown }: Answer): readonly JsonObject[] => {
  switch (block.kind) {
    case "thinking": {
      const thinking = shown ? block.text : ""
      return [{ type: "thinking", thinking, signature: signThinking(modelId, thinking, block.text) }]
    }
    case "redacted":
      return [{ type: "redacted_thinking", data: redactThinking(modelId, block.text) }]
    case "search":
      return searchBlocks(`srvtoolu_01${digest(`${seed}.${index}`, 22)}`, block.text, block.pages)
    case "text":
      return [
        {
          type: "text",
          text: block.text,
          citations: block.cites === undefined ? null : [citation(block.cites, block.text)]
        }
      ]
    case "refusal":
      return [{ type: "text", text: block.text, citations: null }]
    case "call":
      return [
        {
          type: "tool_use",
          id: `toolu_01${digest(`${seed}.${index}`, 22)}`,
          name: block.name,
          input: inputOf(block.text),
          caller
        }
      ]
  }
}

/** The content of an answer. A call that the token limit cut off has an empty input. */
export const contentOf = (answer: Answer): readonly JsonObject[] =>
  answer.plan.blocks.flatMap((block, index) => blockOf(block, index, answer))

const searches = ({ plan }: Answer): Json => {
  const requests = plan.blocks.filter((block) => block.kind === "search").length
  return requests === 0 ? null : { web_search_requests: requests, web_fetch_requests: 0 }
}

/** The usage that is known before an answer: input tokens do not include cached ones. */
const startUsage = ({ counts }: Answer): JsonObject => ({
  input_tokens: counts.uncached,
  cache_creation_input_tokens: counts.written5m + counts.written1h,
  cache_read_input_tokens: counts.read,
  cache_creation: { ephemeral_5m_input_tokens: counts.written5m, ephemeral_1h_input_tokens: counts.written1h },
  output_tokens: 1,
  output_tokens_details: null,
  server_tool_use: null,
  service_tier: "standard",
  inference_geo: null,
  speed: null
})

/** What the end of an answer adds to its usage. */
export const endUsage = (answer: Answer): JsonObject => ({
  output_tokens: answer.plan.tokens,
  output_tokens_details: { thinking_tokens: answer.plan.thinkingTokens },
  server_tool_use: searches(answer)
})

/** How an answer ended. */
export const ending = ({ plan }: Answer): JsonObject => ({
  stop_reason: stopReasons[plan.finish],
  stop_sequence: plan.stop ?? null,
  stop_details:
    plan.finish === "refusal" ? { type: "refusal", category: null, explanation: "The request was declined." } : null,
  container: null
})

/** A message without content, as a stream begins. */
export const opening = (answer: Answer): JsonObject => ({
  id: `msg_01${digest(answer.seed, 22)}`,
  type: "message",
  role: "assistant",
  model: answer.modelId,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  stop_details: null,
  container: null,
  diagnostics: null,
  usage: startUsage(answer)
})

/** A whole message. */
export const messageOf = (answer: Answer): JsonObject => ({
  ...opening(answer),
  content: contentOf(answer),
  ...ending(answer),
  usage: { ...startUsage(answer), ...endUsage(answer) }
})
