import type { JsonObject } from "../json.ts"
import type { ChatError } from "../openai/error.ts"
import type { AlikeVendor } from "./catalogue.ts"

/** An error as a vendor writes it. */
export const errorBody = (vendor: AlikeVendor, { message, type, param, code, status }: ChatError): JsonObject => {
  switch (vendor) {
    case "qwen":
      return { error: { message, type, param, code }, request_id: "00000000-0000-4000-8000-000000000000" }
    case "deepseek":
      return { error: { message, type, param: null, code: code ?? type } }
    case "kimi":
      return { error: { message, type } }
    case "openrouter":
      return { error: { message, code: status, metadata: { provider_name: "sandbox" } } }
  }
}
