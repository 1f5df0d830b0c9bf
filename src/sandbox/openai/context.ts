import { type Asking, askingOf } from "../asking.ts"
import { given, objectsAt, type ReadBody, readBody, textAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { modelIn } from "../model.ts"
import type { Refusal } from "../refusal.ts"
import { gptModels } from "./catalogue.ts"
import type { GptModel, GptRules } from "./catalogue.ts"

/** A chat completion request as the checks see it. */
export interface Context extends Asking, ReadBody {
  readonly messages: readonly JsonObject[]
  readonly model: GptModel | undefined
  readonly rules: GptRules | undefined
}

/** A refusal of the chat completions API. */
export type ChatRefusal = Refusal<Context>

/** What the checks see of a request. */
export const contextOf = (headers: Headers, text: string, wantedKey: string | undefined): Context => {
  const read = readBody(text)
  const { body } = read
  const model = modelIn(gptModels, textAt(body, "model") ?? "")
  return {
    ...askingOf(headers, wantedKey),
    ...read,
    messages: objectsAt(body, "messages"),
    model,
    rules: model?.rules
  }
}

/** Whether the model is one that reasons. */
export const reasons = ({ rules }: Context): boolean => rules !== undefined && rules.efforts.length > 0

/** Whether it does in this request. */
export const isReasoning = ({ body, rules }: Context): boolean =>
  rules !== undefined && rules.efforts.length > 0 && (given(body, "reasoning_effort") ?? rules.effort) !== "none"
