import { type Asking, askingOf } from "../asking.ts"
import { given, isObject, member, objectsAt, type ReadBody, readBody, textAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { modelIn } from "../model.ts"
import type { Problem, Refusal } from "../refusal.ts"
import { alikeModels } from "./catalogue.ts"
import type { AlikeModel, AlikeVendor } from "./catalogue.ts"
import { thinksIn } from "./thinking.ts"

/** A request as the checks of such a vendor see it. */
export interface Context extends Asking, ReadBody {
  readonly vendor: AlikeVendor
  readonly messages: readonly JsonObject[]
  readonly model: AlikeModel | undefined
  readonly streaming: boolean
  /** Whether the model thinks in this request. */
  readonly thinks: boolean
}

/** A refusal of such a vendor. */
export type AlikeRefusal = Refusal<Context>

/** What the checks see of a request. */
export const contextOf = (
  vendor: AlikeVendor,
  headers: Headers,
  text: string,
  wantedKey: string | undefined
): Context => {
  const read = readBody(text)
  const { body } = read
  const found = modelIn(alikeModels, textAt(body, "model") ?? "")
  const model = found?.rules.vendor === vendor ? found : undefined
  return {
    vendor,
    ...askingOf(headers, wantedKey),
    ...read,
    messages: objectsAt(body, "messages"),
    model,
    streaming: member(body, "stream") === true,
    thinks: model !== undefined && thinksIn(model.rules, body)
  }
}

/** A refusal with status 400. */
export const invalid = (
  name: string,
  when: string,
  find: (context: Context) => Problem | undefined,
  code: string | null = null
): AlikeRefusal => ({ name, when, status: 400, type: "invalid_request_error", code, find })

/** Whether a request forces a call. */
export const forces = ({ body }: Context): boolean =>
  given(body, "tool_choice") === "required" || isObject(given(body, "tool_choice"))

/** The kind of answer that a request asks for. */
export const formOf = ({ body }: Context): string | undefined => textAt(body, "response_format", "type")

/** Whether any message speaks of JSON. */
export const speaksOfJson = ({ messages }: Context): boolean =>
  messages.some((message) => /json/i.test(JSON.stringify(member(message, "content") ?? "")))
