import { type Asking, askingOf } from "../../asking.ts"
import { given, isArray, isObject, type JsonObject, objectsAt, type ReadBody, readBody, textAt } from "../../json.ts"
import { modelIn } from "../../model.ts"
import type { Refusal } from "../../refusal.ts"
import { gptModels, type GptModel, type GptRules } from "../catalogue.ts"
import type { KeptResponse, KeptResponses } from "./kept.ts"
import { modelItems } from "./wire.ts"

/** A request of the Responses API as the checks see it. */
export interface Context extends Asking, ReadBody {
  /** Its own items, references among them. */
  readonly input: readonly JsonObject[]
  /** The answer that it goes on from. */
  readonly previous: KeptResponse | undefined
  /** All that is said, references in place. */
  readonly items: readonly JsonObject[]
  /** References to what is not kept. */
  readonly lost: readonly string[]
  readonly model: GptModel | undefined
  readonly rules: GptRules | undefined
}

/** A refusal of the Responses API. */
export type ResponseRefusal = Refusal<Context>

/** The type of an item: one without is a message. */
export const typeOf = (item: JsonObject): string =>
  textAt(item, "type") ?? (item["role"] === undefined && item["content"] === undefined ? "item_reference" : "message")

/** Whether the model said an item. */
export const isModels = (item: JsonObject): boolean =>
  modelItems.has(typeOf(item)) || (typeOf(item) === "message" && textAt(item, "role") === "assistant")

/** The items of an input; a text is a user's message. */
const inputOf = (body: JsonObject): readonly JsonObject[] => {
  const input = given(body, "input")
  if (typeof input === "string") return [{ type: "message", role: "user", content: input }]
  return isArray(input) ? input.filter(isObject) : []
}

/** All that was said up to the end of an answer. */
const saidBy = ({ before, input, response }: KeptResponse): readonly JsonObject[] => [
  ...before,
  ...input,
  ...objectsAt(response, "output")
]

/** What the checks see of a request. */
export const contextOf = (
  headers: Headers,
  text: string,
  { key, kept }: { readonly key: string | undefined; readonly kept: KeptResponses }
): Context => {
  const read = readBody(text)
  const { body } = read
  const model = modelIn(gptModels, textAt(body, "model") ?? "")
  const input = inputOf(body)
  const previous = kept.get(textAt(body, "previous_response_id") ?? "")
  const known = new Map(
    [...kept.values()].flatMap(saidBy).flatMap((item) => {
      const id = textAt(item, "id")
      return id === undefined ? [] : [[id, item] as const]
    })
  )
  const lost: string[] = []
  const own = input.flatMap((item): readonly JsonObject[] => {
    const id = textAt(item, "id") ?? ""
    if (typeOf(item) !== "item_reference") return [item]
    const found = known.get(id)
    if (found === undefined) lost.push(id)
    return found === undefined ? [] : [found]
  })
  return {
    ...askingOf(headers, key),
    ...read,
    input,
    previous,
    items: [...(previous === undefined ? [] : saidBy(previous)), ...own],
    lost,
    model,
    rules: model?.rules
  }
}

/** Whether the model reasons in this request. */
export const isReasoning = ({ body, rules }: Context): boolean =>
  rules !== undefined && rules.efforts.length > 0 && (given(body, "reasoning", "effort") ?? rules.effort) !== "none"
