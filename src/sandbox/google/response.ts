import { digest } from "../digest.ts"
import { isObject, readJson } from "../json.ts"
import type { JsonObject } from "../json.ts"
import type { Block, Plan } from "../plan.ts"
import type { GeminiModel } from "./catalogue.ts"
import { blockReason, emptyFinish, ending, safetyRatings } from "./finish.ts"
import { groundingOf } from "./grounding.ts"
import { declarationsOf, hasTool, showsThoughts } from "./read.ts"
import { signed } from "./signature.ts"
import { promptUsage, usageOf } from "./usage.ts"
import type { Charge } from "./usage.ts"

/** What an answer needs to be written; it has one plan a candidate. */
export interface Answer extends Charge {
  readonly body: JsonObject
  /** What the user asked, in which marks ask for blocks and endings. */
  readonly text: string
  readonly seed: string
  readonly model: GeminiModel
}

type CallBlock = Extract<Block, { readonly kind: "call" }>

const joined = (plan: Plan, kind: "thinking" | "text"): string =>
  plan.blocks
    .filter((block) => block.kind === kind)
    .map(({ text }) => text)
    .join("")

/** The calls of a plan; one that the token limit cut off is not sent. */
const callsOf = (plan: Plan): readonly CallBlock[] =>
  plan.blocks.flatMap((block) => (block.kind === "call" && block.whole ? [block] : []))

const callPart = ({ name, text }: CallBlock, id: string, { rules }: GeminiModel): JsonObject => {
  const read = readJson(text)
  return { functionCall: { ...(rules.generation === 2 ? {} : { id }), name, args: isObject(read) ? read : {} } }
}

/** What a model with code execution shows of it, before it speaks. */
const codeParts = (body: JsonObject, plan: Plan): readonly JsonObject[] =>
  hasTool(body, "codeExecution") && joined(plan, "text") !== ""
    ? [
        { executableCode: { language: "PYTHON", code: "print(6 * 7)\n" } },
        { codeExecutionResult: { outcome: "OUTCOME_OK", output: "42\n" } }
      ]
    : []

/**
 * Signs what a thought led to: from 3 on the first call, else the last part; before, the first part of all, where
 * functions are declared and the model thought.
 */
const withSignature = (parts: readonly JsonObject[], plan: Plan, { body, model }: Answer): readonly JsonObject[] => {
  const call = parts.findIndex((part) => Object.hasOwn(part, "functionCall"))
  const now = model.rules.generation > 2
  const silent = !now && (plan.thinkingTokens === 0 || declarationsOf(body).length === 0)
  const place = now ? (call < 0 ? parts.length - 1 : call) : 0
  return parts.map((part, index) =>
    index === place && !silent ? signed(part, model.base, joined(plan, "thinking")) : part
  )
}

/** The thought of a plan, where the client wants to see it. */
export const thoughtOf = (plan: Plan, { body }: Answer): string => (showsThoughts(body) ? joined(plan, "thinking") : "")

/** The parts of a candidate after its thought: what code showed, one text, the calls. */
export const partsOf = (plan: Plan, candidate: number, answer: Answer): readonly JsonObject[] => {
  const text = joined(plan, "text")
  const calls = callsOf(plan).map((block, index) =>
    callPart(block, digest(`${answer.seed}.${candidate}.${index}`, 8).toLowerCase(), answer.model)
  )
  const spoken = text === "" ? [] : [{ text }]
  return withSignature([...codeParts(answer.body, plan), ...spoken, ...calls], plan, answer)
}

/** What stands beside the content of a whole candidate, and in the last chunk of a streamed one. */
export const closing = (plan: Plan, answer: Answer): JsonObject => {
  const before = (thoughtOf(plan, answer) === "" ? 0 : 1) + codeParts(answer.body, plan).length
  const groundingMetadata = groundingOf(plan, before)
  return {
    ...ending(plan),
    ...(groundingMetadata === undefined ? {} : { groundingMetadata })
  }
}

/** A candidate that ends with no content, where the request asks for one. */
export const emptyCandidate = ({ text }: Answer, index: number): JsonObject | undefined => {
  const end = emptyFinish(text)
  return end === undefined ? undefined : { ...end, index }
}

const candidateOf = (plan: Plan, index: number, answer: Answer): JsonObject => {
  const empty = emptyCandidate(answer, index)
  if (empty !== undefined) return empty
  const thought = thoughtOf(plan, answer)
  const parts = [...(thought === "" ? [] : [{ text: thought, thought: true }]), ...partsOf(plan, index, answer)]
  return { content: { ...(parts.length === 0 ? {} : { parts }), role: "model" }, index, ...closing(plan, answer) }
}

/** The candidates' tokens, without thoughts. */
export const spokenTokens = ({ plans, text }: Answer): number =>
  emptyFinish(text) === undefined
    ? plans.reduce((sum, { tokens, thinkingTokens }) => sum + tokens - thinkingTokens, 0)
    : 0

/** What every chunk of an answer ends with. */
export const heading = ({ model, seed }: Answer): JsonObject => ({
  modelVersion: model.id,
  responseId: digest(seed, 22)
})

/** The response to a prompt that is blocked; undefined where it is answered. */
export const blockedOf = (answer: Answer): JsonObject | undefined => {
  const reason = blockReason(answer.text, answer.plans)
  if (reason === undefined) return undefined
  return {
    promptFeedback: { blockReason: reason, safetyRatings: safetyRatings(true) },
    usageMetadata: promptUsage(answer.prompt),
    ...heading(answer)
  }
}

/** A whole response. */
export const responseOf = (answer: Answer): JsonObject =>
  blockedOf(answer) ?? {
    candidates: answer.plans.map((plan, index) => candidateOf(plan, index, answer)),
    usageMetadata: usageOf(answer)(spokenTokens(answer)),
    ...heading(answer)
  }
