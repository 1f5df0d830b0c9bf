import type { ChatModels } from "../capabilities/models.ts"
import type { TokenCounts } from "../capabilities/token-counts.ts"
import { generateContent as format } from "../formats/generate-content/index.ts"
import { naming } from "../formats/generate-content/passthrough.ts"
import { JsonText } from "../core/json/json.ts"
import { countingEndpoint } from "./counting.ts"
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
  ...countingEndpoint({
    format,
    naming,
    prompt: (body) => {
      const whole = body.object?.[request] ?? undefined
      return whole === undefined ? { body, at: "" } : { body: JsonText.of(whole), at: `/${request}` }
    },
    model: ({ params }) => params["model"] ?? "",
    answer: (totalTokens) => ({ totalTokens })
  }),
  error: format.encodeError
}

/** The member that holds a whole request, where a body counts more than contents. */
const request = "generateContentRequest"
