import type { JsonObject } from "../json.ts"
import type { Finish, Plan } from "../plan.ts"

const finishReasons: Record<Finish, string> = {
  end: "STOP",
  stop: "STOP",
  calls: "STOP",
  refusal: "STOP",
  length: "MAX_TOKENS",
  filtered: "SAFETY"
}

/** Reasons that end an answer with no content when the request says so: `[finish RECITATION]`. */
const emptyFinishes: ReadonlyMap<string, string> = new Map([
  ["SAFETY", "The answer was stopped because it may be unsafe."],
  ["RECITATION", "The answer was stopped because it repeats a source."],
  ["LANGUAGE", "The answer was stopped because it uses an unsupported language."],
  ["OTHER", "The answer was stopped for another reason."],
  ["BLOCKLIST", "The answer was stopped because it holds a forbidden term."],
  ["PROHIBITED_CONTENT", "The answer was stopped because it may hold prohibited content."],
  ["SPII", "The answer was stopped because it may hold personal data."],
  ["MALFORMED_FUNCTION_CALL", "Malformed function call: print(default_api.f("],
  ["UNEXPECTED_TOOL_CALL", "The model called a tool that was not declared."],
  ["TOO_MANY_TOOL_CALLS", "The model called too many tools in a row."],
  ["MALFORMED_RESPONSE", "The model's answer could not be read."]
])

const blockReasons: ReadonlySet<string> = new Set([
  "SAFETY",
  "OTHER",
  "BLOCKLIST",
  "PROHIBITED_CONTENT",
  "IMAGE_SAFETY",
  "MODEL_ARMOR",
  "JAILBREAK"
])

const categories = ["HATE_SPEECH", "DANGEROUS_CONTENT", "HARASSMENT", "SEXUALLY_EXPLICIT"]

/** How likely each harm is; where something was blocked, dangerous content was the reason. */
export const safetyRatings = (blocked: boolean): readonly JsonObject[] =>
  categories.map((name) => ({
    category: `HARM_CATEGORY_${name}`,
    ...(blocked && name === "DANGEROUS_CONTENT"
      ? { probability: "HIGH", blocked: true }
      : { probability: "NEGLIGIBLE" })
  }))

/** Why a prompt is not answered: a plan that refuses is blocked for safety, a text says it: `[block JAILBREAK]`. */
export const blockReason = (text: string, plans: readonly Plan[]): string | undefined => {
  const asked = /\[block ([A-Z_]+)\]/.exec(text)?.[1] ?? ""
  if (blockReasons.has(asked)) return asked
  return plans.some(({ finish }) => finish === "refusal") ? "SAFETY" : undefined
}

/** The reason that a text asks an answer to end with, and what the vendor says of it. */
export const emptyFinish = (text: string): JsonObject | undefined => {
  const finishReason = /\[finish ([A-Z_]+)\]/.exec(text)?.[1] ?? ""
  const finishMessage = emptyFinishes.get(finishReason)
  return finishMessage === undefined ? undefined : { finishReason, finishMessage }
}

/** How a candidate ended. */
export const ending = ({ finish }: Plan): JsonObject => ({
  finishReason: finishReasons[finish],
  ...(finish === "calls" ? { finishMessage: "Model generated function call(s)." } : {}),
  safetyRatings: safetyRatings(finish === "filtered")
})
