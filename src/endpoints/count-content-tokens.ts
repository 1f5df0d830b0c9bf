import type { ChatModels } from "../capabilities/chat-models.ts"
import type { TokenCounts } from "../capabilities/token-counts.ts"
import { generateContent } from "../formats/generate-content/index.ts"
import { passing } from "../formats/generate-content/passing.ts"
import { Invalid, type Issue } from "../words/invalid.ts"
import { isObject, type Json, JsonText } from "../words/json.ts"
import { fail, type Result } from "../words/result.ts"
import { counting } from "./counting.ts"
import { chatCap, type Endpoint } from "./endpoint.ts"

/** `POST /v1beta/models/{model}:countTokens`, as Google's SDKs call it. */
export const countContentTokens: Endpoint<ChatModels | TokenCounts> = {
  id: "count-content-tokens",
  method: "POST",
  path: "/v1beta/models/*model:countTokens",
  also: ["/v1/models/*model:countTokens"],
  auth: ["bearer", "x-goog-api-key", "query"],
  body: { kind: "json", cap: chatCap },
  summary: "The input tokens of a request in the generateContent format; no model is called.",
  handle: counting({
    format: generateContent,
    passing: { ...passing, check: (body) => check(body) },
    prompt: (body) => {
      const { object } = body
      return object !== undefined && isObject(object[request]) ? JsonText.member(object, request) : body
    },
    model: ({ params }) => params["model"] ?? "",
    answer: (totalTokens) => ({ totalTokens })
  }),
  error: generateContent.encodeError
}

/** The member that holds a whole request, where a body counts more than contents. */
const request = "generateContentRequest"

const check = (body: Json): Result<undefined, Invalid> => {
  const whole = isObject(body) ? body[request] : undefined
  if (!isObject(whole)) return passing.check(body)
  const checked = passing.check(whole)
  return checked.ok ? checked : fail(inside(checked.error))
}

/** What is wrong with a whole request, at its places in the body. */
const inside = ({ issues: [first, ...more] }: Invalid): Invalid => new Invalid([placed(first), ...more.map(placed)])

const placed = ({ path, message }: Issue): Issue => ({ path: `/${request}${path}`, message })
