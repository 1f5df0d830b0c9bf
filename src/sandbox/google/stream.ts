import { member, textAt } from "../json.ts"
import type { Json, JsonObject } from "../json.ts"
import type { Plan } from "../plan.ts"
import { piecesOf, tokensOf } from "../tokens.ts"
import { inTurn } from "../turns.ts"
import type { Framing } from "./context.ts"
import { blockedOf, closing, emptyCandidate, heading, partsOf, spokenTokens, thoughtOf } from "./response.ts"
import type { Answer } from "./response.ts"
import { usageOf } from "./usage.ts"

interface Step {
  readonly candidate: JsonObject
  readonly spoken: number
}

const chunk = (index: number, parts: readonly JsonObject[], spoken: number, more: JsonObject = {}): Step => ({
  candidate: { content: { parts, role: "model" }, ...more, index },
  spoken
})

/** A part in the pieces in which it is written: a text by its words, the first with its signature; all others whole. */
const piecesOfPart = (part: JsonObject, index: number): readonly Step[] => {
  const text = textAt(part, "text")
  if (text === undefined) return [chunk(index, [part], 0)]
  return piecesOf(text).map((piece, place) =>
    chunk(index, [place === 0 ? { ...part, text: piece } : { text: piece }], tokensOf(piece))
  )
}

interface Divided {
  readonly spoken: readonly JsonObject[]
  /** The part of the last chunk: an empty text, with the signature of the text that ended before it. */
  readonly final: JsonObject
}

const divide = (parts: readonly JsonObject[]): Divided => {
  const last = parts.at(-1)
  if (last === undefined || textAt(last, "text") === undefined || member(last, "thoughtSignature") === undefined) {
    return { spoken: parts, final: { text: "" } }
  }
  const { thoughtSignature = "", ...text } = last
  return { spoken: [...parts.slice(0, -1), text], final: { text: "", thoughtSignature } }
}

const isCall = (part: JsonObject): boolean => member(part, "functionCall") !== undefined

const stepsOf = (plan: Plan, index: number, answer: Answer): readonly Step[] => {
  const empty = emptyCandidate(answer, index)
  if (empty !== undefined) return [{ candidate: empty, spoken: 0 }]
  const { spoken, final } = divide(partsOf(plan, index, answer))
  const calls = spoken.filter(isCall)
  return [
    ...piecesOf(thoughtOf(plan, answer)).map((text) => chunk(index, [{ text, thought: true }], 0)),
    ...spoken.filter((part) => !isCall(part)).flatMap((part) => piecesOfPart(part, index)),
    ...(calls.length === 0 ? [] : [chunk(index, calls, 0)]),
    chunk(index, [final], 0, closing(plan, answer))
  ]
}

/** Chunks as the frames of a stream. */
export const write = (framing: Framing, chunks: readonly Json[]): readonly string[] =>
  framing === "sse"
    ? chunks.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`)
    : [...chunks.map((each, index) => `${index === 0 ? "[" : ",\r\n"}${JSON.stringify(each)}`), "\r\n]"]

/** The frame that ends a stream with an error, after at least one other. */
export const errorFrame = (framing: Framing, error: JsonObject): string =>
  framing === "sse" ? `data: ${JSON.stringify(error)}\r\n\r\n` : `,\r\n${JSON.stringify(error)}\r\n]`

/** The frames of an answer, the candidates in turn; usage grows from chunk to chunk. */
export const framesOf = (answer: Answer, framing: Framing): readonly string[] => {
  const blocked = blockedOf(answer)
  if (blocked !== undefined) return write(framing, [blocked])
  const steps = inTurn(answer.plans.map((plan, index) => stepsOf(plan, index, answer)))
  const total = spokenTokens(answer)
  const usage = usageOf(answer)
  const head = heading(answer)
  let spoken = 0
  const chunks = steps.map((step, place) => {
    spoken = place === steps.length - 1 ? total : Math.min(total, spoken + step.spoken)
    return { candidates: [step.candidate], usageMetadata: usage(spoken), ...head }
  })
  return write(framing, chunks)
}
