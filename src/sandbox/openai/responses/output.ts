import type { CacheCounts } from "../../cache.ts"
import { digest, redactThinking } from "../../digest.ts"
import { given, type Json, type JsonObject, listAt, member, textAt } from "../../json.ts"
import type { Block, Plan } from "../../plan.ts"
import { type Context, typeOf } from "./context.ts"
import { declared } from "./read.ts"

/** What an answer needs to be written. */
export interface Answer {
  readonly context: Context
  readonly plan: Plan
  readonly seed: string
  readonly modelId: string
  /** Unix seconds. */
  readonly created: number
  readonly counts: CacheCounts
}

/** What is wrong with a compaction: its bytes are sealed as a thought's are. */
const compacted = "the conversation so far"

/**
 * The id of an item. One that follows a thought tells so by its first letter: the vendor takes it back beside that
 * thought alone.
 */
const itemId = (prefix: string, { seed, plan }: Answer, index: number): string =>
  `${prefix}_${plan.thinkingTokens > 0 ? "r" : "p"}${digest(seed, 20)}${index}`

/** What ids of items of one answer that were thought about have in common; undefined for all others. */
export const thoughtIn = (id: string): string | undefined => /^[a-z]+_(r[^_]{20})\d+$/.exec(id)?.[1]

const includes = ({ context }: Answer, what: string): boolean => listAt(context.body, "include").includes(what)

const reasoningOf = (block: Block, index: number, answer: Answer): JsonObject => {
  const isShown = given(answer.context.body, "reasoning", "summary") !== undefined
  return {
    id: itemId("rs", answer, index),
    type: "reasoning",
    summary: isShown && block.kind === "thinking" ? [{ type: "summary_text", text: block.text }] : [],
    ...(includes(answer, "reasoning.encrypted_content")
      ? { encrypted_content: redactThinking(answer.modelId, block.text) }
      : {})
  }
}

/** The pages that a text rests on, with the UTF-16 offsets of what rests on them. */
const annotationsOf = (blocks: readonly Block[]): readonly JsonObject[] => {
  let start = 0
  return blocks.flatMap((block) => {
    const from = start
    start += block.text.length
    if (block.kind !== "text" || block.cites === undefined) return []
    const { url, title } = block.cites
    return [{ type: "url_citation", start_index: from, end_index: start, title, url }]
  })
}

const messageOf = (blocks: readonly Block[], index: number, answer: Answer): JsonObject => {
  const text = blocks.map((block) => block.text).join("")
  const part: JsonObject =
    blocks[0]?.kind === "refusal"
      ? { type: "refusal", refusal: text }
      : { type: "output_text", annotations: annotationsOf(blocks), logprobs: [], text }
  return { id: itemId("msg", answer, index), type: "message", status: "completed", content: [part], role: "assistant" }
}

const callOf = (block: Extract<Block, { kind: "call" }>, index: number, answer: Answer): JsonObject => {
  const { context, seed } = answer
  const namespace = textAt(
    declared(context).find((tool) => textAt(tool, "name") === block.name),
    "namespace"
  )
  const [type, prefix, input] = block.free
    ? (["custom_tool_call", "ctc", "input"] as const)
    : (["function_call", "fc", "arguments"] as const)
  return {
    id: itemId(prefix, answer, index),
    type,
    status: block.whole ? "completed" : "incomplete",
    [input]: block.text,
    call_id: `call_${digest(`${seed}.${index}`, 24)}`,
    name: block.name,
    ...(namespace === undefined ? {} : { namespace })
  }
}

const searchOf = (query: string, index: number, answer: Answer): JsonObject => ({
  id: itemId("ws", answer, index),
  type: "web_search_call",
  status: "completed",
  action: { type: "search", query }
})

/** Whether a request asks for what was said to be put together. */
const compacts = ({ items }: Context): boolean => items.some((item) => typeOf(item) === "compaction_trigger")

/** The items of an answer, in order. */
const outputItems = (answer: Answer): readonly JsonObject[] => {
  if (compacts(answer.context)) {
    const encrypted = redactThinking(answer.modelId, compacted)
    return [{ id: `cmp_${digest(answer.seed, 20)}`, type: "compaction", encrypted_content: encrypted }]
  }
  const items: JsonObject[] = []
  let said: readonly Block[] = []
  const endMessage = (): void => {
    if (said.length > 0) items.push(messageOf(said, items.length, answer))
    said = []
  }
  for (const block of answer.plan.blocks) {
    if (block.kind === "text" || block.kind === "refusal") {
      said = [...said, block]
      continue
    }
    endMessage()
    const index = items.length
    if (block.kind === "call") items.push(callOf(block, index, answer))
    else if (block.kind === "search") items.push(searchOf(block.text, index, answer))
    else items.push(reasoningOf(block, index, answer))
  }
  endMessage()
  return items
}

/** How an answer ended. */
const endingOf = ({ finish }: Plan): Pick<JsonObject, "status" | "incomplete_details"> => {
  switch (finish) {
    case "length":
      return { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }
    case "filtered":
      return { status: "incomplete", incomplete_details: { reason: "content_filter" } }
    default:
      return { status: "completed", incomplete_details: null }
  }
}

/** The usage of an answer: input tokens include the cached ones, output tokens the reasoning. */
const usageOf = ({ plan, counts }: Answer): JsonObject => {
  const input = counts.read + counts.uncached
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: counts.read },
    output_tokens: plan.tokens,
    output_tokens_details: { reasoning_tokens: plan.thinkingTokens },
    total_tokens: input + plan.tokens
  }
}

/** Members of a request that its answer repeats, and what stands there where it does not say them. */
const repeated: readonly (readonly [name: string, otherwise: Json])[] = [
  ["background", false],
  ["instructions", null],
  ["max_output_tokens", null],
  ["max_tool_calls", null],
  ["metadata", {}],
  ["parallel_tool_calls", true],
  ["previous_response_id", null],
  ["prompt_cache_key", null],
  ["safety_identifier", null],
  ["store", true],
  ["temperature", 1],
  ["tool_choice", "auto"],
  ["tools", []],
  ["top_logprobs", 0],
  ["top_p", 1],
  ["truncation", "disabled"],
  ["user", null]
]

/** An answer before anything of it was said. */
export const openResponse = (answer: Answer): JsonObject => {
  const { context, seed, modelId, created } = answer
  const { body, rules } = context
  return {
    id: `resp_${digest(seed, 40)}`,
    object: "response",
    created_at: created,
    status: "in_progress",
    error: null,
    incomplete_details: null,
    model: modelId,
    output: [],
    ...Object.fromEntries(repeated.map(([name, otherwise]) => [name, given(body, name) ?? otherwise])),
    reasoning: {
      effort: given(body, "reasoning", "effort") ?? (rules?.efforts.length ? rules.effort : null),
      summary: given(body, "reasoning", "summary") ?? null
    },
    service_tier: "default",
    text: {
      format: member(body, "text", "format") ?? { type: "text" },
      verbosity: textAt(body, "text", "verbosity") ?? "medium"
    },
    usage: null
  }
}

/** An answer whole. */
export const responseOf = (answer: Answer): JsonObject => ({
  ...openResponse(answer),
  ...endingOf(answer.plan),
  output: outputItems(answer),
  usage: usageOf(answer)
})
