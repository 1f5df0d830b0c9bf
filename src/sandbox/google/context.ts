import { bearerOf } from "../api.ts"
import type { Asking } from "../asking.ts"
import { isObject, member, objectsAt, readJson, textAt } from "../json.ts"
import type { JsonObject } from "../json.ts"
import { modelIn } from "../model.ts"
import type { Refusal } from "../refusal.ts"
import { geminiModels } from "./catalogue.ts"
import type { GeminiModel, GeminiRules } from "./catalogue.ts"
import { turnsOf } from "./contents.ts"
import type { Turn } from "./contents.ts"
import { readMessage } from "./read-message.ts"
import type { Fault } from "./read-message.ts"

/** What a model is asked to do. */
export type Action = "generateContent" | "streamGenerateContent" | "countTokens"

/** How a stream is framed: events with `alt=sse`, else the items of one JSON array. */
export type Framing = "sse" | "array"

/** Where a request is sent: `/v1beta/models/{model}:{action}?alt=sse`. */
export interface Destination {
  readonly version: string
  readonly model: string
  readonly action: Action
  readonly framing: Framing
}

/** Who asks: by an API key (in a header or in the query) or by a bearer token. */
export interface Caller extends Asking {
  readonly kind: "key" | "token" | "nobody"
}

/** A request as the checks see it. */
export interface Context {
  readonly caller: Caller
  readonly to: Destination
  /** Whether the body was a JSON object; `body` is empty where not. */
  readonly parsed: boolean
  readonly fault: Fault | undefined
  /** The request to generate, its members in camel case; while counting, the one that is counted. */
  readonly body: JsonObject
  /** Whether contents stood beside the request that is counted. */
  readonly countedTwice: boolean
  readonly turns: readonly Turn[]
  readonly model: GeminiModel | undefined
  readonly rules: GeminiRules | undefined
}

/** A refusal of the Gemini API. */
export type GeminiRefusal = Refusal<Context>

/** Who sent a request. */
export const callerOf = (headers: Headers, url: URL, wantedKey: string | undefined): Caller => {
  const key = headers.get("x-goog-api-key") ?? url.searchParams.get("key") ?? undefined
  if (key !== undefined) return { kind: "key", key, wantedKey }
  const token = bearerOf(headers)
  return { kind: token === undefined ? "nobody" : "token", key: token, wantedKey }
}

/** What the checks see of a request. */
export const contextOf = (caller: Caller, to: Destination, text: string): Context => {
  const json = readJson(text)
  const counting = to.action === "countTokens"
  const read = readMessage(isObject(json) ? json : {}, counting ? "CountTokensRequest" : "GenerateContentRequest")
  const inner = member(read.value, "generateContentRequest")
  const body = isObject(inner) ? inner : read.value
  const model = modelIn(geminiModels, to.model)
  return {
    caller,
    to,
    parsed: isObject(json),
    fault: read.fault,
    body,
    countedTwice: isObject(inner) && member(read.value, "contents") !== undefined,
    turns: turnsOf(objectsAt(body, "contents")),
    model,
    rules: model?.rules
  }
}

/** A refusal with status 400 and the vendor's usual code. */
export const invalid = (name: string, when: string, find: GeminiRefusal["find"]): GeminiRefusal => ({
  name,
  when,
  status: 400,
  type: "INVALID_ARGUMENT",
  code: null,
  find
})

/** The member of `generationConfig` of a name in the vendor's errors. */
export const configField = (name: string): string => `generation_config.${name}`

/** The MIME type of the answer. */
export const answerType = ({ body }: Pick<Context, "body">): string =>
  textAt(body, "generationConfig", "responseMimeType") ?? "text/plain"
