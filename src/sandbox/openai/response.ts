import type { CacheCounts } from "../cache.ts"
import { digest } from "../digest.ts"
import { given, member, textAt } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"
import type { Block, Finish, Plan } from "../plan.ts"
import { piecesOf } from "../tokens.ts"
import { logprobsOf } from "./logprobs.ts"

/** What an answer needs to be written. */
export interface Answer {
  /** One a choice. */
  readonly plans: readonly Plan[]
  readonly body: JsonObject
  readonly seed: string
  readonly modelId: string
  /** Unix seconds. */
  readonly created: number
  readonly counts: CacheCounts
  /** How thoughts are shown; absent: not at all. */
  readonly thoughts?: Thoughts
}

/** How an API shows what a model thought: the members of a whole message, and of the deltas of a stream. */
export interface Thoughts {
  readonly whole: (text: string) => JsonObject
  readonly deltas: (text: string) => readonly JsonObject[]
}

/** What a plan thinks; undefined where it does not. */
export const thoughtOf = (plan: Plan): string | undefined =>
  plan.blocks.find((block) => block.kind === "thinking")?.text

type CallBlock = Extract<Block, { readonly kind: "call" }>

/** The calls of a plan. */
export const callBlocks = (plan: Plan): readonly CallBlock[] => plan.blocks.filter((block) => block.kind === "call")

const joined = (plan: Plan, kind: "text" | "refusal"): string | null => {
  const texts = plan.blocks.filter((block) => block.kind === kind).map((block) => block.text)
  return texts.length === 0 ? null : texts.join("")
}

/** The visible text of a plan; null where it says nothing. */
export const contentOf = (plan: Plan): string | null => {
  const text = joined(plan, "text")
  return text === null && callBlocks(plan).length === 0 && joined(plan, "refusal") === null ? "" : text
}

/** The refusal of a plan; null where it refuses nothing. */
export const refusalOf = (plan: Plan): string | null => joined(plan, "refusal")

/** The pages that a text rests on, with the UTF-16 offsets of what rests on them. */
export const annotationsOf = (plan: Plan): readonly JsonObject[] => {
  let start = 0
  return plan.blocks.flatMap((block) => {
    if (block.kind !== "text") return []
    const from = start
    start += block.text.length
    if (block.cites === undefined) return []
    const { url, title } = block.cites
    return [{ type: "url_citation", url_citation: { start_index: from, end_index: start, title, url } }]
  })
}

/** Whether the request uses `functions`, the older form of tools. */
export const isLegacy = (body: JsonObject): boolean => given(body, "functions") !== undefined

/** Why a choice ended. */
export const finishReason = (finish: Finish, body: JsonObject): string => {
  switch (finish) {
    case "end":
    case "stop":
    case "refusal":
      return "stop"
    case "length":
      return "length"
    case "filtered":
      return "content_filter"
    case "calls":
      return isLegacy(body) ? "function_call" : "tool_calls"
  }
}

/** The id of a call. */
export const callId = (seed: string, choice: number, index: number): string =>
  `call_${digest(`${seed}.${choice}.${index}`, 24)}`

/** A call as the wire has it, with as much of its input as given. */
export const callOf = (block: CallBlock, id: string, input: string): JsonObject =>
  block.free
    ? { id, type: "custom", custom: { name: block.name, input } }
    : { id, type: "function", function: { name: block.name, arguments: input } }

const messageOf = (plan: Plan, choice: number, { body, seed, thoughts }: Answer): JsonObject => {
  const calls = callBlocks(plan)
  const [first] = calls
  const thought = thoughtOf(plan)
  return {
    role: "assistant",
    content: contentOf(plan),
    refusal: refusalOf(plan),
    annotations: annotationsOf(plan),
    ...(thought === undefined ? {} : thoughts?.whole(thought)),
    ...(first === undefined
      ? {}
      : isLegacy(body)
        ? { function_call: { name: first.name, arguments: first.text } }
        : { tool_calls: calls.map((block, index) => callOf(block, callId(seed, choice, index), block.text)) })
  }
}

const choiceOf = (plan: Plan, index: number, answer: Answer): JsonObject => {
  const content = logprobsOf(answer.body, piecesOf(contentOf(plan) ?? ""))
  return {
    index,
    message: messageOf(plan, index, answer),
    logprobs: content === undefined ? null : { content, refusal: null },
    finish_reason: finishReason(plan.finish, answer.body)
  }
}

/** The usage of an answer: prompt tokens include the cached ones, completion tokens the reasoning. */
export const usageOf = ({ plans, counts }: Answer): JsonObject => {
  const prompt = counts.read + counts.uncached
  const completion = plans.reduce((sum, plan) => sum + plan.tokens, 0)
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: counts.read, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: plans.reduce((sum, plan) => sum + plan.thinkingTokens, 0),
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0
    }
  }
}

/** What an answer and each of its chunks begin with. */
export const heading = ({ body, seed, modelId, created }: Answer, object: string): JsonObject => {
  const tier: Json = textAt(body, "service_tier") ?? "default"
  return {
    id: `chatcmpl-${digest(seed, 29)}`,
    object,
    created,
    model: modelId,
    service_tier: tier === "auto" ? "default" : tier,
    system_fingerprint: `fp_${digest(modelId, 10)}`
  }
}

/** A whole chat completion. */
export const completionOf = (answer: Answer): JsonObject => ({
  ...heading(answer, "chat.completion"),
  choices: answer.plans.map((plan, index) => choiceOf(plan, index, answer)),
  usage: usageOf(answer),
  ...(member(answer.body, "store") === true ? { metadata: given(answer.body, "metadata") ?? null } : {})
})
