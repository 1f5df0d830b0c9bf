import { bearerOf } from "../api.ts"
import { isObject, objectsAt, readJson, textAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { modelIn } from "../model.ts"
import type { Refusal } from "../refusal.ts"
import { gptModels } from "./catalogue.ts"
import type { GptModel, GptRules } from "./catalogue.ts"

/** A chat completion request as the checks see it. */
export interface Context {
  readonly key: string | undefined
  readonly wantedKey: string | undefined
  /** Whether the body was a JSON object; `body` is empty where not. */
  readonly parsed: boolean
  readonly body: JsonObject
  readonly messages: readonly JsonObject[]
  readonly model: GptModel | undefined
  readonly rules: GptRules | undefined
}

/** A refusal of the chat completions API. */
export type ChatRefusal = Refusal<Context>

/** What the checks see of a request. */
export const contextOf = (headers: Headers, text: string, wantedKey: string | undefined): Context => {
  const read = readJson(text)
  const body = isObject(read) ? read : {}
  const model = modelIn(gptModels, textAt(body, "model") ?? "")
  return {
    key: bearerOf(headers),
    wantedKey,
    parsed: isObject(read),
    body,
    messages: objectsAt(body, "messages"),
    model,
    rules: model?.rules
  }
}

/** Whether the model reasons. */
export const reasons = ({ rules }: Context): boolean => rules !== undefined && rules.efforts.length > 0

/** A refusal with status 400 and the vendor's usual type. */
export const invalid = (name: string, when: string, code: string | null, find: ChatRefusal["find"]): ChatRefusal => ({
  name,
  when,
  status: 400,
  type: "invalid_request_error",
  code,
  find
})
