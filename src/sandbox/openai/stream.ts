import { member } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"
import type { Plan } from "../plan.ts"
import { piecesOf } from "../tokens.ts"
import { inTurn } from "../turns.ts"
import { logprobsOf } from "./logprobs.ts"
import {
  annotationsOf,
  callBlocks,
  callId,
  callOf,
  contentOf,
  finishReason,
  heading,
  isLegacy,
  refusalOf,
  thoughtOf,
  usageOf
} from "./response.ts"
import type { Answer } from "./response.ts"

/** A chunk as the wire has it. */
export const frame = (data: Json): string => `data: ${JSON.stringify(data)}\n\n`

interface Step {
  readonly delta: JsonObject
  readonly logprobs?: JsonObject | null
  readonly finish?: string
}

const callSteps = (plan: Plan, choice: number, { body, seed }: Answer): readonly Step[] =>
  callBlocks(plan).flatMap((block, index): readonly Step[] => {
    const pieces = piecesOf(block.text)
    if (isLegacy(body)) {
      const rest = pieces.map((piece) => ({ delta: { function_call: { arguments: piece } } }))
      return [{ delta: { function_call: { name: block.name, arguments: "" } } }, ...rest]
    }
    const opened = { index, ...callOf(block, callId(seed, choice, index), "") }
    const rest = pieces.map((piece): Step => ({
      delta: {
        tool_calls: [{ index, ...(block.free ? { custom: { input: piece } } : { function: { arguments: piece } }) }]
      }
    }))
    return [{ delta: { tool_calls: [opened] } }, ...rest]
  })

const textSteps = (plan: Plan, body: JsonObject): readonly Step[] => {
  const pieces = piecesOf(contentOf(plan) ?? "")
  const known = logprobsOf(body, pieces)
  return pieces.map((content, index) => {
    const own = known?.[index]
    return { delta: { content }, logprobs: own === undefined ? null : { content: [own], refusal: null } }
  })
}

const stepsOf = (plan: Plan, choice: number, answer: Answer): readonly Step[] => {
  const annotations = annotationsOf(plan)
  const thoughts = answer.thoughts?.deltas(thoughtOf(plan) ?? "") ?? []
  return [
    { delta: { role: "assistant", content: contentOf(plan) === null ? null : "", refusal: null } },
    ...thoughts.map((delta) => ({ delta })),
    ...piecesOf(refusalOf(plan) ?? "").map((refusal) => ({ delta: { refusal } })),
    ...textSteps(plan, answer.body),
    ...(annotations.length > 0 ? [{ delta: { annotations } }] : []),
    ...callSteps(plan, choice, answer),
    { delta: {}, finish: finishReason(plan.finish, answer.body) }
  ]
}

/** The chunks of an answer and `[DONE]`; the usage chunk only where `stream_options.include_usage` asks for it. */
export const framesOf = (answer: Answer): readonly string[] => {
  const head = heading(answer, "chat.completion.chunk")
  const counted = member(answer.body, "stream_options", "include_usage") === true
  const steps = answer.plans.map((plan, index) => stepsOf(plan, index, answer).map((step) => ({ index, step })))
  const chunks = inTurn(steps).map(({ index, step }) => ({
    ...head,
    choices: [{ index, delta: step.delta, logprobs: step.logprobs ?? null, finish_reason: step.finish ?? null }],
    ...(counted ? { usage: null } : {})
  }))
  const last = counted ? [{ ...head, choices: [], usage: usageOf(answer) }] : []
  return [...[...chunks, ...last].map(frame), "data: [DONE]\n\n"]
}
