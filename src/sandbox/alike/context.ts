import { bearerOf } from "../api.ts"
import { given, isObject, member, objectsAt, readJson, textAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { modelIn } from "../model.ts"
import type { Problem, Refusal } from "../refusal.ts"
import { alikeModels } from "./catalogue.ts"
import type { AlikeModel, AlikeVendor } from "./catalogue.ts"
import { thinksIn } from "./thinking.ts"

/** A request as the checks of such a vendor see it. */
export interface Context {
  readonly vendor: AlikeVendor
  readonly key: string | undefined
  readonly wantedKey: string | undefined
  /** Whether the body was a JSON object; `body` is empty where not. */
  readonly parsed: boolean
  readonly body: JsonObject
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
  const read = readJson(text)
  const body = isObject(read) ? read : {}
  const found = modelIn(alikeModels, textAt(body, "model") ?? "")
  const model = found?.rules.vendor === vendor ? found : undefined
  return {
    vendor,
    key: bearerOf(headers),
    wantedKey,
    parsed: isObject(read),
    body,
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
